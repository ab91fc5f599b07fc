package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.behaviour.Eventually;
import io.breakwater.client.ClientListener;
import io.breakwater.client.Endpoint;
import io.breakwater.client.EraChoice;
import io.breakwater.client.McpClient;
import io.breakwater.options.Configuration;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file changes while the server runs, with programs behind it and a caller that listens. */
@Timeout(180)
final class ServersReloadTest {
  private static final Logger LOG = Logger.getLogger(ServersWatch.class.getName());

  @TempDir
  private Path folder;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger told = new AtomicInteger();
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final Handler handler = new Handler() {
    @Override
    public void publish(LogRecord line) {
      logged.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  @BeforeEach
  void listenToTheLog() {
    LOG.addHandler(handler);
  }

  @AfterEach
  void end() {
    LOG.removeHandler(handler);
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(90, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void write(String... entries) throws IOException {
    Path next = Files.writeString(
        folder.resolve("next"), "{\"mcpServers\": {" + String.join(", ", entries) + "}}");
    Path unused = Files.move(
        next, folder.resolve("a.json"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  private static String server(String name, String tool) {
    return "\"" + name + "\": " + ToolChild.entry(tool);
  }

  private static List<String> tools(McpClient caller) {
    return await(caller.tools()).stream()
        .map(tool -> tool.path("name").asText())
        .sorted()
        .toList();
  }

  private static String pid(McpClient caller, String tool) {
    ObjectNode result = await(caller.callTool(tool, JsonNodeFactory.instance.objectNode()));
    return result.path("content").path(0).path("text").asText();
  }

  private static void until(McpClient caller, String... tools) throws InterruptedException {
    Eventually.noMore(() -> {
      List<String> now = tools(caller);
      return now.equals(List.of(tools)) ? null : now.toString();
    });
  }

  @Test
  void file_thatChanges_changesWhatItSays_andNothingElse() throws Exception {
    write(server("kept", "where"), server("gone", "where"));
    Options options = Configuration.of(Options.defaults())
        .option("--port", "listen.port", "0")
        .option("--reload", "gateway.reloadMs", "50")
        .option("--servers", "gateway.servers", List.of(folder.resolve("a.json").toString()))
        .options();
    Breakwater breakwater = Breakwater.create(vertx, options);
    ServersSource source =
        new ServersSource(options, JsonNodeFactory.instance.objectNode(), Map.of(), folder);
    await(ServersWatch.begin(vertx, breakwater, source, options.gateway().reloadMs()));
    URI url = URI.create("http://127.0.0.1:" + await(breakwater.listen(1)) + "/mcp");
    McpClient caller = McpClient.builder(vertx, new Endpoint.Http(url))
        .era(EraChoice.LEGACY)
        .listener(new ClientListener() {
          @Override
          public void notified(String method, ObjectNode params) {
            if (method.equals("notifications/tools/list_changed")) {
              told.incrementAndGet();
            }
          }
        })
        .build();
    await(caller.listen());
    until(caller, "gone__where", "kept__where");
    String kept = pid(caller, "kept__where");
    String gone = pid(caller, "gone__where");

    int before = told.get();
    write(server("kept", "where"), server("added", "other"));
    Eventually.noMore(() -> told.get() > before ? null : "nobody was told");
    until(caller, "added__other", "kept__where");
    assertThat(pid(caller, "kept__where")).isEqualTo(kept);
    Eventually.noMore(() ->
        ProcessHandle.of(Long.parseLong(gone)).filter(ProcessHandle::isAlive).isEmpty()
            ? null
            : gone + " runs on");

    String added = pid(caller, "added__other");
    Files.writeString(folder.resolve("a.json"), "{\"mcpServers\": {");
    Eventually.noMore(() -> logged.stream().anyMatch(line -> line.contains("stays")) ? null : "");
    assertThat(tools(caller)).containsExactly("added__other", "kept__where");
    assertThat(pid(caller, "added__other")).isEqualTo(added);

    write(server("kept", "where"), server("added", "another"));
    until(caller, "added__another", "kept__where");
    assertThat(pid(caller, "kept__where")).isEqualTo(kept);
    assertThat(pid(caller, "added__another")).isNotEqualTo(added);

    write(server("kept", "where"), "\"odd\": {}");
    until(caller, "kept__where");
    write(server("kept", "where"), server("last", "where"), "\"odd\": {}");
    until(caller, "kept__where", "last__where");
    assertThat(logged).filteredOn(line -> line.contains("odd")).hasSize(1);

    await(caller.close());
    await(breakwater.close());
  }
}
