package io.breakwater.client;

import static io.breakwater.client.HostileUpstream.empty;
import static io.breakwater.client.HostileUpstream.json;
import static io.breakwater.client.HostileUpstream.result;
import static io.breakwater.client.HostileUpstream.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.behaviour.Eventually;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.options.Options;
import io.breakwater.rpc.Message;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One request and its response: connections that break, statuses, credentials. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class HttpExchangesTest {
  private static final String GOOD = "\"content\":[]";
  private static final Options OPTIONS = Options.defaults()
      .with("client.callMs", 10_000)
      .with("client.callTotalMs", 10_000)
      .with("client.closeMs", 500);

  private final List<OpenChannel> open = new ArrayList<>();

  private OpenChannel channel(Vertx vertx, Endpoint.Http server, Authorizer authorizer) {
    OpenChannel channel = OpenChannel.to(vertx, server, authorizer, OPTIONS, Revision.V2026_07_28);
    open.add(channel);
    return channel;
  }

  private OpenChannel channel(Vertx vertx, URI url) {
    return channel(vertx, new Endpoint.Http(url), Authorizer.NONE);
  }

  @AfterEach
  void close() {
    open.forEach(OpenChannel::close);
  }

  private static ClientException failure(Future<?> of) {
    try {
      of.await();
    } catch (ClientException why) {
      return why;
    }
    throw new AssertionError("nothing failed");
  }

  // --- connections that break

  /** Reads the head of a request, writes this, and resets the connection. */
  private static void reset(ServerSocket server, String written) {
    try (Socket socket = server.accept()) {
      int ends = 0;
      while (ends < 4) {
        int b = socket.getInputStream().read();
        ends = b == '\r' || b == '\n' ? ends + 1 : 0;
      }
      socket.getOutputStream().write(written.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 20",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Le",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"a\":",
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"json",
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 1\ndata:\n\n",
      })
  void connection_resetAnywhere_isLost(String written, Vertx vertx) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread peer = new Thread(() -> reset(server, written));
      peer.start();
      URI url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/mcp");

      ClientException why = failure(channel(vertx, url).send(1));

      assertThat(why.kind()).as(why.getMessage()).isEqualTo(Kind.LOST);
      assertThat(why.mayHaveRun()).isTrue();
      peer.join();
    }
  }

  @Test
  void server_thatIsNotThere_isUnreachable_andItsQueryIsNotTold(Vertx vertx) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    URI url = URI.create("http://127.0.0.1:" + port + "/mcp?key=secret");

    ClientException why = failure(channel(vertx, url).send(1));

    assertThat(why.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(why.mayHaveRun()).isFalse();
    assertThat(why).hasMessageNotContaining("secret");
  }

  @Test
  void abandonedRequest_closesItsConnection_andHearsNothingMore(Vertx vertx)
      throws InterruptedException {
    AtomicInteger closed = new AtomicInteger();
    HostileUpstream upstream = HostileUpstream.start(
        vertx, (request, socket) -> socket.closeHandler(gone -> closed.incrementAndGet()));
    OpenChannel channel = channel(vertx, upstream.url());
    Future<Void> sent = channel.send(1);
    Eventually.noMore(() -> upstream.asked().isEmpty() ? "not sent yet" : null);

    channel.abandon(1);

    assertThat(failure(sent).kind()).isEqualTo(Kind.CANCELLED);
    Eventually.noMore(() -> closed.get() == 1 ? null : "the connection is still open");
    assertThat(channel.heard()).isEmpty();
  }

  @Test
  void secondRequest_withTheIdOfOneInFlight_isNotSent(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {});
    OpenChannel channel = channel(vertx, upstream.url());
    Future<Void> first = channel.send(1);

    assertThat(failure(channel.send(1)).kind()).isEqualTo(Kind.PROTOCOL);

    channel.abandon(1);
    assertThat(failure(first).kind()).isEqualTo(Kind.CANCELLED);
  }

  // --- responses that are none

  @ParameterizedTest
  @CsvSource({
    "202, PROTOCOL, true",
    "204, PROTOCOL, true",
    "304, STATUS, false",
    "404, STATUS, false",
    "429, STATUS, false",
    "500, STATUS, true",
    "503, STATUS, false",
    "504, STATUS, true",
  })
  void status_withoutAnAnswer_isOneError(int status, Kind kind, boolean mayHaveRun, Vertx vertx) {
    HostileUpstream upstream =
        HostileUpstream.start(vertx, (request, socket) -> empty(socket, status, ""));

    ClientException why = failure(channel(vertx, upstream.url()).send(1));

    assertThat(why.kind()).isEqualTo(kind);
    assertThat(why.getMessage()).contains(Integer.toString(status));
    assertThat(why.mayHaveRun()).isEqualTo(mayHaveRun);
  }

  @Test
  void contentLength_twice_isNotHttp(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(
        vertx,
        (request, socket) -> write(
            socket,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                + "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}"));

    ClientException why = failure(channel(vertx, upstream.url()).send(1));

    assertThat(why.kind()).as(why.getMessage()).isEqualTo(Kind.PROTOCOL);
  }

  @Test
  void notification_thatIsRefused_failsWithTheReason(Vertx vertx) {
    String error = "{\"jsonrpc\":\"2.0\",\"id\":\"server-error\","
        + "\"error\":{\"code\":-32600,\"message\":\"no\"}}";
    HostileUpstream upstream =
        HostileUpstream.start(vertx, (request, socket) -> json(socket, 400, "", error));
    Message told = new Message.Notification("x", JsonNodeFactory.instance.objectNode());

    ClientException why = failure(channel(vertx, upstream.url()).send(told));

    assertThat(why.kind()).isEqualTo(Kind.RPC);
    assertThat(why.status()).isEqualTo(400);
    assertThat(why).hasMessage("no");
  }

  // --- credentials

  /** Counts its keys up at each challenge. */
  private record Keys(AtomicInteger key, List<Challenge> challenges) implements Authorizer {
    Keys() {
      this(new AtomicInteger(), new CopyOnWriteArrayList<>());
    }

    @Override
    public Future<@Nullable String> authorization(URI resource) {
      return Future.succeededFuture("Bearer " + key.get());
    }

    @Override
    public Future<Boolean> challenged(Challenge challenge) {
      key.incrementAndGet();
      challenges.add(challenge);
      return Future.succeededFuture(true);
    }
  }

  private static HostileUpstream guarded(Vertx vertx, String key) {
    return HostileUpstream.start(vertx, (request, socket) -> {
      if (key.equals(request.headers().get("authorization"))) {
        json(socket, 200, "", result(request, GOOD));
      } else {
        empty(socket, 401, "WWW-Authenticate: Bearer a\r\nWWW-Authenticate: Basic b\r\n");
      }
    });
  }

  @Test
  void thirdAttempt_thatIsLetIn_isAnswered(Vertx vertx) {
    HostileUpstream upstream = guarded(vertx, "Bearer 2");
    Keys keys = new Keys();
    OpenChannel channel = channel(vertx, new Endpoint.Http(upstream.url()), keys);

    channel.send(1).await();

    assertThat(channel.answers()).hasSize(1);
    assertThat(keys.challenges()).extracting(Authorizer.Challenge::attempt).containsExactly(1, 2);
    assertThat(keys.challenges().get(0).wwwAuthenticate()).containsExactly("Bearer a", "Basic b");
  }

  @Test
  void thirdAttempt_thatIsRefused_isTheLast(Vertx vertx) {
    HostileUpstream upstream = guarded(vertx, "none of them");

    ClientException why =
        failure(channel(vertx, new Endpoint.Http(upstream.url()), new Keys()).send(1));

    assertThat(why.kind()).isEqualTo(Kind.UNAUTHORIZED);
    assertThat(why.status()).isEqualTo(401);
    assertThat(why).hasMessageNotContaining("Bearer");
    assertThat(upstream.asked()).hasSize(3);
  }

  @Test
  void configuredHeader_thatCannotBeSent_isNamedWithoutItsValue(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {});
    Endpoint.Http server = new Endpoint.Http(
        upstream.url(), Map.of("X-Key", "secret\r\nX: y"), Endpoint.Transport.AUTO);

    ClientException why = failure(channel(vertx, server, Authorizer.NONE).send(1));

    assertThat(why).hasMessageContaining("X-Key").hasMessageNotContaining("secret");
    assertThat(upstream.asked()).isEmpty();
  }

  @Test
  void configuredHeaders_areSent_exceptThoseOfTheConnection(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(
        vertx, (request, socket) -> json(socket, 200, "", result(request, GOOD)));
    Map<String, String> headers =
        Map.of("X-Key", "k", "Host", "evil", "Accept-Encoding", "gzip", "Accept", "text/html");
    Endpoint.Http server = new Endpoint.Http(upstream.url(), headers, Endpoint.Transport.AUTO);

    channel(vertx, server, Authorizer.NONE).send(1).await();

    assertThat(upstream.asked().get(0).headers())
        .containsEntry("x-key", "k")
        .containsEntry("host", "127.0.0.1:" + upstream.url().getPort())
        .containsEntry("accept-encoding", "identity")
        .containsEntry("accept", "application/json, text/event-stream")
        .containsEntry("mcp-protocol-version", "2026-07-28");
  }
}
