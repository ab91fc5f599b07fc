package io.breakwater.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code list} and {@code call} of the built jar, against the built jar. */
@Timeout(300)
class CommandLineIT {
  private static RunningJar server;

  @BeforeAll
  static void start() throws Exception {
    server = RunningJar.start();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void list_ofAUrl_showsThreeTables() throws Exception {
    Command list = jar("list", server.url());

    assertThat(list.exitCode()).as(list.output()).isZero();
    assertThat(list.output())
        .contains("revision 2026-07-28 over streamable-http", "Tools (", "Resources (", "Prompts (")
        .containsPattern("(?m)^  add +\\S");
  }

  @Test
  void list_ofACommand_asJson_isOneObject() throws Exception {
    Command list = jar(
        "list", "--json", "--", RunningJar.java(), "-Xmx128m", "-jar", absoluteJar(), "--stdio");

    assertThat(list.exitCode()).as(list.output()).isZero();
    JsonNode json = new ObjectMapper().readTree(list.output());
    assertThat(json.path("transport").asText()).isEqualTo("stdio");
    assertThat(json.path("tools").findValuesAsText("name")).contains("add", "countdown");
  }

  @Test
  void call_ofEveryEra_printsTheSum() throws Exception {
    for (String era : List.of("auto", "modern", "legacy")) {
      Command call = jar("call", server.url(), "add", "a=2", "b=3", "--era", era);

      assertThat(call.exitCode()).as(call.output()).isZero();
      assertThat(call.output()).contains("5");
    }
  }

  @Test
  void call_ofACommand_printsTheSum() throws Exception {
    Command call = jar(
        "call",
        "add",
        "a=2",
        "b=3",
        "--",
        RunningJar.java(),
        "-Xmx128m",
        "-jar",
        absoluteJar(),
        "--stdio");

    assertThat(call.exitCode()).as(call.output()).isZero();
    assertThat(call.output()).contains("5");
  }

  @Test
  void call_withWrongArguments_saysWhichThereAre() throws Exception {
    Command call = jar("call", server.url(), "add", "a=two");

    assertThat(call.exitCode()).isEqualTo(2);
    assertThat(call.output())
        .contains(
            "a: two (expected: number)", "b: missing (expected: number)", "Parameters of add (2)");
  }

  @Test
  void call_ofNoTool_namesTheNearest() throws Exception {
    Command call = jar("call", server.url(), "ad");

    assertThat(call.exitCode()).isEqualTo(2);
    assertThat(call.output()).contains("no tool ad (did you mean add?)");
  }

  @Test
  void list_ofNobody_failsInOneLine() throws Exception {
    Command url = jar("list", "http://127.0.0.1:1/mcp");
    Command command = jar("list", "--", "no-such-program-here");

    assertThat(url.exitCode()).isEqualTo(1);
    assertThat(url.output().lines()).hasSize(1);
    assertThat(command.exitCode()).isEqualTo(1);
    assertThat(command.output().strip())
        .isEqualTo("cannot start no-such-program-here: no such program on the PATH");
  }

  private static String absoluteJar() {
    return Path.of(RunningJar.jar()).toAbsolutePath().toString();
  }

  private static Command jar(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(RunningJar.java(), "-Xmx256m", "-jar", absoluteJar()));
    command.addAll(List.of(arguments));
    return Command.run(120, Path.of("target"), command.toArray(String[]::new));
  }
}
