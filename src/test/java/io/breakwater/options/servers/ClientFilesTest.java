package io.breakwater.options.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as clients have them; beside each, what is to be understood. */
final class ClientFilesTest {
  private static final Path FILES = Path.of("src/test/resources/io/breakwater/options/servers");
  private static final Map<String, String> ENVIRONMENT = Map.of("KEY", "s3cret");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude-desktop",
        "claude-code",
        "vs-code",
        "cursor",
        "cline",
        "windsurf",
        "gemini-cli"
      })
  void file_ofAClient_isUnderstood(String client) throws IOException {
    Servers servers = new ServersReader(Options.defaults().gateway(), ENVIRONMENT)
        .text(client, Files.readString(FILES.resolve(client + ".json")))
        .servers();

    String expected = Files.readString(FILES.resolve(client + ".txt"))
        .replace("HOME", System.getProperty("user.home"))
        .replace("FOLDER", Path.of("").toAbsolutePath().toString());
    assertThat(Shown.of(servers).stream().collect(Collectors.joining("\n", "", "\n")))
        .isEqualTo(expected);
  }
}
