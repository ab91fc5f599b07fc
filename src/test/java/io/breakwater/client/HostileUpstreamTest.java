package io.breakwater.client;

import static io.breakwater.client.HostileUpstream.empty;
import static io.breakwater.client.HostileUpstream.events;
import static io.breakwater.client.HostileUpstream.forEver;
import static io.breakwater.client.HostileUpstream.json;
import static io.breakwater.client.HostileUpstream.result;
import static io.breakwater.client.HostileUpstream.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.client.HostileUpstream.Script;
import io.breakwater.options.Options;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a server behind a URL does to us ends in one clear error, and the next call works. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class HostileUpstreamTest {
  private static final int BYTES_MAX = 65_536;
  private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
  private static final String GOOD = "\"resultType\":\"complete\",\"content\":[]";

  private final List<McpClient> clients = new ArrayList<>();

  private McpClient client(Vertx vertx, HostileUpstream upstream) {
    return client(vertx, upstream, 60_000);
  }

  private McpClient client(Vertx vertx, HostileUpstream upstream, long callMs) {
    Options options = Options.defaults()
        .with("limits.bodyBytesMax", BYTES_MAX)
        .with("client.callMs", callMs)
        .with("client.connectMs", 60_000);
    McpClient client = McpClient.builder(vertx, new Endpoint.Http(upstream.url()))
        .options(options)
        .build();
    clients.add(client);
    return client;
  }

  @AfterEach
  void close() {
    clients.forEach(client -> client.close().await());
  }

  /** The first call meets the script, the second one a good answer. */
  private static Script once(Script hostile) {
    AtomicInteger calls = new AtomicInteger();
    return (request, socket) -> {
      if (calls.getAndIncrement() == 0) {
        hostile.answer(request, socket);
      } else {
        json(socket, 200, "", result(request, GOOD));
      }
    };
  }

  private static String nested(int levels) {
    // Two levels of the envelope: the message and its result.
    return "\"deep\":" + "[".repeat(levels - 2) + "]".repeat(levels - 2);
  }

  private static String padded(HostileUpstream.Asked request, int bytes) {
    String empty = result(request, "\"pad\":\"\"");
    return result(request, "\"pad\":\"" + "x".repeat(bytes - empty.length()) + "\"");
  }

  static Stream<Arguments> attacks() {
    return Stream.of(
        attack(
            "a body of 65 levels",
            Kind.LIMIT,
            "nesting exceeds 64 levels (limits.depthMax)",
            (request, socket) -> json(socket, 200, "", result(request, nested(65)))),
        attack("a bomb that never ends", Kind.LIMIT, "(limits.depthMax)", (request, socket) -> {
          write(
              socket,
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                  + "Content-Length: 4000000\r\n\r\n");
          forEver(socket, "[".repeat(1_000));
        }),
        attack(
            "an event of 65 levels",
            Kind.LIMIT,
            "(limits.depthMax)",
            (request, socket) -> events(socket, "data: " + result(request, nested(65)) + "\n\n")),
        attack(
            "one byte too much",
            Kind.LIMIT,
            "exceeds 65536 bytes (limits.bodyBytesMax)",
            (request, socket) -> json(socket, 200, "", padded(request, BYTES_MAX + 1))),
        attack("a body without end", Kind.LIMIT, "(limits.bodyBytesMax)", (request, socket) -> {
          write(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n\"");
          forEver(socket, "x".repeat(1_000));
        }),
        attack("a line without end", Kind.LIMIT, "(limits.bodyBytesMax)", (request, socket) -> {
          events(socket, "data: ");
          forEver(socket, "x".repeat(1_000));
        }),
        attack(
            "an event of lines without end",
            Kind.LIMIT,
            "(limits.bodyBytesMax)",
            (request, socket) -> {
              events(socket, "");
              forEver(socket, "data: x\n");
            }),
        attack("comments without end", Kind.TIMEOUT, "client.callMs", (request, socket) -> {
          events(socket, "");
          forEver(socket, ": x\n\n");
        }),
        attack("notifications without end", Kind.TIMEOUT, "client.callMs", (request, socket) -> {
          events(socket, "");
          forEver(socket, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n");
        }),
        attack("unknown fields without end", Kind.TIMEOUT, "client.callMs", (request, socket) -> {
          events(socket, "");
          forEver(socket, "nonsense".repeat(100));
        }),
        attack(
            "the answer to another request",
            Kind.PROTOCOL,
            "another request",
            (request, socket) ->
                json(socket, 200, "", "{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{}}")),
        attack(
            "its id as a string",
            Kind.PROTOCOL,
            "another request",
            (request, socket) -> json(
                socket,
                200,
                "",
                "{\"jsonrpc\":\"2.0\",\"id\":\"" + request.id() + "\",\"result\":{}}")),
        attack(
            "HTML",
            Kind.PROTOCOL,
            "text/html",
            (request, socket) -> write(
                socket,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                    + "Content-Length: 6\r\n\r\n<html>")),
        attack(
            "no type",
            Kind.PROTOCOL,
            "Content-Type",
            (request, socket) -> write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")),
        attack(
            "half a JSON text",
            Kind.PROTOCOL,
            "ends before its JSON value does",
            (request, socket) -> json(socket, 200, "", "{\"jsonrpc\":\"2.0\",\"id\":")),
        attack(
            "JSON that is no message",
            Kind.PROTOCOL,
            "not a message",
            (request, socket) -> json(socket, 200, "", "{\"a\":1}")),
        attack(
            "a batch",
            Kind.PROTOCOL,
            "an array",
            (request, socket) -> json(socket, 200, "", "[" + result(request, GOOD) + "]")),
        attack(
            "two values",
            Kind.PROTOCOL,
            "more than one JSON value",
            (request, socket) -> json(socket, 200, "", result(request, GOOD) + "{}")),
        attack(
            "an event stream without the answer",
            Kind.LOST,
            "without the answer",
            (request, socket) -> {
              events(socket, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n");
              socket.close();
            }),
        attack("a stalled head", Kind.TIMEOUT, "client.callMs", (request, socket) -> {}),
        attack(
            "a stalled body",
            Kind.TIMEOUT,
            "client.callMs",
            (request, socket) -> write(
                socket,
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 100\r\n\r\n{\"jsonrpc\"")),
        attack(
            "a connection cut before the head",
            Kind.LOST,
            "lost",
            (request, socket) -> socket.close()),
        attack("a connection cut in the body", Kind.LOST, "lost", (request, socket) -> {
          write(
              socket,
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                  + "Content-Length: 100\r\n\r\n{");
          socket.close();
        }),
        attack(
            "compression",
            Kind.PROTOCOL,
            "Content-Encoding",
            (request, socket) ->
                json(socket, 200, "Content-Encoding: gzip\r\n", result(request, GOOD))),
        attack(
            "a header section over 16 KiB",
            Kind.LIMIT,
            "16384 bytes (limits.headBytesMax)",
            (request, socket) ->
                json(socket, 200, "X: " + "y".repeat(17_000) + "\r\n", result(request, GOOD))),
        attack(
            "no HTTP at all",
            Kind.PROTOCOL,
            "not HTTP",
            (request, socket) -> write(socket, "SSH-2.0-OpenSSH_9.6\r\n\r\n")),
        attack(
            "302 within the origin",
            Kind.STATUS,
            "redirect",
            (request, socket) -> empty(socket, 302, "Location: /other\r\n")),
        attack(
            "a redirect in circles",
            Kind.STATUS,
            "more than 5 redirects",
            (request, socket) -> empty(socket, 307, "Location: /mcp\r\n")),
        attack("500", Kind.STATUS, "HTTP 500", (request, socket) -> empty(socket, 500, "")),
        attack(
            "429 with a date",
            Kind.STATUS,
            "Retry-After: 7",
            (request, socket) -> empty(socket, 429, "Retry-After: 7\r\n")),
        attack(
            "401 without a way in",
            Kind.UNAUTHORIZED,
            "HTTP 401",
            (request, socket) -> empty(socket, 401, "")),
        attack(
            "403 without a challenge",
            Kind.RPC,
            "not for you",
            (request, socket) -> json(
                socket,
                403,
                "",
                "{\"jsonrpc\":\"2.0\",\"id\":" + request.id()
                    + ",\"error\":{\"code\":-32000,\"message\":\"not for you\"}}")),
        attack(
            "403 with a challenge",
            Kind.UNAUTHORIZED,
            "HTTP 403",
            (request, socket) ->
                empty(socket, 403, "WWW-Authenticate: Bearer error=\"insufficient_scope\"\r\n")),
        attack(
            "an error with a status",
            Kind.RPC,
            "no such thing",
            (request, socket) -> json(
                socket,
                404,
                "",
                "{\"jsonrpc\":\"2.0\",\"id\":" + request.id()
                    + ",\"error\":{\"code\":-32601,\"message\":\"no such thing\"}}")));
  }

  private static Arguments attack(String name, Kind kind, String said, Script script) {
    return Arguments.of(name, kind, said, script);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void upstream_thatIsHostile_endsInOneError_andTheNextCallWorks(
      String name, Kind kind, String said, Script script, Vertx vertx) {
    // In circles means every time it is asked, not once.
    boolean always = name.contains("circles");
    HostileUpstream upstream = HostileUpstream.start(vertx, always ? script : once(script));
    // What ends by a limit must not end by a deadline, however busy the machine is.
    McpClient client = client(vertx, upstream, kind == Kind.TIMEOUT ? 1_000 : 60_000);

    assertThatThrownBy(() -> client.callTool("t", NOTHING).await())
        .isInstanceOfSatisfying(ClientException.class, why -> {
          assertThat(why.kind()).as(why.getMessage()).isEqualTo(kind);
          assertThat(why.getMessage()).contains(said);
        });

    if (!always) {
      assertThat(client.callTool("t", NOTHING).await().path("content").isArray())
          .isTrue();
    }
  }

  @Test
  void body_exactlyAtTheBounds_isTaken(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      boolean deep = request.body().path("params").path("name").asText().equals("deep");
      json(socket, 200, "", deep ? result(request, nested(64)) : padded(request, BYTES_MAX));
    });
    McpClient client = client(vertx, upstream);

    assertThat(client.callTool("deep", NOTHING).await().has("deep")).isTrue();
    assertThat(client.callTool("large", NOTHING).await().path("pad").asText())
        .hasSizeGreaterThan(65_000);
  }

  @Test
  void redirect_toAnotherOrigin_isRefused_andNobodyThereHearsOfIt(Vertx vertx) {
    AtomicInteger heard = new AtomicInteger();
    NetServer other = vertx.createNetServer().connectHandler(socket -> heard.incrementAndGet());
    other.listen(0, "127.0.0.1").await();
    HostileUpstream upstream = HostileUpstream.start(
        vertx,
        once((request, socket) ->
            empty(socket, 307, "Location: http://127.0.0.1:" + other.actualPort() + "/mcp\r\n")));
    McpClient client = McpClient.builder(
            vertx,
            new Endpoint.Http(
                upstream.url(), java.util.Map.of("X-Key", "secret"), Endpoint.Transport.AUTO))
        .build();
    clients.add(client);

    assertThatThrownBy(() -> client.callTool("t", NOTHING).await())
        .hasMessageContaining("redirect")
        .hasMessageNotContaining("secret");

    assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();
    assertThat(heard).hasValue(0);
  }

  @Test
  void redirect_withinTheOrigin_isFollowedWithMethodAndBody(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      if (request.path().equals("/mcp")) {
        empty(socket, 308, "Location: /moved?x=1\r\n");
      } else {
        json(socket, 200, "", result(request, GOOD));
      }
    });
    McpClient client = client(vertx, upstream);

    assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();
    HostileUpstream.Asked last = upstream.asked().get(upstream.asked().size() - 1);
    assertThat(last.verb() + " " + last.path()).isEqualTo("POST /moved?x=1");
    assertThat(last.body().path("params").path("name").asText()).isEqualTo("t");
  }

  @Test
  void secondAnswer_onTheStream_isDropped(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(
        vertx,
        (request, socket) -> events(
            socket,
            "data: " + result(request, GOOD + ",\"first\":true") + "\n\ndata: "
                + result(request, GOOD) + "\n\n"));
    McpClient client = client(vertx, upstream);

    assertThat(client.callTool("t", NOTHING).await().path("first").asBoolean()).isTrue();
    assertThat(client.callTool("t", NOTHING).await().path("first").asBoolean()).isTrue();
  }

  @Test
  void client_closedWhileTheServerStalls_endsEverything(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {});
    McpClient client = client(vertx, upstream);
    client.connect().await();
    var call = client.callTool("t", NOTHING);
    client.close().await();

    assertThatThrownBy(call::await)
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.CLOSED));
    assertThatThrownBy(() -> client.callTool("t", NOTHING).await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.CLOSED));
  }
}
