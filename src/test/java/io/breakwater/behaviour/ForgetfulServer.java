package io.breakwater.behaviour;

import static io.breakwater.behaviour.TestServer.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.options.servers.Reach;
import io.breakwater.options.servers.TransportWish;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server with sessions behind a URL that loses them when it is told to, as one that was restarted, and that can be made
 * to answer nothing but one status.
 *
 * <p>Thread-safe.
 */
final class ForgetfulServer {
  private static final int NOT_FOUND = 404;

  final AtomicInteger opened = new AtomicInteger();
  final AtomicInteger calls = new AtomicInteger();
  volatile int refusing;
  volatile String tool = "big";
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();
  private final HttpServer server;

  ForgetfulServer(Vertx vertx) {
    server = await(vertx.createHttpServer().requestHandler(this::take).listen(0, "127.0.0.1"));
  }

  Reach reach() {
    URI url = URI.create("http://127.0.0.1:" + server.actualPort() + "/mcp");
    return new Reach.Url(url, Map.of(), TransportWish.STREAMABLE_HTTP);
  }

  void restart() {
    sessions.clear();
  }

  private void take(HttpServerRequest request) {
    request.bodyHandler(body -> {
      if (refusing != 0) {
        request.response().setStatusCode(refusing).end();
      } else if (!request.method().name().equals("POST")) {
        request.response().setStatusCode(405).end();
      } else {
        answer(request, Json.read(body.toString()));
      }
    });
  }

  private void answer(HttpServerRequest request, JsonNode message) {
    String session = request.getHeader("Mcp-Session-Id");
    String method = message.path("method").asText();
    request.response().putHeader("Content-Type", "application/json");
    if (method.equals("initialize")) {
      String made = "s" + opened.incrementAndGet();
      sessions.add(made);
      request.response().putHeader("Mcp-Session-Id", made);
    } else if (session == null || !sessions.contains(session)) {
      request.response().setStatusCode(NOT_FOUND).end();
      return;
    }
    if (!message.has("id")) {
      request.response().setStatusCode(202).end();
      return;
    }
    String head = "{\"jsonrpc\":\"2.0\",\"id\":" + message.path("id") + ",\"result\":";
    request.response().end(result(head, method, message.path("params")));
  }

  private String result(String head, String method, JsonNode params) {
    return switch (method) {
      case "initialize" ->
        head + "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
            + "\"serverInfo\":{\"name\":\"f\",\"version\":\"1\"}}}";
      case "tools/list" ->
        head + "{\"tools\":[{\"name\":\"" + tool + "\",\"inputSchema\":{\"type\":\"object\"}}]}}";
      case "tools/call" -> {
        calls.incrementAndGet();
        int bytes = params.path("arguments").path("bytes").asInt();
        String before = head + "{\"content\":[{\"type\":\"text\",\"text\":\"";
        String after = "\"}]}}";
        yield before + " ".repeat(Math.max(0, bytes - before.length() - after.length())) + after;
      }
      default -> head + "{}}";
    };
  }
}
