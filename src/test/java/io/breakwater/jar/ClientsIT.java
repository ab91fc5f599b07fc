package io.breakwater.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The official clients, from the npm registry, against the built jar. */
@Timeout(600)
class ClientsIT {
  private static final Path SOURCES = Path.of("src/test/clients");
  private static final Path WORK = Path.of("target/clients");
  private static final Path NODE = WORK.resolve("node_modules/.bin/node").toAbsolutePath();

  private static RunningJar jar;

  @BeforeAll
  @Timeout(600)
  static void installAndStart() throws Exception {
    Files.createDirectories(WORK);
    for (String file : new String[] {"package.json", "package-lock.json", "v1.mjs", "v2.mjs"}) {
      Files.copy(SOURCES.resolve(file), WORK.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    // Not npm ci: it wants a package of another operating system in the lock file, which no
    // registry has to serve.
    Command install =
        Command.run(540, WORK, "npm", "install", "--no-save", "--no-audit", "--no-fund");
    assertThat(install.exitCode()).as(install.output()).isZero();
    jar = RunningJar.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (jar != null) {
      jar.close();
    }
  }

  @Test
  void typescriptClient1_allSteps_pass() throws Exception {
    Command run = node("v1.mjs", "http", jar.url());

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output()).contains("10 steps passed");
  }

  @Test
  void typescriptClient2_bothEras_pass() throws Exception {
    Command run = node("v2.mjs", "http", jar.url());

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output()).contains("17 steps passed");
  }

  @Test
  void typescriptClient1_overHttpAndSse_allSteps_pass() throws Exception {
    Command run = node("v1.mjs", "sse", jar.url().replace("/mcp", "/sse"));

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output()).contains("9 steps passed");
  }

  @Test
  void typescriptClient1_overStdio_allSteps_pass() throws Exception {
    Command run = node("v1.mjs", "stdio", RunningJar.java(), file());

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output()).contains("9 steps passed");
  }

  @Test
  void typescriptClient2_overStdio_bothEras_pass() throws Exception {
    Command run = node("v2.mjs", "stdio", RunningJar.java(), file());

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output()).contains("17 steps passed");
  }

  private static String file() {
    return Path.of(RunningJar.jar()).toAbsolutePath().toString();
  }

  @Test
  void inspector_commandLine_listsCallsReadsAndGets() throws Exception {
    JsonNode tools = inspector("--method", "tools/list");
    JsonNode sum = inspector(
        "--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=2", "--tool-arg", "b=3");
    JsonNode about = inspector("--method", "resources/read", "--uri", "breakwater://about");
    JsonNode prompt = inspector(
        "--method", "prompts/get", "--prompt-name", "code_review", "--prompt-args", "code=int x;");

    assertThat(tools.path("tools").findValuesAsText("name")).contains("add", "countdown");
    assertThat(sum.path("structuredContent").path("sum").intValue()).isEqualTo(5);
    assertThat(about.path("contents").path(0).path("text").asText()).contains("Breakwater");
    assertThat(prompt.path("messages").toString()).contains("int x;");
  }

  /** Its catalog and its storage would be in the home folder otherwise. */
  private static JsonNode inspector(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(
        "env",
        "HOME=" + WORK.toAbsolutePath(),
        NODE.toString(),
        "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
        "--cli",
        jar.url(),
        "--transport",
        "http"));
    command.addAll(List.of(arguments));
    Command run = Command.run(120, WORK, command.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.output()).isZero();
    return new ObjectMapper().readTree(run.output().substring(run.output().indexOf('{')));
  }

  private static Command node(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = NODE.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return Command.run(120, WORK, command);
  }
}
