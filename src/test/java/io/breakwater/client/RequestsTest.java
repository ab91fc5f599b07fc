package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** How long a request may take with all that comes before it, what a client keeps through a lost session, what it says of a cut list, and how it ends with its Vert.x. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class RequestsTest {
  private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
  private static final String GOOD = "{\"resultType\":\"complete\",\"content\":[]}";
  private static final String NO_TOOLS = "{\"resultType\":\"complete\",\"tools\":[]}";
  private static final RequestOptions SOON = RequestOptions.DEFAULTS.within(200, 200);

  private static void assertLate(Future<?> future) {
    assertThatThrownBy(future::await).isInstanceOfSatisfying(ClientException.class, why -> {
      assertThat(why.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(why.mayHaveRun()).isFalse();
    });
  }

  @Test
  void deadline_ofACall_holdsForTheListBeforeIt(Vertx vertx) {
    FakeServer server = FakeServer.modern().with("client.callMs", 600_000);

    assertLate(server.client(vertx).callTool("t", NOTHING, SOON));
    assertThat(server.methods()).contains("tools/list").doesNotContain("tools/call");
  }

  @Test
  void deadline_ofACall_holdsForConnecting(Vertx vertx) {
    FakeServer server = FakeServer.url().with("client.probeMs", 600_000);

    assertLate(server.client(vertx).callTool("t", NOTHING, SOON));
  }

  @Test
  void deadline_ofAList_holdsForAllItsPages(Vertx vertx) {
    AtomicInteger pages = new AtomicInteger();
    FakeServer server = FakeServer.legacy()
        .with("client.callMs", 300)
        .with("client.callTotalMs", 500)
        .with("client.pagesMax", 100_000)
        .on(
            "resources/list",
            (request, channel) -> vertx.setTimer(
                100,
                later -> channel.result(
                    request,
                    "{\"resources\":[],\"nextCursor\":\"" + pages.incrementAndGet() + "\"}")));

    assertThatThrownBy(() -> server.client(vertx).resources().await())
        .hasMessageContaining("client.callTotalMs");
  }

  @Test
  void calls_atOnce_readTheListOfToolsOnce(Vertx vertx) {
    FakeServer server = FakeServer.modern()
        .on("tools/call", GOOD)
        .on(
            "tools/list",
            (request, channel) -> vertx.setTimer(50, later -> channel.result(request, NO_TOOLS)));
    McpClient client = server.client(vertx);

    Future.all(java.util.stream.IntStream.range(0, 20)
            .mapToObj(each -> client.callTool("t", NOTHING))
            .toList())
        .await();

    assertThat(server.methods().stream().filter("tools/list"::equals)).hasSize(1);
  }

  @Test
  void list_thatIsRefused_isNotReadAgainByTheNextCall(Vertx vertx) {
    FakeServer server =
        FakeServer.modern().on("tools/call", GOOD).error("tools/list", 0, -32601, "");
    McpClient client = server.client(vertx);

    client.callTool("t", NOTHING).await();
    client.callTool("t", NOTHING).await();

    assertThat(server.methods().stream().filter("tools/list"::equals)).hasSize(1);
  }

  @Test
  void subscriptions_areMadeAgain_afterOneThatFailsAnyHow(Vertx vertx) throws InterruptedException {
    FakeServer server = FakeServer.legacy().on("resources/subscribe", "{}");
    McpClient client = server.client(vertx);
    client.subscribe("a:\u0007x").await();
    client.subscribe("b:").await();
    server.on("resources/subscribe", (request, channel) -> {
      if (request.params().path("uri").asText().startsWith("a")) {
        channel.refuse(request, ClientException.after(Kind.PROTOCOL, "nonsense"));
      } else {
        channel.result(request, "{}");
      }
    });

    server.channel().end(ClientException.after(Kind.LOST, "gone"));
    io.breakwater.behaviour.Eventually.noMore(
        () -> server.heard().contains("lost: gone") ? null : "not lost");
    client.connect().await();

    io.breakwater.behaviour.Eventually.noMore(
        () -> server.methods().stream().filter("resources/subscribe"::equals).count() == 4
            ? null
            : "told " + server.methods());
    assertThat(server.heard())
        .anySatisfy(line -> assertThat(line).contains("a: x", "could not be made again"));
  }

  @Test
  void logLevel_ofASession_isSetAgainInTheNextOne(Vertx vertx) throws InterruptedException {
    FakeServer server = FakeServer.legacy().on("logging/setLevel", "{}");
    McpClient client = server.client(vertx);
    client.setLogLevel("warning").await();

    server.channel().end(ClientException.after(Kind.LOST, "gone"));
    io.breakwater.behaviour.Eventually.noMore(
        () -> server.heard().contains("lost: gone") ? null : "not lost");
    client.connect().await();

    io.breakwater.behaviour.Eventually.noMore(
        () -> server.methods().stream().filter("logging/setLevel"::equals).count() == 2
            ? null
            : "told " + server.methods());
    assertThat(server.last("logging/setLevel").params().path("level").asText())
        .isEqualTo("warning");
  }

  @Test
  void list_cutInsideItsLastPage_isWarnedOf(Vertx vertx) {
    FakeServer server = FakeServer.legacy()
        .with("client.itemsMax", 2)
        .on("resources/list", "{\"resources\":[{},{},{}]}")
        .on("prompts/list", "{\"prompts\":[{},{}]}");
    McpClient client = server.client(vertx);

    assertThat(client.prompts().await()).hasSize(2);
    assertThat(server.heard()).noneMatch(line -> line.contains("client.itemsMax"));
    assertThat(client.resources().await()).hasSize(2);
    assertThat(server.heard()).anyMatch(line -> line.contains("client.itemsMax"));
  }

  @Test
  void verbs_afterVertxWasClosed_fail_andDoNotThrow() {
    Vertx own = Vertx.vertx();
    McpClient client = FakeServer.legacy().on("ping", "{}").client(own);
    client.ping().await();
    HttpFetcher fetcher = new HttpFetcher(own, Options.defaults());
    own.close().await();

    for (Future<?> verb : java.util.List.of(
        client.ping(),
        client.callTool("t", NOTHING),
        fetcher.fetch(
            io.vertx.core.http.HttpMethod.GET,
            URI.create("http://127.0.0.1:1/"),
            Map.of(),
            null))) {
      assertThat(verb.isComplete()).isTrue();
      assertThat(verb.cause())
          .isInstanceOfSatisfying(
              ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.CLOSED));
    }
    ClientCall call = client.start(io.breakwater.spec.Method.PING, NOTHING, SOON);
    call.cancel("no matter");
    assertThat(client.close().isComplete()).isTrue();
  }

  /** A list of two members, which take 24 bytes together, and a second page of one that takes 12. */
  private static FakeServer threeOfTwelve() {
    return FakeServer.modern()
        .on(
            "prompts/list",
            (request, channel) -> channel.result(
                request,
                request.params().has("cursor")
                    ? "{\"prompts\":[{\"name\":\"c\"}],\"ttlMs\":60000}"
                    : "{\"prompts\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"ttlMs\":60000,\"nextCursor\":\"2\"}"));
  }

  @Test
  void list_ofAsManyBytesAsAllowed_isReadWhole_andNotOneByteMore(Vertx vertx) {
    FakeServer fits = threeOfTwelve().with("client.listBytesMax", 36);
    FakeServer larger = threeOfTwelve().with("client.listBytesMax", 35);

    assertThat(fits.client(vertx).prompts().await()).hasSize(3);
    assertThat(fits.heard()).isEmpty();
    assertThat(larger.client(vertx).prompts().await()).hasSize(2);
    assertThat(larger.heard()).anyMatch(line -> line.contains("client.listBytesMax"));
  }

  @Test
  void cursor_ofAsManyCharactersAsAllowed_isFollowed_andNotOneMore(Vertx vertx) {
    FakeServer server = FakeServer.legacy()
        .on(
            "prompts/list",
            (request, channel) -> channel.result(
                request,
                request.params().has("cursor")
                    ? "{\"prompts\":[{}]}"
                    : "{\"prompts\":[{}],\"nextCursor\":\"" + "c".repeat(16_384) + "\"}"))
        .on("resources/list", "{\"resources\":[{}],\"nextCursor\":\"" + "c".repeat(16_385) + "\"}");
    McpClient client = server.client(vertx);

    assertThat(client.prompts().await()).hasSize(2);
    assertThat(server.heard()).isEmpty();
    assertThat(client.resources().await()).hasSize(1);
    assertThat(server.heard()).anyMatch(line -> line.contains("more than 16384 characters"));
  }
}
