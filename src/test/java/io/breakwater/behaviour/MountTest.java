package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.launch.Alone;
import io.breakwater.launch.Breakwater;
import io.breakwater.options.Options;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint as one route among those of a program. */
final class MountTest {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
  private final Breakwater breakwater = Breakwater.create(vertx, Options.defaults());
  private final Router router = Router.router(vertx);

  @AfterEach
  void stop() {
    TestServer.await(breakwater.close());
    TestServer.await(vertx.close());
  }

  private int serve() {
    Samples.addTo(breakwater);
    return TestServer.await(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"))
        .actualPort();
  }

  private static Answer list(int port) throws IOException {
    Request list = Request.modern("tools/list", "{}");
    return Wire.ask(port, list.body(), list.fieldArray());
  }

  private static String get(int port, String path) throws IOException {
    try (Wire wire = Wire.to(port)) {
      return wire.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
          .answer()
          .body();
    }
  }

  @Test
  void endpoint_amongOtherRoutes_servesBothEras() throws IOException {
    breakwater.mount(router);
    router.route().handler(BodyHandler.create(false));
    router.get("/hello").handler(context -> context.end("hello"));
    int port = serve();

    assertThat(list(port).status()).isEqualTo(200);
    assertThat(Session.open(port).ask("ping", "{}").result()).isEqualTo(Json.object());
    assertThat(get(port, "/hello")).isEqualTo("hello");
  }

  @Test
  void endpoint_mounted_refusesABombAsEver() throws IOException {
    breakwater.mount(router);
    int port = serve();

    Answer answer = Wire.ask(port, Nesting.initialize(65));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo(-32700);
  }

  @Test
  void endpoint_ofASubRouter_isServedUnderBothPaths() throws IOException {
    Router inner = Router.router(vertx);
    breakwater.mount(inner);
    router.route("/tenant/*").subRouter(inner);
    int port = serve();
    Request list = Request.modern("tools/list", "{}");
    String request = Wire.request(list.body(), list.fieldArray());

    try (Wire wire = Wire.to(port)) {
      Answer answer =
          wire.send(request.replace("POST /mcp ", "POST /tenant/mcp ")).answer();

      assertThat(answer.status()).isEqualTo(200);
    }
  }

  @Test
  void sse_ofASubRouter_namesThePathToPostToAsTheClientSeesIt() throws IOException {
    Router inner = Router.router(vertx);
    breakwater.mount(inner);
    router.route("/tenant/*").subRouter(inner);
    int port = serve();

    try (SseClient client = SseClient.connect(port, "/tenant/sse")) {
      assertThat(client.endpoint()).startsWith("/tenant/message?sessionId=");
      client.open().pings();
    }
  }

  // One server alone

  private static Answer list(int port, String path) throws IOException {
    try (Wire wire = Wire.to(port)) {
      return wire.send(new Draft().path(path).text()).answer();
    }
  }

  @Test
  void oneAlone_onARouter_comesAndGoes_besideTheRoutesOfTheProgram() throws IOException {
    breakwater.mount(router);
    router.route().handler(BodyHandler.create(false));
    router.get("/mcp/mine").handler(context -> context.end("mine"));
    int port = serve();
    assertThat(list(port, "/mcp/one%20two").status()).isEqualTo(404);
    Alone alone = Alone.open(breakwater, "one two", breakwater.local());

    assertThat(list(port, "/mcp/one%20two").status()).isEqualTo(200);
    assertThat(list(port).status()).isEqualTo(200);
    assertThat(get(port, "/mcp/mine")).isEqualTo("mine");
    Answer other = list(port, "/mcp/other");
    assertThat(other.status()).isEqualTo(404);
    assertThat(other.code()).isEqualTo(-32600);
    assertThat(other.message()).isEqualTo("Not found (the endpoint is /mcp)");
    TestServer.await(alone.close());
    assertThat(list(port, "/mcp/one%20two").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/mcp/one/one",
        "/mcp/one/",
        "/mcp//one",
        "/mcp/x/mcp/one",
        "/mcp/x/../one",
        "/mcp/one%2f",
        "/mcp/%2fone",
        "/mcp/%256fne"
      })
  void path_thatIsNotOneNameBelowTheEndpoint_is404_onARouterToo(String path) throws IOException {
    breakwater.mount(router);
    int port = serve();
    Alone.open(breakwater, "one", breakwater.local());

    assertThat(list(port, "/mcp/one").status()).isEqualTo(200);
    Answer answer = list(port, path);
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.message()).isEqualTo("Not found (the endpoint is /mcp)");
  }

  @ParameterizedTest
  @CsvSource({"/tenant/*, /tenant", "/:tenant/*, /anna", "/*, ''", "/mcp/*, /mcp"})
  void oneAlone_ofASubRouter_isServedBelowBothPaths(String mount, String above) throws IOException {
    Router inner = Router.router(vertx);
    breakwater.mount(inner);
    router.route(mount).subRouter(inner);
    int port = serve();
    Alone.open(breakwater, "one", breakwater.local());

    assertThat(list(port, above + "/mcp/one").status()).isEqualTo(200);
    assertThat(list(port, above + "/mcp").status()).isEqualTo(200);
    assertThat(list(port, above + "/mcp/two").status()).isEqualTo(404);
    assertThat(list(port, above + "/mcp/mcp/one").status()).isEqualTo(404);
    assertThat(list(port, above + "/x/mcp/one").status()).isEqualTo(404);
  }

  @Test
  void twoServers_oneBelowTheOther_areBothServed() throws IOException {
    Breakwater lower = Breakwater.create(
        vertx, Options.defaults().with("listen.path", "/mcp/lower").with("listen.ssePath", null));
    breakwater.mount(router);
    lower.mount(router);
    int port = serve();
    Alone.open(breakwater, "one", breakwater.local());
    Alone.open(lower, "one", breakwater.local());

    assertThat(list(port, "/mcp/lower").status()).isEqualTo(200);
    assertThat(list(port, "/mcp/one").status()).isEqualTo(200);
    assertThat(list(port, "/mcp/lower/one").status()).isEqualTo(200);
    TestServer.await(lower.close());
  }

  @Test
  void endpoint_behindABodyHandler_isAnInternalError_andNotSilence() throws IOException {
    router.route().handler(BodyHandler.create(false));
    breakwater.mount(router);
    int port = serve();

    Answer answer = list(port);

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.code()).isEqualTo(-32603);
    assertThat(answer.message()).isEqualTo("Internal error");
  }

  @Test
  void endpoint_closed_refuses_whileTheOtherRoutesGoOn() throws IOException {
    breakwater.mount(router);
    router.get("/hello").handler(context -> context.end("hello"));
    int port = serve();
    TestServer.await(breakwater.close());

    assertThat(list(port).status()).isEqualTo(503);
    assertThat(get(port, "/hello")).isEqualTo("hello");
  }
}
