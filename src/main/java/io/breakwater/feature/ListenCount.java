package io.breakwater.feature;

import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many listen streams are open, of all endpoints that share the bound.
 *
 * <p>Thread-safe.
 */
public final class ListenCount {
  private final int max;
  private final AtomicInteger open = new AtomicInteger();

  /** @param max streams open at once */
  public ListenCount(int max) {
    this.max = max;
  }

  /** How many there are now. */
  public int now() {
    return open.get();
  }

  /** Counts one more. Throws a refusal when there are as many as there may be. */
  void enter() {
    if (open.incrementAndGet() > max) {
      open.decrementAndGet();
      throw Refusal.of(
              503,
              ErrorCodes.INTERNAL_ERROR,
              "Too many listen streams: " + max + " (limits.listenStreamsMax)")
          .header("Retry-After", "10");
    }
  }

  void leave() {
    open.decrementAndGet();
  }
}
