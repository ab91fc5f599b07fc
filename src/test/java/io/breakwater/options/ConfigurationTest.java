package io.breakwater.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigurationTest {
  @TempDir
  private Path folder;

  private static Configuration text(String json) {
    return Configuration.defaults().text("file.json", json);
  }

  private static List<String> mistakes(Configuration configuration) {
    Mistakes mistakes = catchThrowableOfType(Mistakes.class, configuration::options);
    assertThat(mistakes).as("mistakes").isNotNull();
    return mistakes.list().stream().map(Mistake::toString).toList();
  }

  // Values

  @Test
  void text_withComments_isRead() {
    Options options = text("""
        {
          // a line
          "limits": { /* a block */ "depthMax": 12 }
        }
        """).options();

    assertThat(options.limits().depthMax()).isEqualTo(12);
  }

  @Test
  void text_withASchemaReference_isRead() {
    assertThat(text("{\"$schema\":\"./breakwater.schema.json\"}").options())
        .isEqualTo(Options.defaults());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1000})
  void number_atItsBound_isTaken(long depth) {
    assertThat(
            text("{\"limits\":{\"depthMax\":" + depth + "}}").options().limits().depthMax())
        .isEqualTo((int) depth);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "1001", "-1", "1.5", "1e2", "99999999999999999999", "\"64\"", "null", "[]"})
  void number_thatIsNone_orOutOfBounds_isAMistake(String value) {
    assertThat(mistakes(text("{\"limits\":{\"depthMax\":" + value + "}}")))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("limits.depthMax: ")
        .endsWith("(expected: an integer from 1 to 1000)");
  }

  @Test
  void number_outOfBounds_isNamedWithItsBounds() {
    assertThat(mistakes(text("{\"limits\":{\"depthMax\":0}}")))
        .containsExactly("limits.depthMax: 0 (expected: an integer from 1 to 1000)");
  }

  @Test
  void flag_thatIsNone_isAMistake() {
    assertThat(mistakes(text("{\"observe\":{\"health\":\"yes\"}}")))
        .containsExactly("observe.health: \"yes\" (expected: true or false)");
  }

  @Test
  void choice_thatIsNone_isAMistake() {
    assertThat(mistakes(text("{\"auth\":{\"mode\":\"NONE\"}}")))
        .containsExactly("auth.mode: \"NONE\" (expected: unset or none)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp", "/", "/mcp/", "/a b", "/a?b", ""})
  void path_thatIsNone_isAMistake(String path) {
    assertThat(mistakes(text("{\"listen\":{\"path\":\"" + path + "\"}}")))
        .hasSize(1)
        .first()
        .asString()
        .contains("expected: a path such as /mcp");
  }

  @Test
  void wildcardOrigin_isAMistake_thatNamesTheSwitch() {
    assertThat(mistakes(text("{\"origins\":{\"origins\":[\"*\"],\"hosts\":[\"*\"]}}")))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("origins.any"));
  }

  @Test
  void longValue_inAMessage_isCut() {
    assertThat(mistakes(text("{\"auth\":{\"mode\":\"" + "x".repeat(5000) + "\"}}")))
        .singleElement()
        .asString()
        .hasSizeLessThan(120);
  }

  // Names

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      {"limits":{"dephtMax":3}}  | limits.dephtMax: unknown setting (did you mean limits.depthMax?)
      {"limits":{"countMax":3}}  | limits.countMax: unknown setting (did you mean sessions.countMax?)
      {"limit":{}}               | limit: unknown section (did you mean limits?)
      {"port":9000}              | port: unknown section (did you mean listen.port?)
      {"auth":{"zzzzzzzz":1}}    | auth.zzzzzzzz: unknown setting (expected: one of mode)
      """)
  void name_unknown_getsTheNearest(String json, String line) {
    assertThat(mistakes(text(json))).containsExactly(line);
  }

  @Test
  void section_unknown_withNoneNear_listsAll() {
    assertThat(mistakes(text("{\"zzzzzzzzzzzz\":1}")))
        .containsExactly("zzzzzzzzzzzz: unknown section (expected: one of "
            + String.join(", ", Settings.ALL.sections()) + ")");
  }

  @Test
  void section_ofALaterVersion_isRefused() {
    assertThat(mistakes(text("{\"cluster\":{}}")))
        .containsExactly("cluster: not supported in this version (expected: no such section)");
  }

  @Test
  void servers_areHandedOutAsTheyStand() {
    assertThat(text("{\"mcpServers\":{\"a\":{\"command\":\"b\"}}}").servers().toString())
        .isEqualTo("{\"a\":{\"command\":\"b\"}}");
    assertThat(mistakes(text("{\"mcpServers\":[]}")))
        .containsExactly("mcpServers: [] (expected: an object of servers by their names)");
  }

  @Test
  void section_thatIsNoObject_isAMistake() {
    assertThat(mistakes(text("{\"limits\":7}"))).containsExactly("limits: 7 (expected: an object)");
  }

  // Text

  @Test
  void syntaxError_isNamedWithLineAndColumn() {
    assertThat(mistakes(text("{\n  \"limits\": {,}\n}")))
        .singleElement()
        .asString()
        .startsWith("file.json:2:14: Unexpected character (','");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "null", "{} {}", "{", "{\"auth\":{},\"auth\":{}}"})
  void text_thatIsNotOneObject_isAMistake(String json) {
    assertThat(mistakes(text(json))).hasSize(1);
  }

  @Test
  void text_tooDeep_isAMistake() {
    assertThat(mistakes(text("[".repeat(65)))).hasSize(1);
  }

  @Test
  void file_missing_isAMistake() {
    Path file = folder.resolve("none.json");
    assertThat(mistakes(Configuration.defaults().file(file)))
        .containsExactly(file + ": no such file (expected: a configuration file)");
  }

  @Test
  void file_thatIsAFolder_isAMistake() {
    assertThat(mistakes(Configuration.defaults().file(folder)))
        .containsExactly(folder + ": cannot be read (expected: a readable file)");
  }

  @Test
  void file_largerThanTheBound_isAMistake() throws IOException {
    Path file = folder.resolve("large.json");
    String padding = " ".repeat(Configuration.TEXT_BYTES_MAX - 2);
    Files.writeString(file, "{}" + padding);
    assertThat(Configuration.defaults().file(file).options()).isEqualTo(Options.defaults());

    Files.writeString(file, "{} " + padding);
    assertThat(mistakes(Configuration.defaults().file(file)))
        .containsExactly(file + ": too large (expected: at most 1048576 bytes)");
  }

  // Environment

  @ParameterizedTest
  @MethodSource("paths")
  void setting_byItsVariable_isTaken(String path) {
    Key key = key(path);
    JsonNode other = other(key);

    Options options = Configuration.defaults()
        .environment(Map.of("BREAKWATER_AUTH_MODE", "none"))
        .environment(Map.of(key.variable(), words(other)))
        .options();

    assertThat(key.variable()).matches("BREAKWATER(_[A-Z]+)+");
    assertThat(Settings.ALL.read(options).get(path)).isEqualTo(other);
  }

  static List<String> paths() {
    return Settings.ALL.keys().stream().map(Key::path).toList();
  }

  private static Key key(String path) {
    Key key = Settings.ALL.key(path);
    assertThat(key).isNotNull();
    return key;
  }

  /** A value that is not the default, and contradicts no other default. */
  private static JsonNode other(Key key) {
    return switch (key.kind()) {
      case WHOLE -> Key.whole(Math.max(1, key.fallback().longValue() - 1));
      case FLAG -> key.ofText(String.valueOf(!key.fallback().booleanValue()));
      case CHOICE -> key.ofText(key.name().equals("prefix") ? "never" : "none");
      case TEXTS ->
        key.ofText(key.name().equals("hosts") ? "a.example, b:1" : "https://a.example:1");
      case TEXT ->
        key.ofText(
            switch (key.path()) {
              case "listen.path", "listen.ssePath", "listen.messagePath" -> "/other";
              case "seal.key" -> "A".repeat(43) + "=";
              default -> "localhost";
            });
    };
  }

  private static String words(JsonNode value) {
    if (!value.isArray()) {
      return value.asText();
    }
    StringBuilder words = new StringBuilder();
    value.forEach(member -> words.append(words.isEmpty() ? "" : ",").append(member.asText()));
    return words.toString();
  }

  @Test
  void variable_withAnImpossibleValue_isNamed() {
    assertThat(mistakes(
            Configuration.defaults().environment(Map.of("BREAKWATER_LIMITS_DEPTH_MAX", "deep"))))
        .containsExactly("limits.depthMax: \"deep\" (expected: an integer from 1 to 1000, from"
            + " BREAKWATER_LIMITS_DEPTH_MAX)");
  }

  @Test
  void variable_mistyped_getsTheNearest() {
    assertThat(mistakes(
            Configuration.defaults().environment(Map.of("BREAKWATER_LIMITS_DEPHT_MAX", "3"))))
        .containsExactly(
            "BREAKWATER_LIMITS_DEPHT_MAX: unknown variable (did you mean BREAKWATER_LIMITS_DEPTH_MAX?)");
  }

  @Test
  void variables_ofAnOrchestrator_areLeftAlone() {
    Options options = Configuration.defaults()
        .environment(Map.of(
            "BREAKWATER_PORT", "tcp://10.0.0.1:8080",
            "BREAKWATER_SERVICE_HOST", "10.0.0.1",
            "BREAKWATER_PORT_8080_TCP_ADDR", "10.0.0.1",
            "BREAKWATER_LOG_LEVEL", "debug"))
        .options();

    assertThat(options).isEqualTo(Options.defaults());
  }

  // Sources together

  @Test
  void sources_together_theStrongestWins() {
    Options options = text("{\"limits\":{\"depthMax\":1,\"tokensMax\":1,\"pageSize\":1}}")
        .environment(
            Map.of("BREAKWATER_LIMITS_TOKENS_MAX", "2", "BREAKWATER_LIMITS_PAGE_SIZE", "2"))
        .option("--size", "limits.pageSize", "3")
        .options();

    assertThat(options.limits().depthMax()).isEqualTo(1);
    assertThat(options.limits().tokensMax()).isEqualTo(2);
    assertThat(options.limits().pageSize()).isEqualTo(3);
    assertThat(options.limits().bodyBytesMax()).isEqualTo(4_194_304);
  }

  @Test
  void mistakes_ofAllSources_comeTogether() {
    Configuration configuration = text("{\"limits\":{\"depthMax\":0,\"x\":1},\"cluster\":{}}")
        .environment(Map.of("BREAKWATER_OBSERVE_HEALTH", "maybe"))
        .option("--port", "listen.port", "65536");

    assertThat(mistakes(configuration))
        .hasSize(5)
        .anyMatch(line -> line.startsWith("observe.health: \"maybe\""))
        .anyMatch(line ->
            line.equals("listen.port: 65536 (expected: an integer from 0 to 65535, from --port)"));
  }

  @Test
  void printed_readAgain_isTheSame() {
    Options options = text("""
        {"limits":{"depthMax":9,"idleConnectionMs":40},"origins":{"hosts":["x.example"]},
         "server":{"title":"T"},"listen":{"host":"::","port":0},"auth":{"mode":"none"}}
        """).options();

    ObjectNode printed = options.toJson();

    assertThat(Configuration.defaults().tree(printed).options()).isEqualTo(options);
  }

  // Settings that bound each other

  @Test
  void given_thatAnotherGivenContradicts_isAMistake() {
    assertThat(mistakes(text("{\"sessions\":{\"countMax\":10,\"perPrincipalMax\":11}}")))
        .containsExactly(
            "sessions.perPrincipalMax: 11 (expected: at most sessions.countMax, which is 10)");
  }

  @Test
  void given_thatADefaultContradicts_isAMistake() {
    assertThat(mistakes(text("{\"limits\":{\"keepAliveMs\":30001}}")))
        .containsExactly(
            "limits.keepAliveMs: 30001 (expected: at most half of limits.idleConnectionMs, which is"
                + " 60000)");
    assertThat(text("{\"limits\":{\"keepAliveMs\":30000}}").options().limits().keepAliveMs())
        .isEqualTo(30_000);
  }

  @Test
  void paths_thatAreTheSame_areAMistake_withBothNames() {
    assertThat(mistakes(text("{\"listen\":{\"path\":\"/sse\"}}")))
        .containsExactly(
            "listen.ssePath: \"/sse\" (expected: another path, since listen.path has this one)");
    assertThat(mistakes(text("{\"listen\":{\"messagePath\":\"/sse\"}}")))
        .containsExactly(
            "listen.messagePath: \"/sse\" (expected: another path, since listen.ssePath has this one)");
    assertThat(mistakes(text("{\"listen\":{\"path\":\"/health\"}}")))
        .containsExactly(
            "listen.path: \"/health\" (expected: another path, since observe.health has this one)");
  }

  @Test
  void paths_ofWhatIsSwitchedOff_areFree() {
    assertThat(text("{\"listen\":{\"path\":\"/message\",\"ssePath\":null}}")
            .options()
            .listen()
            .path())
        .isEqualTo("/message");
  }

  @Test
  void listedOrigins_besideAny_areAMistake() {
    assertThat(mistakes(text("{\"origins\":{\"any\":true,\"hosts\":[\"x.example\"]}}")))
        .singleElement()
        .asString()
        .startsWith("origins.any: true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "mcp.example.com", "127.0.0.1.example.com"})
  void listenBeyondLoopback_withoutAWordOnAuth_isRefused(String host) {
    Configuration configuration = text("{\"listen\":{\"host\":\"" + host + "\"}}");

    assertThat(mistakes(configuration))
        .singleElement()
        .asString()
        .startsWith("listen.host: \"" + host + "\" (without authentication only loopback")
        .contains("BREAKWATER_AUTH_MODE=none");
    assertThat(configuration.environment(Map.of("BREAKWATER_AUTH_MODE", "none")).options())
        .extracting(options -> options.listen().host())
        .isEqualTo(host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.1.2.3",
        "localhost",
        "LOCALHOST",
        "::1",
        "[::1]",
        "0:0:0:0:0:0:0:1"
      })
  void listenOnLoopback_needsNoWordOnAuth(String host) {
    assertThat(
            text("{\"listen\":{\"host\":\"" + host + "\"}}").options().listen().loopback())
        .isTrue();
  }
}
