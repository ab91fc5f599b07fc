package io.breakwater.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class OptionsTest {
  private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  @Test
  void defaults_areThoseOfTheDesign() {
    Options options = Options.defaults();

    assertThat(options.listen())
        .isEqualTo(new Listen("127.0.0.1", 8080, "/mcp", "/sse", "/message"));
    assertThat(options.limits().bodyBytesMax()).isEqualTo(4_194_304);
    assertThat(options.limits().depthMax()).isEqualTo(64);
    assertThat(options.sessions().countMax()).isEqualTo(10_000);
    assertThat(options.auth().mode()).isEqualTo(Auth.Mode.UNSET);
    assertThat(options.server().title()).isNull();
    assertThat(options.server().version()).isEqualTo("development");
    assertThat(options.seal().keyBytes()).isNull();
  }

  @Test
  void inFlightBytes_withoutANumber_areAQuarterOfTheHeap() {
    assertThat(Options.defaults().limits().inFlightBytesMax())
        .isEqualTo(Runtime.getRuntime().maxMemory() / 4);
  }

  @Test
  void with_oneSetting_changesItAlone() {
    Options options = Options.defaults()
        .with("limits.bodyMs", 250)
        .with("auth.mode", "none")
        .with("listen.host", "0.0.0.0")
        .with("origins.hosts", List.of("mcp.example.com"))
        .with("server.builtins", false);

    assertThat(options.limits().bodyMs()).isEqualTo(250);
    assertThat(options.auth().mode()).isEqualTo(Auth.Mode.NONE);
    assertThat(options.listen().host()).isEqualTo("0.0.0.0");
    assertThat(options.origins().hosts()).containsExactly("mcp.example.com");
    assertThat(options.server().builtins()).isFalse();
    assertThat(options.limits().depthMax()).isEqualTo(64);
  }

  @Test
  void with_aLowerBound_lowersTheDefaultsUnderIt() {
    Options options =
        Options.defaults().with("sessions.countMax", 10).with("limits.idleConnectionMs", 1);

    assertThat(options.sessions().perPrincipalMax()).isEqualTo(10);
    assertThat(options.limits().keepAliveMs()).isEqualTo(1);
    assertThat(options.limits().streamAfterMs()).isEqualTo(1);
  }

  @Test
  void with_anImpossibleValue_fails() {
    assertThatThrownBy(() -> Options.defaults().with("limits.depthMax", 0))
        .isInstanceOf(Mistakes.class)
        .hasMessage("limits.depthMax: 0 (expected: an integer from 1 to 1000)");
  }

  @Test
  void with_anUnknownSetting_fails() {
    assertThatThrownBy(() -> Options.defaults().with("limits.depth", 1))
        .isInstanceOf(Mistakes.class)
        .hasMessage("limits.depth: unknown setting (did you mean limits.depthMax?)");
  }

  @Test
  void sealKey_inEitherAlphabet_isTheBytes() {
    byte[] bytes = Options.defaults().with("seal.key", KEY).seal().keyBytes();

    assertThat(bytes).hasSize(32).startsWith(0, 1, 2).endsWith(30, 31);
    String mixed = "-_+/" + "A".repeat(39);
    assertThat(Options.defaults().with("seal.key", mixed).seal().keyBytes()).hasSize(32);
  }

  @Test
  void secret_isNeverPrinted() {
    Options options = Options.defaults().with("seal.key", KEY);

    assertThat(options.toString()).doesNotContain("AAECA").contains("\"key\":\"***\"");
    assertThat(options.seal().toString()).doesNotContain("AAECA");
    assertThatThrownBy(() -> Options.defaults().with("seal.key", "hunter2"))
        .hasMessageContaining("seal.key: *** (expected: base64 of 32 bytes")
        .hasMessageNotContaining("hunter2");
  }
}
