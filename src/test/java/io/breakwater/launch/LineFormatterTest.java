package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

final class LineFormatterTest {

  private static LogRecord record(String message) {
    LogRecord record = new LogRecord(Level.INFO, message);
    record.setLoggerName("io.breakwater.http.HttpDoor");
    record.setInstant(Instant.parse("2026-07-28T10:20:30.400Z"));
    return record;
  }

  @Test
  void record_isOneLine() {
    LogRecord record = record("took {0} ms");
    record.setParameters(new Object[] {7});

    assertThat(new LineFormatter().format(record))
        .matches("2026-07-2[789]T\\d\\d:\\d\\d:30\\.400\\S+ INFO    HttpDoor: took 7 ms\n");
  }

  @Test
  void message_withLineBreaks_staysOneLine() {
    assertThat(new LineFormatter()
            .format(record("a\r\n2026 SEVERE forged\u001b[31m"))
            .lines())
        .hasSize(1);
  }

  @Test
  void trace_followsOnItsOwnLines() {
    LogRecord record = record("failed");
    record.setThrown(new IllegalStateException("why"));

    assertThat(new LineFormatter().format(record))
        .contains(": failed\njava.lang.IllegalStateException: why\n\tat ");
  }

  @Test
  void logger_withoutAName_isADash() {
    LogRecord record = record("x");
    record.setLoggerName(null);

    assertThat(new LineFormatter().format(record)).contains(" -: x\n");
  }
}
