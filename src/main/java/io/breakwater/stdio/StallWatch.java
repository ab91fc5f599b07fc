package io.breakwater.stdio;

import io.vertx.core.Vertx;

/**
 * Notices that nothing of what waits to be written is taken for a time, at the latest after twice that time.
 *
 * <p>Confined to its loop.
 */
final class StallWatch {
  private static final long NONE = -1;

  private final Vertx vertx;
  private final LineWriter writer;
  private final long stallMs;
  private final Runnable stalled;
  private long timer = NONE;
  private boolean over;

  /**
   * @param stallMs that one piece may take, in milliseconds
   * @param stalled is run once
   */
  StallWatch(Vertx vertx, LineWriter writer, long stallMs, Runnable stalled) {
    this.vertx = vertx;
    this.writer = writer;
    this.stallMs = stallMs;
    this.stalled = stalled;
  }

  /** Something waits to be written. */
  void look() {
    if (timer == NONE && !over) {
      long before = writer.progress();
      timer = vertx.setTimer(stallMs, fired -> check(before));
    }
  }

  private void check(long before) {
    timer = NONE;
    if (writer.unsentBytes() == 0) {
      return;
    }
    if (writer.progress() == before) {
      over = true;
      stalled.run();
    } else {
      look();
    }
  }

  void stop() {
    over = true;
    if (timer != NONE) {
      vertx.cancelTimer(timer);
      timer = NONE;
    }
  }
}
