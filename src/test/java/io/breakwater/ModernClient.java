package io.breakwater;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/**
 * A client of 2026-07-28 for tests that are about what is offered, not about the wire. It blocks, and has users, a model
 * and roots to ask.
 *
 * <p>Confined to one thread.
 */
public final class ModernClient {
  private static final String REVISION = "2026-07-28";

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI endpoint;
  private JsonObject capabilities =
      new JsonObject("{\"elicitation\":{},\"sampling\":{},\"roots\":{}}");

  public ModernClient(URI endpoint) {
    this.endpoint = endpoint;
  }

  /** The same client without anything to ask. */
  public ModernClient mute() {
    ModernClient client = new ModernClient(endpoint);
    client.capabilities = new JsonObject();
    return client;
  }

  public List<String> toolNames() throws IOException, InterruptedException {
    return tools().stream().map(tool -> ((JsonObject) tool).getString("name")).toList();
  }

  public JsonArray tools() throws IOException, InterruptedException {
    return result("tools/list", new JsonObject()).getJsonArray("tools");
  }

  public JsonObject call(String tool, Map<String, Object> arguments)
      throws IOException, InterruptedException {
    return result("tools/call", new JsonObject().put("name", tool).put("arguments", arguments));
  }

  /** Calls again, with answers to what the call before has asked. */
  public JsonObject answer(
      JsonObject asked, String tool, Map<String, Object> arguments, JsonObject answers)
      throws IOException, InterruptedException {
    assertThat(asked.getString("resultType")).as(asked.encode()).isEqualTo("input_required");
    JsonObject params = new JsonObject()
        .put("name", tool)
        .put("arguments", arguments)
        .put("inputResponses", answers);
    if (asked.containsKey("requestState")) {
      params.put("requestState", asked.getString("requestState"));
    }
    return result("tools/call", params);
  }

  /** The text of a resource. */
  public String read(String uri) throws IOException, InterruptedException {
    return result("resources/read", new JsonObject().put("uri", uri))
        .getJsonArray("contents")
        .getJsonObject(0)
        .getString("text");
  }

  /** The values that an argument can be completed to. */
  public JsonArray complete(JsonObject reference, String argument, String value)
      throws IOException, InterruptedException {
    JsonObject params = new JsonObject()
        .put("ref", reference)
        .put("argument", Map.of("name", argument, "value", value));
    return result("completion/complete", params).getJsonObject("completion").getJsonArray("values");
  }

  public JsonObject result(String method, JsonObject params)
      throws IOException, InterruptedException {
    JsonObject answer = request(method, params);
    assertThat(answer.containsKey("result")).as(answer.encode()).isTrue();
    return answer.getJsonObject("result");
  }

  /** The answer to a request, the last event when it comes as a stream. */
  public JsonObject request(String method, JsonObject params)
      throws IOException, InterruptedException {
    JsonObject meta = params
        .getJsonObject("_meta", new JsonObject())
        .copy()
        .put("io.modelcontextprotocol/protocolVersion", REVISION)
        .put("io.modelcontextprotocol/clientCapabilities", capabilities);
    JsonObject message = new JsonObject()
        .put("jsonrpc", "2.0")
        .put("id", 1)
        .put("method", method)
        .put("params", params.copy().put("_meta", meta));
    HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", REVISION)
        .header("Mcp-Method", method)
        .POST(BodyPublishers.ofString(message.encode()));
    String name = params.getString("name", params.getString("uri"));
    if (name != null) {
      request.header("Mcp-Name", name);
    }
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    List<String> events =
        response.body().lines().filter(line -> line.startsWith("data:")).toList();
    return new JsonObject(
        events.isEmpty() ? response.body() : events.get(events.size() - 1).substring(5));
  }

  /** The text of a result's first block. */
  public static String text(JsonObject result) {
    return result.getJsonArray("content").getJsonObject(0).getString("text");
  }
}
