package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RoutesTest {
  private OpenDoor door;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor(Options.defaults().with("limits.lingerMs", 100));
  }

  @AfterEach
  void close() throws Exception {
    door.close();
  }

  private RawClient.Answer get(String path) throws Exception {
    try (RawClient client = door.client()) {
      return client
          .send(RawClient.head("GET").replace(" /mcp ", " " + path + " "))
          .answer();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/favicon.ico",
        "/mcpx",
        "/MCP",
        "/mcp/x",
        "/mcp%2f..%2f",
        "/.well-known/oauth-authorization-server",
        "*"
      })
  void otherPath_is404_inJson(String path) throws Exception {
    RawClient.Answer answer = get(path);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.field("content-type")).isEqualTo("application/json");
    assertThat(answer.body()).contains("-32600").contains("/mcp");
    assertThat(answer.field("location")).isEmpty();
  }

  // One server alone

  private static String at(String path, String request) {
    return request.replace(" /mcp ", " " + path + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mcp/one%20two.x", "/mcp/%6fne%20two%2ex", "/mcp/one%20two.x?y=/z"})
  void pathOfOneAlone_isServedByThatOne(String path) throws Exception {
    FakeRoutes.One one = door.routes.open("one two.x");
    try (RawClient client = door.client()) {
      client.send(at(path, RawClient.request("{\"id\":1}")));

      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(one.era.bodies).hasSize(1);
      assertThat(door.era.bodies).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/mcp/",
        "/mcp//",
        "/mcp//one",
        "/mcp/one/",
        "/mcp/one/one",
        "/mcp/./one",
        "/mcp/x/../one",
        "/mcp/one/..",
        "/mcp/..",
        "/mcp/%2e%2e",
        "/mcp%2fone",
        "/mcp/%2fone",
        "/mcp/one%2f",
        "/mcp/%256fne",
        "/mcp/%one",
        "/mcp/ONE",
        "/mcp/one%00",
        "/mcp/one;x=1",
        "/x/../mcp/one",
        "//mcp/one"
      })
  void pathThatIsNotOneNameBelowTheEndpoint_is404(String path) throws Exception {
    FakeRoutes.One one = door.routes.open("one");

    RawClient.Answer answer = get(path);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).contains("Not found (the endpoint is /mcp)");
    assertThat(one.era.heads).isEmpty();
    assertThat(door.era.heads).isEmpty();
  }

  @Test
  void pathThatIsTooLong_is404_andNotRepeated() throws Exception {
    RawClient.Answer answer = get("/mcp/" + "a".repeat(7_000));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).hasSizeLessThan(200);
  }

  @Test
  void oneAlone_comesAndGoes() throws Exception {
    assertThat(get("/mcp/one").status()).isEqualTo(404);
    FakeRoutes.One one = door.routes.open("one");
    try (RawClient client = door.client()) {
      client.send(at("/mcp/one", RawClient.request("{}")));
      assertThat(client.answer().status()).isEqualTo(200);

      one.phase = Served.Phase.DRAINING;
      client.send(at("/mcp/one", RawClient.request("{}")));
      RawClient.Answer draining = client.answer();
      assertThat(draining.status()).isEqualTo(503);
      assertThat(draining.field("retry-after")).isNotEmpty();
      assertThat(draining.body()).contains("-32603");
      assertThat(client.post("{}").status()).isEqualTo(200);

      door.routes.remove("one");
      client.send(at("/mcp/one", RawClient.request("{}")));
      assertThat(client.answer().status()).isEqualTo(404);
    }
  }

  @Test
  void oneAlone_thatDrains_takesABodyOnItsWay_andOneThatIsGone_doesNot() throws Exception {
    FakeRoutes.One one = door.routes.open("one");
    String head = at("/mcp/one", RawClient.head("POST", "Content-Length: 8"));
    try (RawClient first = door.client();
        RawClient second = door.client()) {
      first.send(head + "{\"id\"");
      second.send(head + "{\"id\"");
      Await.until(() -> door.bodies.open() == 2);

      one.phase = Served.Phase.DRAINING;
      first.send(":1}");
      assertThat(first.answer().status()).isEqualTo(200);

      one.phase = Served.Phase.GONE;
      second.send(":1}");
      assertThat(second.answer().status()).isEqualTo(404);
      assertThat(one.era.bodies).hasSize(1);
    }
  }

  @Test
  void oneAlone_offersTheMethodsOfTheEndpoint() throws Exception {
    var unused = door.routes.open("one");
    try (RawClient client = door.client()) {
      client.send(at("/mcp/one", RawClient.head("PUT")));
      RawClient.Answer put = client.answer();
      assertThat(put.status()).isEqualTo(405);
      assertThat(put.field("allow")).isEqualTo("GET, POST, DELETE, OPTIONS");

      client.send(at("/mcp/one", RawClient.head("OPTIONS")));
      assertThat(client.answer().status()).isEqualTo(204);
    }
  }

  @Test
  void oneAlone_standsBehindTheGates() throws Exception {
    Admission closed = head -> Future.failedFuture(ContentRules.refusal(401, "Not signed in"));
    try (OpenDoor guarded = new OpenDoor(Options.defaults(), closed);
        RawClient client = guarded.client()) {
      guarded.routes.open("one").phase = Served.Phase.DRAINING;
      client.send(at("/mcp/one", RawClient.head("GET")));
      assertThat(client.answer().status()).isEqualTo(401);

      client.send(at("/mcp/two", RawClient.head("GET")));
      assertThat(client.answer().status()).isEqualTo(404);
    }
  }

  @Test
  void path_thatHasAPurpose_winsOverAName() throws Exception {
    try (OpenDoor odd = new OpenDoor(Options.defaults().with("listen.messagePath", "/mcp/m"));
        RawClient client = odd.client()) {
      FakeRoutes.One one = odd.routes.open("m");
      client.send(at("/mcp/m", RawClient.request("{}")));

      assertThat(client.answer().body()).contains("sessionId");
      assertThat(one.era.heads).isEmpty();
    }
  }

  @Test
  void otherPath_withABodyThatDoesNotEnd_closesTheConnection() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.head("POST", "Content-Length: 100").replace(" /mcp ", " /other "));

      RawClient.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.field("connection")).isEqualTo("close");
      assertThat(client.closed()).isTrue();
    }
  }

  @Test
  void query_doesNotMatter() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.request("{}").replace(" /mcp ", " /mcp?x=1&y=%20%zz "));

      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void health_saysWhetherRequestsAreWanted() throws Exception {
    assertThat(get("/health/live").body()).isEqualTo("{\"status\":\"up\"}");
    assertThat(get("/health").status()).isEqualTo(200);
    assertThat(get("/health/ready").status()).isEqualTo(200);
    door.ready = false;
    assertThat(get("/health/live").status()).isEqualTo(200);
    assertThat(get("/health/ready").status()).isEqualTo(503);
    assertThat(get("/health/ready").body()).isEqualTo("{\"status\":\"down\"}");
  }

  @Test
  void health_isNotPosted() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.request("{}").replace(" /mcp ", " /health/live "));

      RawClient.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.field("allow")).isEqualTo("GET, HEAD");
    }
  }

  @Test
  void health_ofHttp10_needsNoHost() throws Exception {
    try (RawClient client = door.client()) {
      client.send("GET /health/live HTTP/1.0\r\n\r\n");

      assertThat(client.rest()).contains(" 200 ").endsWith("{\"status\":\"up\"}");
    }
  }

  @Test
  void health_thatIsSwitchedOff_is404() throws Exception {
    try (OpenDoor quiet = new OpenDoor(Options.defaults().with("observe.health", false));
        RawClient client = quiet.client()) {
      client.send(RawClient.head("GET").replace(" /mcp ", " /health/live "));

      assertThat(client.answer().status()).isEqualTo(404);
    }
  }

  @Test
  void connection_beyondTheLimit_isClosed_andTheOthersLive() throws Exception {
    try (OpenDoor small = new OpenDoor(Options.defaults().with("limits.connectionsMax", 2));
        RawClient first = small.client();
        RawClient second = small.client();
        RawClient third = small.client()) {
      assertThat(first.post("{}").status()).isEqualTo(200);
      assertThat(second.post("{}").status()).isEqualTo(200);

      assertThat(third.send(RawClient.request("{}")).closed()).isTrue();
      assertThat(first.post("{}").status()).isEqualTo(200);
      second.close();
      Await.until(() -> small.connections.open() == 1);
      try (RawClient fourth = small.client()) {
        assertThat(fourth.post("{}").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void idleTimeout_outlastsASilentCall() {
    Options options = Options.defaults();
    assertThat(HttpVerticle.serverOptions(options.with("limits.callMs", 50_000)).getIdleTimeout())
        .isEqualTo(65_000);
    assertThat(HttpVerticle.serverOptions(options.with("limits.callMs", 1_000)).getIdleTimeout())
        .isEqualTo(60_000);
  }

  @Test
  void failureOfTheEra_is500_andTheLogAloneSaysWhy() throws Exception {
    door.era.onPost = (exchange, body) -> {
      throw new IllegalStateException("a secret");
    };
    try (RawClient client = door.client()) {
      RawClient.Answer answer = client.post("{}");

      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.body())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,\"message\":\"Internal error\"}}");
      assertThat(client.post("{}").status()).isEqualTo(500);
    }
  }

  @Test
  void door_onARouterOfTheProgram_servesItsPath_andLeavesTheOthers() throws Exception {
    Vertx vertx = door.vertx;
    FakeRoutes routes = new FakeRoutes();
    FakeEra era = routes.era;
    HttpVerticle.House house = new HttpVerticle.House(
        List.of(),
        routes,
        new SseChannels(vertx, Options.defaults(), List.of(era)),
        new BodyGauge(Long.MAX_VALUE),
        door.connections,
        () -> true);
    HttpDoor mounted = new HttpDoor(vertx, Options.defaults(), house);
    Router router = Router.router(vertx);
    var unused = mounted.mount(router, "/mcp");
    router.post("/read-before").handler(BodyHandler.create(false));
    var second = mounted.mount(router, "/read-before");
    router.get("/mine").handler(context -> context.response().end("mine").onFailure(gone -> {}));
    HttpServer server = vertx.createHttpServer().requestHandler(router);
    int port = server.listen(0, "127.0.0.1").await(20, TimeUnit.SECONDS).actualPort();

    try (RawClient client = RawClient.to(port)) {
      assertThat(client.post("{\"id\":1}").status()).isEqualTo(200);
      assertThat(era.bodies).hasSize(1);
      assertThat(client
              .send(RawClient.head("GET").replace(" /mcp ", " /mine "))
              .answer()
              .body())
          .isEqualTo("mine");

      client.send(RawClient.request("{}").replace(" /mcp ", " /read-before "));
      assertThat(client.answer().status()).isEqualTo(500);
    }
  }
}
