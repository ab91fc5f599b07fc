package io.breakwater.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official servers and a second copy of the built jar behind the built jar, used by the official clients. */
@Timeout(600)
class GatewayIT {
  private static final Path CLIENTS = Path.of("target/clients");
  private static final Path SERVERS = Path.of("target/servers");
  private static final String PACKAGES = "node_modules/@modelcontextprotocol/";

  @TempDir
  static Path folder;

  private static Path shown;
  private static RunningJar jar;

  @BeforeAll
  @Timeout(600)
  static void installAndStart() throws Exception {
    install(Path.of("src/test/clients"), CLIENTS);
    install(Path.of("src/test/servers"), SERVERS);
    shown = Files.createDirectory(folder.toRealPath().resolve("shown"));
    Files.writeString(shown.resolve("a.txt"), "one");
    Files.write(shown.resolve("a.png"), new byte[] {1, 2, 3});
    Path behind = Files.writeString(folder.resolve("behind.json"), servers("behind.jsonl"));
    Files.writeString(folder.resolve("direct.json"), servers("direct.jsonl"));
    jar = RunningJar.start("--servers", behind.toString());
  }

  private static void install(Path sources, Path work) throws Exception {
    Files.createDirectories(work);
    try (var files = Files.list(sources)) {
      for (Path file : files.toList()) {
        Files.copy(file, work.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Command install =
        Command.run(540, work, "npm", "install", "--no-save", "--no-audit", "--no-fund");
    assertThat(install.exitCode()).as(install.output()).isZero();
  }

  private static String servers(String memory) {
    ObjectNode file = JsonNodeFactory.instance.objectNode();
    ObjectNode servers = file.putObject("mcpServers");
    entry(servers, "everything", "node", script("everything"));
    entry(servers, "memory", "node", script("memory"))
        .putObject("env")
        .put("MEMORY_FILE_PATH", folder.resolve(memory).toString());
    entry(servers, "files", "node", script("filesystem"), shown.toString());
    entry(
        servers,
        "twin",
        RunningJar.java(),
        "-jar",
        Path.of(RunningJar.jar()).toAbsolutePath().toString(),
        "--stdio");
    return file.toPrettyString();
  }

  private static String script(String server) {
    return SERVERS
        .resolve(PACKAGES + "server-" + server + "/dist/index.js")
        .toAbsolutePath()
        .toString();
  }

  private static ObjectNode entry(
      ObjectNode servers, String name, String command, String... arguments) {
    ObjectNode entry = servers.putObject(name).put("command", command);
    List.of(arguments).forEach(entry.putArray("args")::add);
    return entry;
  }

  @AfterAll
  static void stop() throws Exception {
    if (jar != null) {
      List<ProcessHandle> children = jar.process().descendants().toList();
      jar.close();
      assertThat(children).hasSizeGreaterThanOrEqualTo(4).noneMatch(ProcessHandle::isAlive);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "legacy", "modern"})
  void answers_throughTheGateway_areThoseOfTheServers(String client) throws Exception {
    Files.deleteIfExists(folder.resolve("behind.jsonl"));
    Files.deleteIfExists(folder.resolve("direct.jsonl"));
    Files.deleteIfExists(shown.resolve("made"));

    Command run = Command.run(
        240,
        CLIENTS,
        node(),
        "gateway.mjs",
        client,
        jar.url(),
        folder.resolve("direct.json").toString());

    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output()).contains("105 answers are the same");
  }

  @Test
  void inspector_commandLine_findsAllServers() throws Exception {
    JsonNode tools = inspector("--method", "tools/list");
    JsonNode sum = inspector(
        "--method",
        "tools/call",
        "--tool-name",
        "everything__get-sum",
        "--tool-arg",
        "a=2",
        "--tool-arg",
        "b=3");

    assertThat(tools.path("tools").findValuesAsText("name"))
        .contains("everything__echo", "memory__read_graph", "files__read_text_file", "twin__add");
    assertThat(sum.path("content").path(0).path("text").asText()).contains("5");
  }

  private static JsonNode inspector(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 8];
    System.arraycopy(
        new String[] {
          "env",
          "HOME=" + CLIENTS.toAbsolutePath(),
          node(),
          "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
          "--cli",
          jar.url(),
          "--transport",
          "http"
        },
        0,
        command,
        0,
        8);
    System.arraycopy(arguments, 0, command, 8, arguments.length);
    Command run = Command.run(120, CLIENTS, command);
    assertThat(run.exitCode()).as(run.output()).isZero();
    return new ObjectMapper().readTree(run.output().substring(run.output().indexOf('{')));
  }

  private static String node() {
    return CLIENTS.resolve("node_modules/.bin/node").toAbsolutePath().toString();
  }
}
