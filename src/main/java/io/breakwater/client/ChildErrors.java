package io.breakwater.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What a child writes to its stderr, read by a thread of its own as fast as it comes, so that the child never waits. Lines
 * are clipped, and told at a bounded rate; how many were left out is told too.
 *
 * <p>Confined to its thread, but for {@link #last}.
 */
final class ChildErrors implements Runnable {
  private static final Logger LOG = Logger.getLogger(ChildErrors.class.getName());

  /** Bytes of a line that are kept. */
  static final int LINE_BYTES_MAX = 8_192;
  /** Lines that are told at once. */
  static final int BURST = 500;

  private static final long NANOS_PER_LINE = 20_000_000;
  private static final int UNTOLD_MAX = BURST;

  private final InputStream in;
  private final ClientContext context;
  private final LongSupplier nanos;
  private final AtomicInteger untold = new AtomicInteger();
  private final byte[] line = new byte[LINE_BYTES_MAX];
  private int length;
  private long filledAt;
  private long allowed = BURST;
  private long leftOut;
  private volatile String last = "";

  /** @param nanos a clock that only goes on, in nanoseconds */
  ChildErrors(InputStream in, ClientContext context, LongSupplier nanos) {
    this.in = in;
    this.context = context;
    this.nanos = nanos;
    this.filledAt = nanos.getAsLong();
  }

  /** The last line that was not blank, or nothing. */
  String last() {
    return last;
  }

  @Override
  public void run() {
    byte[] chunk = new byte[LINE_BYTES_MAX];
    try (in) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        take(chunk, read);
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, "The stderr of a child cannot be read any more", e);
    }
    end();
    tellLeftOut();
  }

  private void take(byte[] chunk, int upTo) {
    for (int at = 0; at < upTo; at++) {
      if (chunk[at] == '\n') {
        end();
      } else if (length < LINE_BYTES_MAX) {
        line[length++] = chunk[at];
      }
    }
  }

  private void end() {
    int cr = length > 0 && line[length - 1] == '\r' ? 1 : 0;
    String text = new String(Arrays.copyOf(line, length - cr), StandardCharsets.UTF_8);
    length = 0;
    if (!text.isBlank()) {
      last = text;
      tell(text);
    }
  }

  private void tell(String text) {
    long ripe = (nanos.getAsLong() - filledAt) / NANOS_PER_LINE;
    allowed = Math.min(BURST, allowed + ripe);
    filledAt += ripe * NANOS_PER_LINE;
    if (allowed == 0 || untold.get() >= UNTOLD_MAX) {
      leftOut++;
      return;
    }
    allowed--;
    tellLeftOut();
    untold.incrementAndGet();
    Child.onLoop(context, () -> {
      untold.decrementAndGet();
      context.listener().logged(text);
    });
  }

  private void tellLeftOut() {
    if (leftOut > 0) {
      String warning = leftOut + " lines of stderr were left out: too many at once";
      leftOut = 0;
      Child.onLoop(context, () -> context.listener().warned(warning));
    }
  }
}
