package io.breakwater.example;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.Answers;
import io.breakwater.client.ClientListener;
import io.breakwater.client.Endpoint;
import io.breakwater.client.McpClient;
import io.breakwater.client.RequestOptions;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A program that uses a server of somebody else, such as {@link LibraryVerticle}: how a client is made and used. */
public final class Reader {
  private final McpClient client;
  private final Queue<String> news = new ConcurrentLinkedQueue<>();

  /** @param library {@code new Endpoint.Http(url)}, or {@code new Endpoint.Command("npx", "-y", "some-server")} */
  public Reader(Vertx vertx, Endpoint library) {
    client = McpClient.builder(vertx, library)
        .info("reader", null, "1.0")
        .options(Options.defaults().with("client.callMs", 30_000))
        .answers(new Patron())
        .listener(new Ear())
        .build();
  }

  // Nothing has to be connected first: whoever asks for something connects, and finds out what the
  // server speaks.

  Future<List<String>> tools() {
    return client
        .tools()
        .map(all -> all.stream().map(tool -> tool.path("name").asText()).toList());
  }

  // Arguments and results are JSON in the shapes of the schema.

  Future<Integer> add(int a, int b) {
    ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("a", a).put("b", b);
    return client
        .callTool("add", arguments)
        .map(result -> result.path("structuredContent").path("value").intValue());
  }

  // A request may have deadlines of its own, and ears for its progress.

  Future<String> borrow(String title) {
    return client
        .callTool(
            "lend",
            JsonNodeFactory.instance.objectNode().put("title", title),
            RequestOptions.DEFAULTS
                .within(10_000, 60_000)
                .onProgress(progress -> news.add("at " + progress.path("progress"))))
        .map(result -> result.path("content").path(0).path("text").asText());
  }

  Future<String> about(String title) {
    return client
        .readResource("library://book/" + title)
        .map(result -> result.path("contents").path(0).path("text").asText());
  }

  Future<String> advice(String mood) {
    return client
        .getPrompt("recommend", Map.of("mood", mood))
        .map(result ->
            result.path("messages").path(0).path("content").path("text").asText());
  }

  Future<Void> watch(String title) {
    return client.subscribe("library://book/" + title);
  }

  List<String> news() {
    return List.copyOf(news);
  }

  Future<Void> close() {
    return client.close();
  }

  // What the server asks, in any revision, is asked here. Of a form that is accepted the client
  // fills in the defaults.

  private static final class Patron implements Answers {
    @Override
    public ObjectNode capabilities() {
      ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
      capabilities.putObject("elicitation");
      return capabilities;
    }

    @Override
    public Future<ObjectNode> answer(Question question) {
      ObjectNode answer = JsonNodeFactory.instance.objectNode().put("action", "accept");
      answer.putObject("content").put("reminder", false);
      return Future.succeededFuture(answer);
    }
  }

  private final class Ear implements ClientListener {
    @Override
    public void notified(String method, ObjectNode params) {
      if (method.equals("notifications/resources/updated")) {
        news.add(params.path("uri").asText());
      }
    }
  }
}
