package io.breakwater.provider.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChildLogTest {
  private static final String SERVER = "of-child-log-test";

  private final Logger logger = Logger.getLogger(ChildLog.class.getName());
  private final List<String> logged = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong(1_000);
  private final ChildLog log = new ChildLog(SERVER, 3, clock::get);
  private final Handler handler = new Handler() {
    @Override
    public void publish(LogRecord line) {
      if (line.getMessage().startsWith(SERVER + ": ")) {
        logged.add(line.getMessage().substring(SERVER.length() + 2));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  @BeforeEach
  void hear() {
    logger.addHandler(handler);
  }

  @AfterEach
  void unhear() {
    logger.removeHandler(handler);
  }

  @Test
  void lines_ofOneSecondUpToTheMax_areLogged_andOneBeyondIsCounted() {
    say(4);
    clock.addAndGet(999);
    log.line("still the same second");
    assertThat(logged).containsExactly("1", "2", "3");

    clock.addAndGet(1);
    log.line("next");
    assertThat(logged)
        .containsExactly("1", "2", "3", "2 more lines (gateway.stderrLinesMax)", "next");
  }

  @Test
  void flood_ofHalfAMillionLines_logsAFewInEachSecond() {
    for (int second = 0; second < 5; second++) {
      say(100_000);
      clock.addAndGet(1_000);
    }

    // Of each second three lines, and of each but the last how many were left out.
    assertThat(logged).hasSize(5 * 3 + 4);
  }

  @Test
  void lines_atTheMax_leaveNothingOut() {
    say(3);
    clock.addAndGet(1_000);
    log.odd("next");

    assertThat(logged).containsExactly("1", "2", "3", "next");
  }

  @Test
  void line_thatWouldLookLikeAnother_isOne() {
    log.line("a\nWARNING b\u001b[2K\u2028c");

    assertThat(logged).containsExactly("a WARNING b [2K c");
  }

  @Test
  void line_asLongAsIsLogged_isWhole_andOneCharacterMoreIsCut() {
    log.line("x".repeat(1_000));
    log.line("x".repeat(1_001));

    assertThat(logged).containsExactly("x".repeat(1_000), "x".repeat(1_000) + "...");
  }

  private void say(int lines) {
    for (int i = 1; i <= lines; i++) {
      log.line(Integer.toString(i));
    }
  }
}
