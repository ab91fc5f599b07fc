package io.breakwater.client;

import static io.breakwater.client.HostileUpstream.empty;
import static io.breakwater.client.HostileUpstream.events;
import static io.breakwater.client.HostileUpstream.json;
import static io.breakwater.client.HostileUpstream.result;
import static io.breakwater.client.HostileUpstream.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.behaviour.Eventually;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.client.HostileUpstream.Script;
import io.breakwater.options.Options;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** How many connections there are, who waits for one, and who must not; and what HTTP+SSE and plain fetches make of bad servers. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class HttpPoolsTest {
  private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
  private static final String GOOD = "\"content\":[]";

  private static Options options() {
    return Options.defaults()
        .with("client.connectionsMax", 1)
        .with("client.waitingMax", 1)
        .with("client.questionsMax", 1)
        .with("client.callMs", 5_000)
        .with("client.probeMs", 2_000);
  }

  private static McpClient client(Vertx vertx, URI url, Options options) {
    return McpClient.builder(vertx, new Endpoint.Http(url)).options(options).build();
  }

  private static ClientCall call(McpClient client) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", "t");
    return client.start(Method.TOOLS_CALL, params, RequestOptions.DEFAULTS);
  }

  private static Script legacy(Script calls) {
    return (request, socket) -> {
      switch (request.method()) {
        case "initialize" -> HostileUpstream.initialized(request, socket, "Mcp-Session-Id: s\r\n");
        case "GET" -> empty(socket, 405, "");
        case "tools/call" -> calls.answer(request, socket);
        default -> empty(socket, 202, "");
      }
    };
  }

  @Test
  void calls_beyondConnectionsAndQueue_areRefused_andCancellationsStillGo(Vertx vertx)
      throws InterruptedException {
    HostileUpstream upstream = HostileUpstream.start(vertx, legacy((request, socket) -> {}));
    McpClient client = McpClient.builder(vertx, new Endpoint.Http(upstream.url()))
        .options(options())
        .era(EraChoice.LEGACY)
        .build();
    client.connect().await();
    ClientCall running = call(client);
    ClientCall waiting = call(client);

    assertThatThrownBy(() -> call(client).answer().await())
        .isInstanceOfSatisfying(ClientException.class, why -> {
          assertThat(why.kind()).isEqualTo(Kind.OVERLOADED);
          assertThat(why.getMessage()).contains("client.connectionsMax", "client.waitingMax");
        });
    Eventually.noMore(() -> upstream.methods().contains("tools/call") ? null : "no call");
    running.cancel("enough");
    Eventually.noMore(
        () -> upstream.methods().contains("notifications/cancelled") ? null : "no cancellation");

    assertThat(waiting.answer().isComplete()).isFalse();
    client.close().await();
    assertThat(waiting.answer().failed()).isTrue();
  }

  @Test
  void notifications_whoseResponsesStall_doNotStopTheNext(Vertx vertx) throws InterruptedException {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      switch (request.method()) {
        case "initialize" -> HostileUpstream.initialized(request, socket, "Mcp-Session-Id: s\r\n");
        case "GET" -> empty(socket, 405, "");
        case "notifications/initialized" -> empty(socket, 202, "");
        case "tools/call" -> {}
        default -> write(socket, "HTTP/1.1 202 OK\r\nContent-Length: 10\r\n\r\n");
      }
    });
    McpClient client = McpClient.builder(vertx, new Endpoint.Http(upstream.url()))
        .options(Options.defaults().with("client.questionsMax", 1).with("client.waitingMax", 50))
        .era(EraChoice.LEGACY)
        .build();
    client.connect().await();

    for (int i = 0; i < 6; i++) {
      ClientCall running = call(client);
      int calls = i + 1;
      Eventually.noMore(
          () -> upstream.methods().stream().filter("tools/call"::equals).count() == calls
              ? null
              : "call " + calls);
      running.cancel("enough");
    }

    Eventually.noMore(() -> {
      long told =
          upstream.methods().stream().filter("notifications/cancelled"::equals).count();
      return told == 6 ? null : told + " cancellations";
    });
    client.close().await();
  }

  @Test
  void requests_atTheBoundInFlight_areSent_andOneMoreIsNot(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {});
    McpClient client =
        client(vertx, upstream.url(), Options.defaults().with("client.inFlightMax", 3));
    client.connect().await();
    List<ClientCall> running = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      running.add(call(client));
    }

    assertThatThrownBy(() -> call(client).answer().await())
        .hasMessageContaining("client.inFlightMax");
    assertThat(running).noneMatch(call -> call.answer().isComplete());
    client.close().await();
  }

  /** A server of HTTP+SSE: the stream says this, and posts are taken. */
  private static HostileUpstream sse(Vertx vertx, String stream, Script posts) {
    return HostileUpstream.start(vertx, (request, socket) -> {
      if (request.verb().equals("GET")) {
        events(socket, stream);
      } else {
        posts.answer(request, socket);
      }
    });
  }

  private static McpClient sseClient(Vertx vertx, HostileUpstream upstream) {
    return McpClient.builder(
            vertx, new Endpoint.Http(upstream.url(), Map.of(), Endpoint.Transport.SSE))
        .options(Options.defaults().with("client.probeMs", 300).with("client.callMs", 1_000))
        .build();
  }

  @Test
  void sse_withoutItsFirstEvent_isGivenUp(Vertx vertx) {
    HostileUpstream upstream = sse(vertx, ": nothing\n\n", (request, socket) -> {});

    assertThatThrownBy(() -> sseClient(vertx, upstream).connect().await())
        .hasMessageContaining("endpoint")
        .hasMessageContaining("client.probeMs");
  }

  @Test
  void sse_thatEndsBeforeItsFirstEvent_saysSo(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      events(socket, "event: message\ndata: {}\n\n");
      socket.close();
    });

    assertThatThrownBy(() -> sseClient(vertx, upstream).connect().await())
        .hasMessageContaining("before the event \"endpoint\"");
  }

  @Test
  void sse_thatNamesAnotherOrigin_isRefused_andNobodyThereHearsOfIt(Vertx vertx) {
    AtomicInteger heard = new AtomicInteger();
    var other = vertx.createNetServer().connectHandler(socket -> heard.incrementAndGet());
    other.listen(0, "127.0.0.1").await();
    for (String there : List.of(
        "http://127.0.0.1:" + other.actualPort() + "/m",
        "//evil.example/m",
        "file:///etc/passwd",
        "::")) {
      HostileUpstream upstream =
          sse(vertx, "event: endpoint\ndata: " + there + "\n\n", (request, socket) -> {});

      assertThatThrownBy(() -> sseClient(vertx, upstream).connect().await())
          .as(there)
          .hasMessageContaining("origin of the server");
      assertThat(upstream.asked()).hasSize(1);
    }
    assertThat(heard).hasValue(0);
  }

  @Test
  void sse_thatLosesItsStream_losesItsRequests(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      if (request.verb().equals("GET")) {
        streams.add(socket);
        events(socket, "event: endpoint\ndata: /post\n\n");
      } else if (request.method().equals("initialize")) {
        empty(socket, 202, "");
        write(streams.get(0), "data: " + result(request, """
            "protocolVersion":"2024-11-05","capabilities":{}""") + "\n\n");
      } else {
        empty(socket, 202, "");
        if (request.method().equals("tools/call")) {
          streams.get(0).close();
        }
      }
    });
    McpClient client = sseClient(vertx, upstream);

    assertThatThrownBy(() -> client.callTool("t", NOTHING).await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.LOST));
    client.close().await();
  }

  private final List<io.vertx.core.net.NetSocket> streams =
      new java.util.concurrent.CopyOnWriteArrayList<>();

  @Test
  void fetch_followsNothing_boundsTheDocument_andReadsJsonAlone(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      switch (request.path()) {
        case "/moved" -> empty(socket, 302, "Location: /json\r\n");
        case "/json" -> json(socket, 200, "", "{\"a\":1}");
        case "/html" ->
          write(socket, "HTTP/1.1 404 X\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\n<");
        case "/broken" -> json(socket, 200, "", "{");
        case "/bound" -> json(socket, 200, "", "\"" + "x".repeat(1_048_574) + "\"");
        case "/beyond" -> json(socket, 200, "", "\"" + "x".repeat(1_048_575) + "\"");
        default -> json(socket, 200, "", "[".repeat(65) + "]".repeat(65));
      }
    });
    HttpFetcher fetcher = new HttpFetcher(vertx, Options.defaults());

    assertThat(fetch(fetcher, upstream, "/moved").await().status()).isEqualTo(302);
    assertThat(fetch(fetcher, upstream, "/json").await().json().path("a").asInt())
        .isEqualTo(1);
    assertThat(fetch(fetcher, upstream, "/html").await().json()).isNull();
    assertThat(fetch(fetcher, upstream, "/broken").await().json()).isNull();
    assertThat(fetch(fetcher, upstream, "/bound").await().json().textValue()).hasSize(1_048_574);
    assertThatThrownBy(() -> fetch(fetcher, upstream, "/beyond").await())
        .hasMessageContaining("1048576 bytes");
    assertThatThrownBy(() -> fetch(fetcher, upstream, "/deep").await())
        .hasMessageContaining("limits.depthMax");
    fetcher.close().await();
  }

  private static Future<Fetcher.Fetched> fetch(
      HttpFetcher fetcher, HostileUpstream upstream, String path) {
    return fetcher.fetch(HttpMethod.GET, upstream.url().resolve(path), Map.of(), null);
  }

  @Test
  void fetch_thatMeetsTheClose_isMadeOnceMore_butOnlyWhenItReads(Vertx vertx) {
    AtomicInteger asked = new AtomicInteger();
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      if (asked.incrementAndGet() == 1) {
        socket.close();
      } else {
        json(socket, 200, "", "{" + GOOD + "}");
      }
    });
    HttpFetcher fetcher = new HttpFetcher(vertx, Options.defaults());

    assertThat(fetch(fetcher, upstream, "/").await().status()).isEqualTo(200);
    asked.set(0);
    assertThatThrownBy(
            () -> fetcher.fetch(HttpMethod.POST, upstream.url(), Map.of(), null).await())
        .isInstanceOf(ClientException.class);
    assertThat(asked).hasValue(1);
    fetcher.close().await();
  }
}
