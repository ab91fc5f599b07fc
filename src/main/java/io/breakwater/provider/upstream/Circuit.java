package io.breakwater.provider.upstream;

import io.breakwater.options.Gateway;
import java.util.function.LongSupplier;

/**
 * Keeps a server that fails from being tried all the time: after a failure nobody tries before a delay is over, which
 * doubles with each failure in a row. A server that has been up for a while begins anew.
 *
 * <pre>
 * CLOSED -- failed --> OPEN -- the delay is over --> HALF OPEN -- failed --> OPEN (twice the delay)
 * HALF OPEN -- reached, and no failure for stableMs --> CLOSED
 * </pre>
 *
 * <p>Confined to the loop of its server.
 */
final class Circuit {
  private static final int DOUBLINGS_MAX = 30;

  private final Gateway bounds;
  private final LongSupplier nowMs;
  private int failures;
  private long openUntilMs = Long.MIN_VALUE;
  private long reachedMs = Long.MAX_VALUE;

  /** @param nowMs a clock that only goes forward, in milliseconds */
  Circuit(Gateway bounds, LongSupplier nowMs) {
    this.bounds = bounds;
    this.nowMs = nowMs;
  }

  /** The server answers. */
  void reached() {
    if (reachedMs == Long.MAX_VALUE) {
      reachedMs = nowMs.getAsLong();
    }
    openUntilMs = Long.MIN_VALUE;
  }

  /** The server could not be reached, or was lost. Returns after how many milliseconds the next attempt is due. */
  long failed() {
    long now = nowMs.getAsLong();
    if (reachedMs != Long.MAX_VALUE && now - reachedMs >= bounds.stableMs()) {
      failures = 0;
    }
    reachedMs = Long.MAX_VALUE;
    long delayMs = bounds.backoffMsMax();
    if (failures <= DOUBLINGS_MAX) {
      delayMs = Math.min(delayMs, bounds.backoffMs() << failures);
    }
    failures++;
    openUntilMs = now + delayMs;
    return delayMs;
  }

  /** Milliseconds until the next attempt, 0 when one may be made. */
  long waitMs() {
    return openUntilMs == Long.MIN_VALUE ? 0 : Math.max(0, openUntilMs - nowMs.getAsLong());
  }

  /** Whether it failed so often in a row that it will not heal by itself. */
  boolean looping() {
    return failures >= bounds.crashesMax();
  }
}
