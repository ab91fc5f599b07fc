package io.breakwater.options.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Gateway;
import io.breakwater.options.Options;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerEntryTest {
  private static final Gateway GATEWAY = Options.defaults().gateway();
  private static final Reach PROGRAM =
      new Reach.Command(List.of("npx", "-y", "s3cret"), Map.of("TOKEN", "s3cret"), Path.of("/tmp"));

  private static Reach url(String url) {
    return new Reach.Url(
        URI.create(url), Map.of("Authorization", "Bearer s3cret"), TransportWish.AUTO);
  }

  @Test
  void entry_thatSaysNothing_hasTheDefaultsOfTheGateway() {
    ServerEntry entry = ServerEntry.of("a", PROGRAM, GATEWAY);

    assertThat(entry.sharing()).isEqualTo(Sharing.SHARED);
    assertThat(entry.prefix()).isEqualTo(Gateway.Prefix.ALWAYS);
    assertThat(entry.depthMax()).isEqualTo(40);
    assertThat(entry.resultBytesMax()).isEqualTo(16_777_216);
    assertThat(entry.idleMs()).isEqualTo(600_000);
    assertThat(ServerEntry.of("a", url("https://x.example/mcp"), GATEWAY).sharing())
        .isEqualTo(Sharing.SESSION);
  }

  @Test
  void entries_ofTheSameText_areEqual() {
    assertThat(ServerEntry.of("a", url("https://x.example/mcp"), GATEWAY))
        .isEqualTo(ServerEntry.of("a", url("https://x.example/mcp"), GATEWAY))
        .isNotEqualTo(ServerEntry.of("a", url("https://x.example/mcp?x"), GATEWAY));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      plain-name_1           | plain-name_1
      Sequential Thinking    | Sequential_Thinking
      github.com/owner/repo  | github_com_owner_repo
      """)
  void name_beforeAPrefix_hasPlainCharactersAlone(String name, String prefix) {
    assertThat(ServerEntry.of(name, PROGRAM, GATEWAY).prefixName()).isEqualTo(prefix);
  }

  @Test
  void text_ofAProgram_showsNoArgumentAndNoEnvironment() {
    assertThat(ServerEntry.of("a", PROGRAM, GATEWAY).toString())
        .contains("npx (2 arguments)")
        .doesNotContain("s3cret", "TOKEN");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      https://u:s3cret@x.example:8443/mcp?key=s3cret#s3cret | https://x.example:8443/mcp
      https://x.example/s/1a2b3c4d5e6f7a8b/mcp              | https://x.example/s/***/mcp
      http://[::1]/modelcontextprotocol                     | http://[::1]/modelcontextprotocol
      https://x.example                                     | https://x.example
      """)
  void text_ofAUrl_showsNoSecret(String url, String shown) {
    assertThat(url(url).toString()).isEqualTo(shown);
  }
}
