package io.breakwater.stdio;

import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;

/**
 * How much heap the messages of one peer take that are being read, or are not answered yet.
 *
 * <p>A small message passes also when there is no room left, since it may be what makes some: a cancellation, or the answer
 * to a question. How many of them are open is bounded elsewhere.
 *
 * <p>Confined to its loop.
 */
final class HeapGauge {
  /** Of one message that always passes. */
  static final int SMALL_BYTES = 16_384;

  private final long heldBytesMax;
  private long heldBytes;

  /** @param heldBytesMax of all messages together, about */
  HeapGauge(long heldBytesMax) {
    this.heldBytesMax = heldBytesMax;
  }

  /** What one message holds. */
  final class Hold {
    private long bytes;
    private boolean released;

    /** @throws Refusal when that is more than is left */
    void grow(long toBytes) {
      if (!released) {
        heldBytes += toBytes - bytes;
        bytes = toBytes;
      }
      if (heldBytes > heldBytesMax && bytes > SMALL_BYTES) {
        throw Refusal.of(
            503,
            ErrorCodes.INTERNAL_ERROR,
            "Overloaded: requests in flight hold " + heldBytesMax
                + " bytes (limits.inFlightBytesMax)");
      }
    }

    /** Gives everything back; may be called again. */
    void release() {
      if (!released) {
        released = true;
        heldBytes -= bytes;
      }
    }
  }
}
