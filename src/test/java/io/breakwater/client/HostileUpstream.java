package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that answers with whatever bytes a test wants: {@code server/discover} and {@code tools/list} as they should be,
 * {@code initialize} too, and everything else as the script says.
 */
final class HostileUpstream {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final NetServer server;
  private final Script script;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  /** One HTTP request as it came. */
  record Asked(String verb, String path, Map<String, String> headers, JsonNode body) {
    String method() {
      return body.path("method").asText(verb);
    }

    String id() {
      return body.path("id").toString();
    }
  }

  /** Answers a request, or not. */
  interface Script {
    void answer(Asked request, NetSocket socket);
  }

  private HostileUpstream(Vertx vertx, Script script) {
    this.script = script;
    this.server = vertx.createNetServer().connectHandler(this::connected);
  }

  static HostileUpstream start(Vertx vertx, Script script) {
    HostileUpstream upstream = new HostileUpstream(vertx, script);
    upstream.server.listen(0, "127.0.0.1").await();
    return upstream;
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.actualPort() + "/mcp");
  }

  /** What was asked, in order. */
  List<Asked> asked() {
    return asked;
  }

  List<String> methods() {
    return asked.stream().map(Asked::method).toList();
  }

  int connections() {
    return connections.get();
  }

  private void connected(NetSocket socket) {
    connections.incrementAndGet();
    Buffer[] held = {Buffer.buffer()};
    socket.exceptionHandler(gone -> {});
    socket.handler(chunk -> {
      held[0].appendBuffer(chunk);
      held[0] = requests(held[0], socket);
    });
  }

  /** Serves every whole request in these bytes; returns the rest. */
  private Buffer requests(Buffer bytes, NetSocket socket) {
    String text = bytes.toString(StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return bytes;
    }
    String[] lines = text.substring(0, end).split("\r\n");
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      headers.put(
          lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
          lines[i].substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    int from = end + 4;
    if (bytes.length() < from + length) {
      return bytes;
    }
    String[] first = lines[0].split(" ");
    serve(
        new Asked(first[0], first[1], headers, json(bytes.getBytes(from, from + length))), socket);
    return requests(bytes.getBuffer(from + length, bytes.length()), socket);
  }

  private static JsonNode json(byte[] body) {
    try {
      return body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void serve(Asked request, NetSocket socket) {
    asked.add(request);
    switch (request.method()) {
      case "server/discover" -> json(socket, 200, "", result(request, """
              "resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}"""));
      case "tools/list" ->
        json(socket, 200, "", result(request, "\"resultType\":\"complete\",\"tools\":[]"));
      default -> script.answer(request, socket);
    }
  }

  /** A result under the id of the request, with these members. */
  static String result(Asked request, String members) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + request.id() + ",\"result\":{" + members + "}}";
  }

  /** An answer to a legacy {@code initialize}. */
  static void initialized(Asked request, NetSocket socket, String headers) {
    json(socket, 200, headers, result(request, """
        "protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"h","version":"1"}"""));
  }

  static void json(NetSocket socket, int status, String headers, String body) {
    write(
        socket,
        "HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\n" + headers
            + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n"
            + body);
  }

  static void empty(NetSocket socket, int status, String headers) {
    write(socket, "HTTP/1.1 " + status + " X\r\n" + headers + "Content-Length: 0\r\n\r\n");
  }

  /** The head of an event stream that ends with its connection, and these bytes of it. */
  static void events(NetSocket socket, String bytes) {
    write(
        socket,
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + bytes);
  }

  static void write(NetSocket socket, String bytes) {
    socket.write(Buffer.buffer(bytes, "UTF-8")).onFailure(gone -> {});
  }

  /** Writes the same bytes for ever, as fast as they are read. */
  static void forEver(NetSocket socket, String bytes) {
    Buffer again = Buffer.buffer(bytes);
    socket.write(again).onSuccess(written -> {
      if (socket.writeQueueFull()) {
        socket.drainHandler(drained -> forEver(socket, bytes));
      } else {
        forEver(socket, bytes);
      }
    });
  }
}
