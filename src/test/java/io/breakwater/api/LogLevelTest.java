package io.breakwater.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class LogLevelTest {

  @Test
  void levels_areThoseOfSyslog_theLeastSevereFirst() {
    assertThat(Arrays.stream(LogLevel.values()).map(LogLevel::wireName))
        .containsExactly(
            "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");
  }

  @Test
  void level_isFoundByItsWireName() {
    assertThat(LogLevel.of("warning")).isEqualTo(LogLevel.WARNING);
    assertThat(LogLevel.of("WARNING")).isNull();
    assertThat(LogLevel.of(null)).isNull();
  }

  @Test
  void level_isShownFromTheOneThatIsWantedOn() {
    assertThat(LogLevel.INFO.atLeast(LogLevel.INFO)).isTrue();
    assertThat(LogLevel.INFO.atLeast(LogLevel.NOTICE)).isFalse();
    assertThat(LogLevel.EMERGENCY.atLeast(LogLevel.DEBUG)).isTrue();
  }
}
