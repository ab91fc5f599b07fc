package io.breakwater.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the readers of request bodies do, in numbers.
 *
 * <p>Thread-safe.
 */
public final class BodyGauge {
  private final LongAdder begun = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final AtomicInteger open = new AtomicInteger();

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
