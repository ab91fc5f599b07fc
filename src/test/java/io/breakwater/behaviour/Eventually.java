package io.breakwater.behaviour;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for what comes by itself, and not at a known time. */
public final class Eventually {
  private static final long PATIENCE_MS = 30_000;
  private static final long STEP_MS = 20;

  private Eventually() {}

  /**
   * Returns when there is no complaint any more.
   *
   * @param complaint null when all is well
   */
  public static void noMore(Supplier<String> complaint) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    String left = complaint.get();
    while (left != null) {
      if (System.nanoTime() > until) {
        throw new AssertionError(left);
      }
      Thread.sleep(STEP_MS);
      left = complaint.get();
    }
  }
}
