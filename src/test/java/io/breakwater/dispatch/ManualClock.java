package io.breakwater.dispatch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time that stands still until a test moves it; due timers fire in their order while it moves. Confined to one thread. */
public final class ManualClock implements Clock {
  private final List<Pending> pending = new ArrayList<>();
  private long nowMs = 1_000_000;

  private record Pending(long dueMs, Runnable task) {}

  @Override
  public long nowMs() {
    return nowMs;
  }

  @Override
  public long wallMs() {
    return 1_700_000_000_000L + nowMs;
  }

  @Override
  public Timer after(long delayMs, Runnable task) {
    Pending timer = new Pending(nowMs + Math.max(1, delayMs), task);
    pending.add(timer);
    return () -> pending.removeIf(other -> other == timer);
  }

  /** Moves time forward, with a stop at each timer that falls due. */
  public void advance(long ms) {
    long until = nowMs + ms;
    while (true) {
      Pending next = pending.stream()
          .filter(timer -> timer.dueMs() <= until)
          .min(Comparator.comparingLong(Pending::dueMs))
          .orElse(null);
      if (next == null) {
        break;
      }
      pending.removeIf(other -> other == next);
      nowMs = Math.max(nowMs, next.dueMs());
      next.task().run();
    }
    nowMs = until;
  }

  /** How many timers run: none may be left when everything has ended. */
  public int timers() {
    return pending.size();
  }
}
