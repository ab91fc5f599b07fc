package io.breakwater.behaviour;

import static io.breakwater.behaviour.GatewayStage.until;
import static io.breakwater.behaviour.TestServer.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.EraChoice;
import io.breakwater.client.McpClient;
import io.breakwater.client.RequestOptions;
import io.breakwater.options.servers.Reach;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.TransportWish;
import io.breakwater.spec.Method;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long lists are kept of servers that do not tell of changes, and what callers hear of that. */
@Timeout(120)
class GatewayHintsTest {
  private final GatewayStage stage = new GatewayStage();
  private final AtomicInteger lists = new AtomicInteger();
  private volatile String tool = "a";
  private volatile String hints = "";

  @AfterEach
  void close() {
    stage.close();
  }

  /** A stateless server with one tool. */
  private TestServer gateway() {
    HttpServer server =
        await(stage.vertx.createHttpServer().requestHandler(this::take).listen(0, "127.0.0.1"));
    URI url = URI.create("http://127.0.0.1:" + server.actualPort() + "/mcp");
    Reach reach = new Reach.Url(url, Map.of(), TransportWish.STREAMABLE_HTTP);
    return stage.open(ServerEntry.of("one", reach, stage.options.gateway()));
  }

  private void take(HttpServerRequest request) {
    request.bodyHandler(body -> {
      JsonNode message = Json.read(body.toString());
      request
          .response()
          .putHeader("Content-Type", "application/json")
          .end("{\"jsonrpc\":\"2.0\",\"id\":" + message.path("id")
              + ",\"result\":{\"resultType\":\"complete\","
              + result(message.path("method").asText()) + "}}");
    });
  }

  private String result(String method) {
    if (method.equals("tools/list")) {
      lists.incrementAndGet();
      return "\"tools\":[{\"name\":\"" + tool + "\",\"inputSchema\":{\"type\":\"object\"}}],"
          + hints;
    }
    return "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},\"ttlMs\":0,"
        + "\"cacheScope\":\"private\"";
  }

  private static ObjectNode list(McpClient caller) {
    return await(caller.request(Method.TOOLS_LIST, Json.object("{}"), RequestOptions.DEFAULTS));
  }

  private static String name(ObjectNode result) {
    return result.path("tools").path(0).path("name").asText();
  }

  @Test
  void list_thatMayNotBeKept_isReadAnewForWhoeverWantsIt_andCallersAreToldSo() {
    hints = "\"ttlMs\":0,\"cacheScope\":\"private\"";
    McpClient caller = stage.caller(gateway(), EraChoice.MODERN);

    ObjectNode first = list(caller);
    assertThat(name(first)).isEqualTo("one__a");
    assertThat(first.path("ttlMs").asLong(-1)).isZero();
    assertThat(first.path("cacheScope").asText()).isEqualTo("private");

    tool = "b";
    until(() -> name(list(caller)).equals("one__b"));
  }

  @Test
  void list_thatMayBeKept_isReadOnce_andNoLongerKeptThanOursAre() {
    hints = "\"ttlMs\":3600000,\"cacheScope\":\"public\"";
    McpClient caller = stage.caller(gateway(), EraChoice.MODERN);

    for (ObjectNode result : List.of(list(caller), list(caller), list(caller))) {
      assertThat(result.path("ttlMs").asLong(-1)).isEqualTo(60_000);
      assertThat(result.path("cacheScope").asText()).isEqualTo("public");
    }
    assertThat(lists).hasValue(1);
  }
}
