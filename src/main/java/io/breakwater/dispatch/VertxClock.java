package io.breakwater.dispatch;

import io.vertx.core.Vertx;

/**
 * The real time.
 *
 * <p>Thread-safe.
 */
public final class VertxClock implements Clock {
  private final Vertx vertx;

  public VertxClock(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public long nowMs() {
    return System.nanoTime() / 1_000_000;
  }

  @Override
  public long wallMs() {
    return System.currentTimeMillis();
  }

  @Override
  public Timer after(long delayMs, Runnable task) {
    long id = vertx.setTimer(Math.max(1, delayMs), fired -> task.run());
    return () -> vertx.cancelTimer(id);
  }
}
