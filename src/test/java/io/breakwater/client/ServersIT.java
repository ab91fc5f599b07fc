package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Json;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.File;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The official servers, from the npm registry, used by our client. */
@Timeout(300)
class ServersIT {
  private static final Path SOURCES = Path.of("src/test/servers");
  private static final Path WORK = Path.of("target/servers");
  private static final String PACKAGES = "node_modules/@modelcontextprotocol/";
  private static final String EVERYTHING = WORK.resolve(
          PACKAGES + "server-everything/dist/index.js")
      .toAbsolutePath()
      .toString();
  private static final String FILESYSTEM = WORK.resolve(
          PACKAGES + "server-filesystem/dist/index.js")
      .toAbsolutePath()
      .toString();

  private static Vertx vertx;

  private final List<Process> processes = new ArrayList<>();
  private final List<McpClient> clients = new ArrayList<>();
  private final Heard heard = new Heard();

  @BeforeAll
  static void install() throws Exception {
    Files.createDirectories(WORK);
    for (String file : List.of("package.json", "package-lock.json")) {
      Files.copy(SOURCES.resolve(file), WORK.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    Process npm = new ProcessBuilder("npm", "install", "--no-save", "--no-audit", "--no-fund")
        .directory(WORK.toFile())
        .redirectErrorStream(true)
        .redirectOutput(new File("target/servers/install.log"))
        .start();
    boolean ended = npm.waitFor(280, TimeUnit.SECONDS);
    if (!ended) {
      npm.descendants().forEach(ProcessHandle::destroyForcibly);
      npm.destroyForcibly();
    }
    assertThat(ended && npm.exitValue() == 0)
        .as(Files.readString(WORK.resolve("install.log")))
        .isTrue();
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void closeVertx() throws Exception {
    if (vertx != null) {
      await(vertx.close());
    }
  }

  @AfterEach
  void end() throws Exception {
    for (McpClient client : clients) {
      await(client.close());
    }
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    assertThat(ProcessHandle.current().descendants().filter(ChildOfTest::runs)).isEmpty();
  }

  @Test
  void everything_overStdio_doesAllThatItCan() throws Exception {
    McpClient client = client(new Endpoint.Command("node", EVERYTHING));

    assertThat(await(client.connect()).transport()).isEqualTo("stdio");
    tour(client);
  }

  @Test
  void everything_overStreamableHttp_doesAllThatItCan() throws Exception {
    McpClient client = client(new Endpoint.Http(URI.create(serve("streamableHttp") + "/mcp")));

    assertThat(await(client.connect()).transport()).isEqualTo("streamable-http");
    tour(client);
  }

  @Test
  void everything_overHttpAndSse_doesAllThatItCan() throws Exception {
    McpClient client = client(new Endpoint.Http(URI.create(serve("sse") + "/sse")));

    assertThat(await(client.connect()).transport()).isEqualTo("sse");
    tour(client);
  }

  @Test
  void everything_whoseProcessDies_isStartedAnew() throws Exception {
    McpClient client = client(new Endpoint.Command("node", EVERYTHING));
    assertThat(await(client.tools())).isNotEmpty();

    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    ChildOfTest.until(() -> heard.lost.size() == 1);

    assertThat(text(await(client.callTool("echo", object("{'message':'again'}")))))
        .isEqualTo("Echo: again");
  }

  @Test
  void filesystem_overStdio_readsAndRefuses(@TempDir Path folder) throws Exception {
    Path root = folder.toRealPath();
    Files.writeString(root.resolve("a.txt"), "käse");
    McpClient client = client(new Endpoint.Command("node", FILESYSTEM, root.toString()));

    assertThat(await(client.tools()))
        .extracting(tool -> tool.path("name").asText())
        .contains("list_directory");
    assertThat(text(await(client.callTool("list_directory", path(root))))).contains("a.txt");
    assertThat(text(await(client.callTool("read_text_file", path(root.resolve("a.txt"))))))
        .isEqualTo("käse");
    assertThat(await(client.callTool("read_text_file", path(Path.of("/etc/passwd"))))
            .path("isError")
            .asBoolean())
        .isTrue();
  }

  private void tour(McpClient client) throws Exception {
    assertThat(await(client.tools()))
        .extracting(tool -> tool.path("name").asText())
        .contains("echo", "get-sum");
    assertThat(text(await(client.callTool("get-sum", object("{'a':2,'b':3}")))))
        .isEqualTo("The sum of 2 and 3 is 5.");
    progressAndCancel(client);
    questions(client);
    resources(client);
    assertThat(await(client.prompts()))
        .extracting(prompt -> prompt.path("name").asText())
        .contains("args-prompt");
    assertThat(await(client.getPrompt("args-prompt", Map.of("city", "Ulm"))).toString())
        .contains("weather in Ulm");
    await(client.ping());
  }

  private void progressAndCancel(McpClient client) throws Exception {
    List<Integer> progress = new CopyOnWriteArrayList<>();
    RequestOptions options = RequestOptions.DEFAULTS.onProgress(
        params -> progress.add(params.path("progress").intValue()));
    ObjectNode done = await(client.callTool(
        "trigger-long-running-operation", object("{'duration':0.3,'steps':3}"), options));
    assertThat(text(done)).contains("completed");
    // What it says right before its answer may be overtaken by it over HTTP, never by much.
    assertThat(progress).startsWith(1, 2);

    ObjectNode params = object(
        "{'name':'trigger-long-running-operation','arguments':{'duration':200,'steps':200}}");
    ClientCall call = client.start(Method.TOOLS_CALL, params, RequestOptions.DEFAULTS);
    call.cancel("enough");
    assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(
                ClientException.class, () -> await(call.answer()))
            .kind())
        .isEqualTo(ClientException.Kind.CANCELLED);
  }

  private void questions(McpClient client) throws Exception {
    // It offers these once it knows who asks.
    ObjectNode form = await(client.callTool("trigger-elicitation-request", object("{}")));
    assertThat(text(form)).contains("User provided");
    assertThat(form.toString()).contains("Name: Ann");
    ObjectNode sample =
        await(client.callTool("trigger-sampling-request", object("{'prompt':'hello'}")));
    assertThat(text(sample)).contains("a sampled text");
  }

  private void resources(McpClient client) throws Exception {
    String uri = await(client.resources()).get(0).path("uri").asText();
    assertThat(await(client.readResource(uri))
            .path("contents")
            .path(0)
            .path("text")
            .asText())
        .isNotEmpty();
    assertThat(await(client.resourceTemplates())).isNotEmpty();
    await(client.subscribe("demo://resource/dynamic/text/1"));
    await(client.callTool("toggle-subscriber-updates", object("{}")));
    ChildOfTest.until(() -> heard.notified.contains("notifications/resources/updated"));
    await(client.unsubscribe("demo://resource/dynamic/text/1"));
    await(client.callTool("toggle-subscriber-updates", object("{}")));
  }

  private McpClient client(Endpoint endpoint) {
    McpClient client = McpClient.builder(vertx, endpoint)
        .answers(new Answering())
        .listener(heard)
        .build();
    clients.add(client);
    return client;
  }

  /** Starts the server in this mode on a free port; returns its origin. */
  private String serve(String mode) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    ProcessBuilder builder = new ProcessBuilder("node", EVERYTHING, mode)
        .redirectErrorStream(true)
        .redirectOutput(WORK.resolve(mode + ".log").toFile());
    builder.environment().put("PORT", String.valueOf(port));
    processes.add(builder.start());
    ChildOfTest.until(() -> listens(port));
    return "http://localhost:" + port;
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket("localhost", port)) {
      return socket.isConnected();
    } catch (java.io.IOException e) {
      return false;
    }
  }

