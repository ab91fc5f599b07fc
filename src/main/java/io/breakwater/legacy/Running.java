package io.breakwater.legacy;

import io.breakwater.dispatch.Invocation;
import java.util.ArrayList;
import java.util.List;

/**
 * A request in flight over all its rounds: each round is an invocation of its own, and between two rounds the client is
 * asked.
 *
 * <p>Confined to the loop of its session.
 */
final class Running {
  private final PostReply reply;
  private final List<Runnable> whenCancelled = new ArrayList<>(1);
  private Invocation round;
  private boolean cancelled;

  Running(PostReply reply, Invocation first) {
    this.reply = reply;
    this.round = first;
  }

  PostReply reply() {
    return reply;
  }

  void next(Invocation nextRound) {
    round = nextRound;
    whenCancelled.clear();
  }

  /** Registers what ends the waiting for the client. */
  void whenCancelled(Runnable task) {
    whenCancelled.add(task);
  }

  boolean cancelled() {
    return cancelled;
  }

  void cancel() {
    cancelled = true;
    round.cancel();
    List.copyOf(whenCancelled).forEach(Runnable::run);
  }
}
