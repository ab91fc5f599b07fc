package io.breakwater.legacy;

import io.breakwater.dispatch.Invocation;

/**
 * A request in flight over all its rounds: each round is an invocation of its own, and between two rounds the client is
 * asked.
 *
 * <p>Confined to the loop of its session.
 */
final class Running {
  private final PostReply reply;
  private Invocation round;
  private Runnable stopAsking = () -> {};
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
    stopAsking = () -> {};
  }

  /** Registers what ends the waiting for the client. */
  void asking(Runnable stop) {
    stopAsking = stop;
  }

  /** Whether the client wants no answer any more. */
  boolean cancelled() {
    return cancelled;
  }

  void cancel() {
    cancelled = true;
    round.cancel();
    stopAsking.run();
  }
}