  private static ObjectNode path(Path path) {
    return JsonNodeFactory.instance.objectNode().put("path", path.toString());
  }

  private static ObjectNode object(String json) {
    return Json.object(json);
  }

  private static String text(ObjectNode result) {
    return result.path("content").path(0).path("text").asText();
  }

  private static <T> T await(Future<T> future) {
    return ChildOfTest.await(future);
  }

  /** What servers said by themselves. */
  private static final class Heard implements ClientListener {
    final List<String> notified = new CopyOnWriteArrayList<>();
    final List<ClientException> lost = new CopyOnWriteArrayList<>();

    @Override
    public void notified(String method, ObjectNode params) {
      notified.add(method);
    }

    @Override
    public void lost(ClientException why) {
      lost.add(why);
    }
  }

  /** Answers every question. */
  private record Answering() implements Answers {
    @Override
    public ObjectNode capabilities() {
      return object("{'elicitation':{'form':{}},'sampling':{},'roots':{}}");
    }

    @Override
    public Future<ObjectNode> answer(Question question) {
      return Future.succeededFuture(
          switch (question.method()) {
            case ELICITATION_CREATE -> object("{'action':'accept','content':{'name':'Ann'}}");
            case SAMPLING_CREATE_MESSAGE ->
              object(
                  "{'role':'assistant','model':'m','content':{'type':'text','text':'a sampled text'}}");
            default -> object("{'roots':[]}");
          });
    }
  }
}
