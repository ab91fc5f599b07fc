package io.breakwater.http;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what another thread brings about, with patience that only a broken server exhausts. */
final class Await {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private Await() {}

  static void until(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("did not come about");
      }
      Thread.yield();
    }
  }
}
