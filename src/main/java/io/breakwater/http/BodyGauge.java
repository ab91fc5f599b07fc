package io.breakwater.http;

import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the readers of request bodies do, in numbers, and how much all bodies together may hold: those being read, and
 * those of requests that are not answered yet.
 *
 * <p>Thread-safe.
 */
public final class BodyGauge {
  private final LongAdder begun = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong held = new AtomicLong();
  private final long heldBytesMax;

  /** @param heldBytesMax heap that all bodies together may take, about */
  public BodyGauge(long heldBytesMax) {
    this.heldBytesMax = heldBytesMax;
  }

  /** Bodies of which reading has begun since the start. */
  public long begun() {
    return begun.sum();
  }

  /** Bytes that were given to the scanner since the start. */
  public long bytes() {
    return bytes.sum();
  }

  /** Scanners that are open now. */
  public int open() {
    return open.get();
  }

  /** Heap that bodies take now, about, in bytes. */
  public long held() {
    return held.get();
  }

  /**
   * Lets a request pass whose body comes on top of all others.
   *
   * @throws Refusal 503 when they take all they may
   */
  void admit() {
    if (held.get() >= heldBytesMax) {
      throw overloaded();
    }
  }

  private Refusal overloaded() {
    return Refusal.of(
            503,
            ErrorCodes.INTERNAL_ERROR,
            "Overloaded: requests in flight hold " + heldBytesMax
                + " bytes (limits.inFlightBytesMax)")
        .header("Retry-After", "1");
  }

  /** What one body holds. Confined to one loop at a time. */
  final class Hold {
    private long bytes;

    /** @throws Refusal 503 when that is more than is left */
    void grow(long toBytes) {
      long more = toBytes - bytes;
      bytes = toBytes;
      if (held.addAndGet(more) > heldBytesMax) {
        throw overloaded();
      }
    }

    /** Gives everything back; may be called again. */
    void release() {
      held.addAndGet(-bytes);
      bytes = 0;
    }
  }

  void opened() {
    begun.increment();
    open.incrementAndGet();
  }

  void scanned(int more) {
    bytes.add(more);
  }

  void closed() {
    open.decrementAndGet();
  }
}
