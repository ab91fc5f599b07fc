package io.breakwater.launch;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * One record on one line: time, level, logger, message; a trace follows on lines of its own. A line break in a message is
 * shown as a space, so that nobody can write a record of their own into the log.
 *
 * <p>Thread-safe.
 */
public final class LineFormatter extends Formatter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT);

  /** For java.util.logging, which makes it by name. */
  public LineFormatter() {}

  @Override
  public String format(LogRecord record) {
    StringWriter line = new StringWriter();
    line.append(TIME.format(record.getInstant().atZone(ZoneId.systemDefault())))
        .append(' ')
        .append(String.format("%-7s", record.getLevel().getName()))
        .append(' ')
        .append(shortened(record.getLoggerName()))
        .append(": ")
        .append(formatMessage(record).replaceAll("\\p{Cntrl}", " "))
        .append('\n');
    if (record.getThrown() != null) {
      record.getThrown().printStackTrace(new PrintWriter(line, true));
    }
    return line.toString();
  }

  private static String shortened(String logger) {
    return logger == null ? "-" : logger.substring(logger.lastIndexOf('.') + 1);
  }
}
