package io.breakwater.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NearestTest {
  private static final List<String> VARIABLES =
      Settings.ALL.keys().stream().map(Key::variable).toList();

  @ParameterizedTest
  @CsvSource({
    "BREAKWATER_LIMITS_DEPHT_MAX, BREAKWATER_LIMITS_DEPTH_MAX",
    "breakwater_listen_prt, BREAKWATER_LISTEN_PORT",
    "BREAKWATER_LIMIT_DEPTH_MAX, BREAKWATER_LIMITS_DEPTH_MAX",
  })
  void variable_mistyped_isFound(String name, String meant) {
    assertThat(Nearest.of(name, VARIABLES)).isEqualTo(meant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BREAKWATER_HOME",
        "BREAKWATER_X",
        "BREAKWATER_",
        "BREAKWATER_VERSION",
        "BREAKWATER_IMAGE_TAG"
      })
  void variable_likeNone_isNotFound(String name) {
    assertThat(Nearest.of(name, VARIABLES)).isNull();
  }

  @Test
  void candidate_alone_isFound() {
    assertThat(Nearest.of("ad", List.of("add"))).isEqualTo("add");
  }
}
