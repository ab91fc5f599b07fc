package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.Revision;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a client finds out what its server speaks. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class DetectionTest {
  private static final String INITIALIZED = """
      {"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s"},"instructions":"x"}""";
  private static final String DISCOVERED = """
      {"supportedVersions":["2026-07-28"],"capabilities":{},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m"}}}""";

  @Test
  void server_thatDiscovers_isModern(Vertx vertx) {
    FakeServer server = FakeServer.url().on("server/discover", DISCOVERED);

    Peer peer = server.client(vertx).connect().await();

    assertThat(peer.revision()).isEqualTo(Revision.V2026_07_28);
    assertThat(peer.serverInfo().path("name").asText()).isEqualTo("m");
    assertThat(server.methods()).containsExactly("server/discover");
    assertThat(server.lastHeaders()).containsEntry("Mcp-Method", "server/discover");
    assertThat(server.last("server/discover").params().path("_meta").toString())
        .contains("\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"", "clientInfo");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405, 406, 415})
  void status_thatSaysNothingKnown_isOfALegacyServer(int status, Vertx vertx) {
    FakeServer server = FakeServer.url()
        .fail("server/discover", ClientException.status(Kind.STATUS, status, "HTTP"))
        .on("initialize", INITIALIZED);

    Peer peer = server.client(vertx).connect().await();

    assertThat(peer.revision()).isEqualTo(Revision.V2025_06_18);
    assertThat(peer.instructions()).isEqualTo("x");
    assertThat(server.methods())
        .containsExactly("server/discover", "initialize", "notifications/initialized");
    assertThat(server.last("initialize").params().has("_meta")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0,-32601", "0,-32600", "400,-32000", "400,-32602", "404,-32601"})
  void error_thatIsNotModern_isOfALegacyServer(int status, int code, Vertx vertx) {
    FakeServer server =
        FakeServer.url().error("server/discover", status, code, "").on("initialize", INITIALIZED);

    assertThat(server.client(vertx).connect().await().modern()).isFalse();
  }

  @Test
  void emptyResult_isOfALegacyServer(Vertx vertx) {
    FakeServer server = FakeServer.url().on("server/discover", "{}").on("initialize", INITIALIZED);

    assertThat(server.client(vertx).connect().await().modern()).isFalse();
  }

  @Test
  void unsupportedVersion_withTheSameOne_isAskedOnceMore(Vertx vertx) {
    AtomicInteger asked = new AtomicInteger();
    FakeServer server = FakeServer.url();
    FakeServer refusing =
        FakeServer.url().error("server/discover", 400, -32022, "{\"supported\":[\"2026-07-28\"]}");
    server.on("server/discover", (request, channel) -> {
      if (asked.getAndIncrement() == 0) {
        channel.refuse(
            request,
            ClientException.rpc(
                new RpcError(-32022, "no", FakeServer.json("{\"supported\":[\"2026-07-28\"]}")),
                400));
      } else {
        channel.result(request, DISCOVERED);
      }
    });

    assertThat(server.client(vertx).connect().await().modern()).isTrue();
    assertThatThrownBy(() -> refusing.client(vertx).connect().await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.error().code()).isEqualTo(-32022));
    assertThat(refusing.methods()).containsExactly("server/discover", "server/discover");
  }

  @Test
  void unsupportedVersion_withAnOlderOne_isInitialized(Vertx vertx) {
    FakeServer server = FakeServer.url()
        .error("server/discover", 400, -32022, "{\"supported\":[\"2030-01-01\",\"2025-06-18\"]}")
        .on("initialize", INITIALIZED);

    assertThat(server.client(vertx).connect().await().revision()).isEqualTo(Revision.V2025_06_18);
  }

  @Test
  void unsupportedVersion_withNoneOfOurs_saysBothSides(Vertx vertx) {
    FakeServer server =
        FakeServer.url().error("server/discover", 400, -32022, "{\"supported\":[\"2030-01-01\"]}");

    assertThatThrownBy(() -> server.client(vertx).connect().await())
        .hasMessageContaining("2030-01-01")
        .hasMessageContaining("2026-07-28");
    assertThat(server.methods()).containsExactly("server/discover");
  }

  @Test
  void otherModernError_isFinal(Vertx vertx) {
    FakeServer server =
        FakeServer.url().error("server/discover", 400, -32020, "").on("initialize", INITIALIZED);

    assertThatThrownBy(() -> server.client(vertx).connect().await())
        .isInstanceOf(ClientException.class);
    assertThat(server.methods()).containsExactly("server/discover");
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"UNREACHABLE", "TIMEOUT", "UNAUTHORIZED", "LIMIT", "OVERLOADED", "LOST"})
  void probe_thatSaysNothing_failsAndIsNotRemembered(Kind kind, Vertx vertx) {
    inconclusive(ClientException.before(kind, "x"), kind, vertx);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503})
  void status_thatSaysNothing_failsAndIsNotRemembered(int status, Vertx vertx) {
    inconclusive(ClientException.status(Kind.STATUS, status, "x"), Kind.STATUS, vertx);
  }

  private static void inconclusive(ClientException why, Kind kind, Vertx vertx) {
    FakeServer server = FakeServer.url().fail("server/discover", why).on("initialize", INITIALIZED);
    McpClient client = server.client(vertx);

    assertThatThrownBy(() -> client.connect().await())
        .isInstanceOfSatisfying(
            ClientException.class, failed -> assertThat(failed.kind()).isEqualTo(kind));
    assertThat(server.methods()).containsExactly("server/discover");
    assertThat(server.channel().closed()).isTrue();

    server.on("server/discover", DISCOVERED);
    assertThat(client.connect().await().modern()).isTrue();
  }

  @Test
  void silence_overStdio_isOfALegacyServer_andOverHttpSaysNothing(Vertx vertx) {
    FakeServer child = FakeServer.child().on("initialize", INITIALIZED).with("client.probeMs", 50);
    FakeServer url = FakeServer.url().on("initialize", INITIALIZED).with("client.probeMs", 50);

    assertThat(child.client(vertx).connect().await().transport()).isEqualTo("stdio");
    assertThat(child.channels()).hasSize(1);
    assertThatThrownBy(() -> url.client(vertx).connect().await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.TIMEOUT));
  }

  @Test
  void error_thatComesAfterTheProbeIsOver_isNoWarning(Vertx vertx) {
    FakeServer server = FakeServer.child().with("client.probeMs", 50);
    server.on("initialize", (request, channel) -> {
      // As a command does that took long to start: it reads both at once.
      channel.say(new Message.Failure(
          server.last("server/discover").id(), new RpcError(-32601, "Method not found", null)));
      channel.result(request, INITIALIZED);
    });

    assertThat(server.client(vertx).connect().await().modern()).isFalse();
    assertThat(server.heard()).isEmpty();
  }

  @Test
  void child_thatEndsAtTheProbe_isStartedOnceMoreForTheHandshake(Vertx vertx) {
    FakeServer server = FakeServer.child()
        .on(
            "server/discover",
            (request, channel) -> channel.end(ClientException.after(Kind.LOST, "exit 1")))
        .on("initialize", INITIALIZED);

    assertThat(server.client(vertx).connect().await().modern()).isFalse();
    assertThat(server.channels()).hasSize(2);
    assertThat(server.methods())
        .containsExactly("server/discover", "initialize", "notifications/initialized");
  }

  @Test
  void child_thatEndsAtTheHandshake_isNotStartedAgain(Vertx vertx) {
    FakeServer server = FakeServer.child()
        .error("server/discover", 0, -32601, "")
        .on(
            "initialize",
            (request, channel) -> channel.end(ClientException.after(Kind.LOST, "exit 1")));

    assertThatThrownBy(() -> server.client(vertx).connect().await()).hasMessageContaining("exit 1");
    assertThat(server.channels()).hasSize(1);
  }

  @Test
  void handshake_thatIsNotThereEither_leadsToSse(Vertx vertx) {
    FakeServer server = FakeServer.url()
        .fail("server/discover", ClientException.status(Kind.STATUS, 405, "HTTP 405"))
        .on("initialize", (request, channel) -> {
          if (channel.sse()) {
            channel.result(request, INITIALIZED);
          } else {
            channel.refuse(request, ClientException.status(Kind.STATUS, 405, "HTTP 405"));
          }
        });

    assertThat(server.client(vertx).connect().await().transport()).isEqualTo("sse");
    assertThat(server.channels())
        .extracting(FakeServer.FakeChannel::sse)
        .containsExactly(false, true);
    assertThat(server.channels().get(0).closed()).isTrue();
  }

  @Test
  void revision_thatNobodyKnows_isRefused_andTheChannelClosed(Vertx vertx) {
    FakeServer server = FakeServer.url()
        .error("server/discover", 0, -32601, "")
        .on("initialize", "{\"protocolVersion\":\"2019-01-01\"}");

    assertThatThrownBy(() -> server.client(vertx).connect().await())
        .hasMessageContaining("2019-01-01");
    assertThat(server.channel().closed()).isTrue();
  }

  @Test
  void pinnedEra_isNotLookedFor(Vertx vertx) {
    FakeServer legacy = FakeServer.url().on("initialize", INITIALIZED);
    FakeServer modern = FakeServer.url().error("server/discover", 0, -32601, "");

    assertThat(legacy
            .client(vertx, builder -> builder.era(EraChoice.LEGACY))
            .connect()
            .await()
            .modern())
        .isFalse();
    assertThat(legacy.methods()).doesNotContain("server/discover");
    assertThatThrownBy(() -> modern
            .client(vertx, builder -> builder.era(EraChoice.MODERN))
            .connect()
            .await())
        .hasMessageContaining("does not speak 2026-07-28");
    assertThat(modern.methods()).containsExactly("server/discover");
  }

  @Test
  void era_thatIsKnown_isNotLookedForAgain_untilItFails(Vertx vertx) {
    FakeServer server = FakeServer.legacy();
    McpClient client = server.client(vertx);
    client.connect().await();

    server.channel().end(ClientException.after(Kind.LOST, "gone"));
    client.connect().await();
    assertThat(server.channels()).hasSize(2);
    assertThat(server.methods()).filteredOn("server/discover"::equals).hasSize(1);

    server.fail("initialize", ClientException.status(Kind.STATUS, 500, "x"));
    server.channel().end(ClientException.after(Kind.LOST, "gone"));
    assertThatThrownBy(() -> client.connect().await()).isInstanceOf(ClientException.class);
    server.on("server/discover", DISCOVERED);
    assertThat(client.connect().await().modern()).isTrue();
    assertThat(server.heard()).filteredOn("lost: gone"::equals).hasSize(2);
  }

  @Test
  void error_with403_saysNothing(Vertx vertx) {
    FakeServer server =
        FakeServer.url().error("server/discover", 403, -32000, "").on("initialize", INITIALIZED);

    assertThatThrownBy(() -> server.client(vertx).connect().await())
        .isInstanceOf(ClientException.class);
    assertThat(server.methods()).containsExactly("server/discover");
  }

  @Test
  void channel_thatEndsAfterTheLastAnswer_isNoLink(Vertx vertx) {
    FakeServer server = FakeServer.legacy()
        .on("ping", "{}")
        .whenTold(
            "notifications/initialized",
            channel -> channel.endNow(ClientException.after(Kind.LOST, "gone")));
    McpClient client = server.client(vertx);

    assertThatThrownBy(() -> client.connect().await()).hasMessageContaining("gone");
    server.whenTold("notifications/initialized", channel -> {});
    client.ping().await();
    assertThat(server.methods()).endsWith("ping");
  }
}
