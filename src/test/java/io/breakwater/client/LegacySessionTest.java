package io.breakwater.client;

import static io.breakwater.client.HostileUpstream.empty;
import static io.breakwater.client.HostileUpstream.events;
import static io.breakwater.client.HostileUpstream.initialized;
import static io.breakwater.client.HostileUpstream.json;
import static io.breakwater.client.HostileUpstream.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.client.HostileUpstream.Asked;
import io.breakwater.client.HostileUpstream.Script;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions and streams of the revisions with a handshake, with servers that lose both. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class LegacySessionTest {
  private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
  private static final String GOOD = "\"content\":[]";

  private final List<McpClient> clients = new ArrayList<>();
  private final AtomicInteger sessions = new AtomicInteger();

  private McpClient client(Vertx vertx, HostileUpstream upstream) {
    Options options =
        Options.defaults().with("client.callMs", 5_000).with("client.reconnectsMax", 2);
    McpClient client = McpClient.builder(vertx, new Endpoint.Http(upstream.url()))
        .options(options)
        .era(EraChoice.LEGACY)
        .build();
    clients.add(client);
    return client;
  }

  @AfterEach
  void close() {
    clients.forEach(client -> client.close().await());
  }

  /** A server with sessions and without a stream of its own; calls and streams are the script's. */
  private HostileUpstream upstream(Vertx vertx, Script script) {
    return HostileUpstream.start(vertx, (request, socket) -> {
      boolean resumed = request.headers().containsKey("last-event-id");
      switch (request.method()) {
        case "initialize" ->
          initialized(request, socket, "Mcp-Session-Id: s" + sessions.incrementAndGet() + "\r\n");
        case "notifications/initialized", "notifications/cancelled" -> empty(socket, 202, "");
        case "GET" -> {
          if (resumed) {
            script.answer(request, socket);
          } else {
            empty(socket, 405, "");
          }
        }
        case "DELETE" -> empty(socket, 204, "");
        default -> script.answer(request, socket);
      }
    });
  }

  private static void good(Asked request, NetSocket socket) {
    json(socket, 200, "", result(request, GOOD));
  }

  @Test
  void session_isNamedInEveryRequest_andEndedAtTheEnd(Vertx vertx) {
    HostileUpstream upstream = upstream(vertx, LegacySessionTest::good);
    McpClient client = client(vertx, upstream);

    assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();
    client.close().await();

    assertThat(upstream.methods())
        .containsExactly("initialize", "notifications/initialized", "GET", "tools/call", "DELETE");
    assertThat(upstream.asked().subList(1, 5)).allSatisfy(request -> {
      assertThat(request.headers()).containsEntry("mcp-session-id", "s1");
      assertThat(request.headers()).containsEntry("mcp-protocol-version", "2025-11-25");
    });
    assertThat(upstream.asked().get(0).headers())
        .doesNotContainKeys("mcp-session-id", "mcp-protocol-version");
  }

  @Test
  void session_lostOnce_isOpenedAnewOnceForAll_andEachRequestRepeated(Vertx vertx) {
    HostileUpstream upstream = upstream(vertx, (request, socket) -> {
      if (request.headers().get("mcp-session-id").equals("s1")) {
        empty(socket, 404, "");
      } else {
        good(request, socket);
      }
    });
    McpClient client = client(vertx, upstream);
    client.connect().await();

    List<Future<ObjectNode>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      calls.add(client.callTool("t" + i, NOTHING));
    }
    Future.all(calls).await();

    assertThat(sessions).hasValue(2);
    assertThat(upstream.methods()).filteredOn("initialize"::equals).hasSize(2);
  }

  @Test
  void session_lostAgain_isTheEndOfTheRequest(Vertx vertx) {
    HostileUpstream upstream = upstream(vertx, (request, socket) -> empty(socket, 404, ""));
    McpClient client = client(vertx, upstream);

    assertThatThrownBy(() -> client.callTool("t", NOTHING).await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.SESSION_LOST));

    assertThat(sessions).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "x\u007f", "\u00e4", ""})
  void sessionId_thatCannotBeOne_isRefused(String id, Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(
        vertx, (request, socket) -> initialized(request, socket, "Mcp-Session-Id: " + id + "\r\n"));
    McpClient client = client(vertx, upstream);

    assertThatThrownBy(() -> client.connect().await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.PROTOCOL));
  }

  @Test
  void sessionId_atTheBound_isTaken_andOneMoreIsNot(Vertx vertx) {
    for (int length : new int[] {1_024, 1_025}) {
      HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
        if (request.method().equals("initialize")) {
          initialized(request, socket, "Mcp-Session-Id: " + "s".repeat(length) + "\r\n");
        } else {
          empty(socket, request.verb().equals("GET") ? 405 : 202, "");
        }
      });
      Future<Peer> connected = client(vertx, upstream).connect();
      if (length == 1_024) {
        assertThat(connected.await().modern()).isFalse();
      } else {
        assertThatThrownBy(connected::await).hasMessageContaining("1024");
      }
    }
  }

  @Test
  void stream_thatBreaks_isResumedFromItsLastEvent(Vertx vertx) {
    List<Asked> calls = new ArrayList<>();
    HostileUpstream upstream = upstream(vertx, (request, socket) -> {
      calls.add(request);
      if (calls.size() == 1) {
        events(socket, "retry: 1\nid: e1\ndata:\n\n");
        socket.close();
      } else if (calls.size() == 2) {
        events(socket, "id: e2\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n");
        socket.close();
      } else {
        events(socket, "id: e3\ndata: " + result(calls.get(0), GOOD) + "\n\n");
      }
    });
    McpClient client = client(vertx, upstream);

    assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();

    assertThat(calls.stream().map(Asked::verb)).containsExactly("POST", "GET", "GET");
    assertThat(calls.get(1).headers()).containsEntry("last-event-id", "e1");
    assertThat(calls.get(2).headers())
        .containsEntry("last-event-id", "e2")
        .containsEntry("mcp-session-id", "s1");
  }

  @Test
  void stream_thatBreaksWithoutAnId_isLost(Vertx vertx) {
    HostileUpstream upstream = upstream(vertx, (request, socket) -> {
      events(socket, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n");
      socket.close();
    });
    McpClient client = client(vertx, upstream);

    assertThatThrownBy(() -> client.callTool("t", NOTHING).await())
        .isInstanceOfSatisfying(ClientException.class, why -> {
          assertThat(why.kind()).isEqualTo(Kind.LOST);
          assertThat(why.mayHaveRun()).isTrue();
        });
    assertThat(upstream.methods()).filteredOn("tools/call"::equals).hasSize(1);
  }

  @Test
  void stream_thatNeverGoesOn_isGivenUpAfterItsAttempts(Vertx vertx) {
    HostileUpstream upstream = upstream(vertx, (request, socket) -> {
      if (request.verb().equals("POST")) {
        events(socket, "retry: 1\nid: e1\ndata:\n\n");
        socket.close();
      } else {
        empty(socket, 503, "");
      }
    });
    McpClient client = client(vertx, upstream);

    assertThatThrownBy(() -> client.callTool("t", NOTHING).await())
        .hasMessageContaining("2 attempts")
        .hasMessageContaining("client.reconnectsMax");
    assertThat(upstream.asked())
        .filteredOn(request -> request.headers().containsKey("last-event-id"))
        .hasSize(2);
  }

  @Test
  void question_onTheStreamOfTheSession_isAnswered(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      switch (request.method()) {
        case "initialize" -> initialized(request, socket, "Mcp-Session-Id: s\r\n");
        case "GET" ->
          events(socket, "data: {\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"ping\"}\n\n");
        case "tools/call" -> good(request, socket);
        default -> empty(socket, 202, "");
      }
    });
    McpClient client = client(vertx, upstream);
    client.connect().await();

    assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();
    while (upstream.asked().stream().noneMatch(request -> request.body().has("result"))) {
      assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();
    }
    assertThat(upstream.asked())
        .filteredOn(request -> request.body().has("result"))
        .singleElement()
        .satisfies(answer -> assertThat(answer.body().toString())
            .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{}}"));
  }
}
