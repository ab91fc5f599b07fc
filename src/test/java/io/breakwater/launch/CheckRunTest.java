package io.breakwater.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --check} prints of servers, and how it ends. */
@Timeout(120)
final class CheckRunTest {
  @TempDir
  private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int check(String servers, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("a,b.json"), "{\"mcpServers\": " + servers + "}");
    Launch launch = new Launch(
        Map.of("TOKEN", "s3cret"),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        (options, source, listening) -> {
          throw new AssertionError("nothing is to be served");
        });
    List<String> args = Stream.concat(
            Stream.of("--check", "--servers", file.toString()), Arrays.stream(more))
        .toList();
    return launch.run(args.toArray(String[]::new));
  }

  private JsonNode printed() throws IOException {
    return new ObjectMapper().readTree(out.toString(UTF_8)).path("mcpServers");
  }

  private List<String> said() {
    return err.toString(UTF_8).lines().toList();
  }

  @Test
  void servers_thatAreWell_areShown_withoutASecret() throws IOException {
    int code = check("""
        {"a": {"command": "a", "args": ["${TOKEN}"], "env": {"K": "${TOKEN}"}, "timeout": 5},
         "b": {"url": "https://x/mcp?k=${TOKEN}", "headers": {"A": "${TOKEN}"},
               "breakwater": {"forwardHeaders": ["Authorization"], "prefix": "never"}},
         "c": {"command": "c", "breakwater": {"share": "pool"}}}""");

    assertThat(code).isEqualTo(0);
    assertThat(printed().toString().replace('"', '\''))
        .isEqualTo("{'a':{'at':'a (1 argument)','share':'shared','prefix':'always','callMs':5000},"
            + "'b':{'at':'https://x/mcp','share':'session','prefix':'never',"
            + "'forwardHeaders':['authorization']},"
            + "'c':{'at':'c','share':'pool','prefix':'always','poolSize':4}}");
    assertThat(out.toString(UTF_8) + err).doesNotContain("s3cret");
    assertThat(said())
        .singleElement()
        .asString()
        .endsWith("a,b.json: mcpServers.a.timeout: 5 was taken for seconds");
  }

  @Test
  void server_thatIsBroken_isExitCode2_andTheOthersAreShown() throws IOException {
    assertThat(check("{\"a\": {}, \"b\": {\"command\": \"b\", \"x1y2\": 1}}")).isEqualTo(2);

    assertThat(printed().fieldNames()).toIterable().containsExactly("b");
    assertThat(said()).hasSize(2);
    assertThat(said().get(0))
        .startsWith("warning: ")
        .endsWith("mcpServers.b.x1y2: unknown, ignored");
    assertThat(said().get(1))
        .startsWith("error: ")
        .contains("mcpServers.a.command: neither a command nor a url");
  }

  @Test
  void file_thatIsNotThere_isExitCode2() throws IOException {
    assertThat(check("{}", "--servers", folder.resolve("none.json").toString())).isEqualTo(2);

    assertThat(said()).singleElement().asString().contains("none.json: cannot be read");
  }

  @Test
  void tools_ofAServerThatAnswers_areShown() throws IOException {
    assertThat(check("{\"a\": " + ToolChild.entry("where") + "}", "--tools"))
        .as(err.toString(UTF_8))
        .isEqualTo(0);

    JsonNode shown = printed().path("a");
    assertThat(shown.path("tools").toString()).isEqualTo("[\"where\"]");
    assertThat(shown.path("state").asText()).isEqualTo("up");
    assertThat(shown.has("why")).isFalse();
  }

  @Test
  void server_thatDoesNotAnswer_isExitCode1_andTheOthersAreShown() throws IOException {
    String servers = "{\"a\": " + ToolChild.entry("where")
        + ", \"b\": {\"command\": \"no-such-program-anywhere\"}}";

    assertThat(check(servers, "--tools")).isEqualTo(1);

    assertThat(printed().path("a").path("tools").toString()).isEqualTo("[\"where\"]");
    assertThat(printed().path("b").path("why").asText()).contains("no-such-program-anywhere");
  }

  @Test
  void tools_withoutCheck_isAMistake() {
    assertThat(Arguments.parse("--tools").mistakes())
        .singleElement()
        .asString()
        .isEqualTo("--tools: without --check (expected: both, or none)");
  }

  @Test
  void servers_givenTwice_areAList() {
    assertThat(Arguments.parse("--servers", "a,b.json", "-servers=c.json").servers())
        .containsExactly("a,b.json", "c.json");
  }
}
