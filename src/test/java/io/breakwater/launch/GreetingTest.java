package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Listen;
import io.breakwater.options.Options;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GreetingTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, http://127.0.0.1:81/mcp",
    "localhost, http://localhost:81/mcp",
    "0.0.0.0,   http://127.0.0.1:81/mcp",
    "::,        http://[::1]:81/mcp",
    "[::],      http://[::1]:81/mcp",
    "::1,       http://[::1]:81/mcp",
    "[fe80::1], http://[fe80::1]:81/mcp"
  })
  void url_isOneThatThisMachineReaches(String host, String url) {
    assertThat(Greeting.url(new Listen(host, 0, "/mcp", null, "/message"), 81)).isEqualTo(url);
  }

  @Test
  void servers_areShownAsAPathHasThem() {
    assertThat(Greeting.of(Options.defaults(), 81, List.of("git", "my server")))
        .contains("each alone at http://127.0.0.1:81/mcp/NAME: git, my%20server\n");
  }

  @Test
  void text_onAllAddresses_saysSo() {
    Options options = Options.defaults().with("auth.mode", "none").with("listen.host", "::");

    assertThat(Greeting.of(options, 81, List.of())).contains("every other address");
    assertThat(Greeting.of(Options.defaults(), 81, List.of()))
        .doesNotContain("every other address");
  }
}
