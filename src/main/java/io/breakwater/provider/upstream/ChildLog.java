package io.breakwater.provider.upstream;

import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Logs what a server writes to its stderr and what is odd about it: so many lines a second, and how many were left out.
 *
 * <p>Confined to the loop of its server.
 */
final class ChildLog {
  private static final Logger LOG = Logger.getLogger(ChildLog.class.getName());
  private static final int LINE_CHARS_MAX = 1000;
  private static final long SECOND_MS = 1000;

  private final String server;
  private final int linesMax;
  private final LongSupplier nowMs;
  private long secondMs = Long.MIN_VALUE;
  private int lines;
  private long leftOut;

  /** @param linesMax in one second */
  ChildLog(String server, int linesMax, LongSupplier nowMs) {
    this.server = server;
    this.linesMax = linesMax;
    this.nowMs = nowMs;
  }

  /** A line of stderr. */
  void line(String line) {
    log(Level.INFO, line);
  }

  /** Something odd that ends nothing. */
  void odd(String what) {
    log(Level.WARNING, what);
  }

  private void log(Level level, String text) {
    long now = nowMs.getAsLong();
    if (secondMs == Long.MIN_VALUE || now - secondMs >= SECOND_MS) {
      if (leftOut > 0) {
        long count = leftOut;
        LOG.warning(() -> server + ": " + count + " more lines (gateway.stderrLinesMax)");
      }
      secondMs = now;
      lines = 0;
      leftOut = 0;
    }
    if (++lines > linesMax) {
      leftOut++;
      return;
    }
    LOG.log(level, () -> server + ": " + clean(text));
  }

  /** A server must not write into the log what looks like another line of it, or moves the cursor. */
  static String clean(String text) {
    String line = text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ");
    return line.length() > LINE_CHARS_MAX ? line.substring(0, LINE_CHARS_MAX) + "..." : line;
  }
}
