package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.api.Tool;
import io.breakwater.api.ToolResult;
import io.breakwater.launch.Alone;
import io.breakwater.launch.Breakwater;
import io.breakwater.launch.Load;
import io.breakwater.options.Options;
import io.breakwater.provider.LocalProvider;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One server alone at a path of its own, beside all together: what the two share, and what they do not. Here the one
 * alone offers the same as all, unless a test wants something else.
 */
final class AloneTest {
  private static final Options OPTIONS = Options.defaults().with("limits.pageSize", 9);

  private final Samples samples = new Samples();
  private final List<Transcript> transcripts = new ArrayList<>();
  private TestServer server;

  @AfterEach
  void stop() throws IOException {
    samples.release();
    for (Transcript transcript : transcripts) {
      transcript.close();
    }
    server.close();
  }

  private void start(Options options) {
    server = TestServer.start(options, samples::offer);
  }

  private Alone alone(String name) {
    return Alone.open(server.breakwater(), name, server.breakwater().local());
  }

  private Transcript client(Revision revision) {
    Transcript transcript = new Transcript(server, revision, Conversation.EVERYTHING)
        .when("started", samples::awaitStart)
        .when("cancelled", samples::awaitCancel)
        .when("released", samples::release);
    transcripts.add(transcript);
    return transcript;
  }

  private Transcript modern(String path) {
    return client(Revision.V2026_07_28).at(path);
  }

  private Transcript legacy(String path) {
    return client(Revision.V2025_11_25).at(path).open();
  }

  private Answer ask(String path) throws IOException {
    try (Wire wire = Wire.to(server.port())) {
      return wire.send(new Draft().path(path).text()).answer();
    }
  }

  private void awaitLoad(int sessions, int listenStreams) throws InterruptedException {
    Eventually.noMore(() -> {
      Load load = server.breakwater().load();
      return load.sessions() == sessions && load.listenStreams() == listenStreams
          ? null
          : load.toString();
    });
  }

  // What it is

  @Test
  void oneAlone_offersWhatItsOwnCatalogHas_underTheNameOfTheServer() {
    start(OPTIONS);
    Vertx vertx = Vertx.vertx();
    LocalProvider local = Breakwater.create(vertx, OPTIONS)
        .add(Tool.of("own")
            .inputSchema(Json.object("{\"type\":\"object\"}"))
            .handler((input, call) -> Future.succeededFuture(ToolResult.text("own"))))
        .local();
    Alone alone = Alone.open(server.breakwater(), "a server.v2", local);
    assertThat(alone.path()).isEqualTo("/mcp/a%20server.v2");

    legacy(alone.path()).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"own"}}
        a <- 200 json
        a <- {"id":1,"result":{"content":[{"type":"text","text":"own"}]}}
        b -> {"id":2,"method":"tools/call","params":{"name":"echo"}}
        b <- 200 json
        b <- {"id":2,"error":{"code":-32602,"message":"$any"}}
        """);
    modern(alone.path()).when("own removed", () -> local.removeTool("own")).play("""
        a -> {"id":1,"method":"tools/list"}
        a <- 200 json
        a <- {"id":1,"result":{"tools":[{"name":"own","inputSchema":"$any"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"breakwater","$more":0}},"$more":0}}
        l -> {"id":2,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
        l <- 200 stream
        l <- {"method":"notifications/subscriptions/acknowledged","params":"$any"}
        ! own removed
        l <- {"method":"notifications/tools/list_changed","params":"$any"}
        """);
    TestServer.await(vertx.close());
  }

  // What does not pass from one to another

  @ParameterizedTest
  @CsvSource({"/mcp,/mcp/one", "/mcp/one,/mcp", "/mcp/one,/mcp/two"})
  void session_isUnknownElsewhere_andLivesOn(String home, String elsewhere) {
    start(OPTIONS);
    alone("one");
    alone("two");

    legacy(home).at(elsewhere).play("""
            a -> {"id":1,"method":"ping"}
            a <- 404 json
            a <- {"id":1,"error":{"code":-32600,"message":"Session not found: it ended, or never was (initialize anew)"}}
            g -> GET
            g <- 404 json
            g <- {"id":null,"error":{"code":-32600,"message":"$any"}}
            d -> DELETE
            d <- 404 json
            d <- {"id":null,"error":{"code":-32600,"message":"$any"}}
            """).at(home).play("""
            a -> {"id":2,"method":"ping"}
            a <- 200 json
            a <- {"id":2,"result":{}}
            """);
  }

  @ParameterizedTest
  @CsvSource({"/mcp,/mcp/one", "/mcp/one,/mcp", "/mcp/one,/mcp/two"})
  void cursorAndState_doNotOpenElsewhere(String home, String elsewhere) {
    start(OPTIONS);
    alone("one");
    alone("two");

    modern(home).play("""
            a -> {"id":1,"method":"tools/list"}
            a <- 200 json
            a <- {"id":1,"result":{"tools":"$any","nextCursor":"$next","$more":0}}
            b -> {"id":2,"method":"tools/call","params":{"name":"form"}}
            b <- 200 json
            b <- {"id":2,"result":{"resultType":"input_required","requestState":"$state","$more":0}}
            """).at(elsewhere).play("""
            a -> {"id":3,"method":"tools/list","params":{"cursor":"$next"}}
            a <- 200 json
            a <- {"id":3,"error":{"code":-32602,"message":"$any"}}
            b -> {"id":4,"method":"tools/call","params":{"name":"form","requestState":"$state"}}
            b <- 400 json
            b <- {"id":4,"error":{"code":-32602,"message":"$any"}}
            """).at(home).play("""
            a -> {"id":5,"method":"tools/list","params":{"cursor":"$next"}}
            a <- 200 json
            a <- {"id":5,"result":{"tools":"$any","$more":0}}
            b -> {"id":6,"method":"tools/call","params":{"name":"form","inputResponses":{"who":{"action":"accept","content":{"name":"Ada"}}},"requestState":"$state"}}
            b <- 200 json
            b <- {"id":6,"result":{"content":[{"type":"text","text":"Ada"}],"$more":0}}
            """);
  }

  // What all share

  @ParameterizedTest
  @EnumSource(Fault.class)
  void fault_hasTheAnswerItHasEverywhere(Fault fault) throws IOException {
    start(OPTIONS);
    alone("one");
    Draft draft = new Draft().path("/mcp/one");
    fault.into(draft);

    try (Wire wire = Wire.to(server.port())) {
      Answer answer = wire.send(draft.text()).answer();
      assertThat(answer.status()).as(answer.body()).isEqualTo(fault.status);
      assertThat(answer.code()).as(answer.body()).isEqualTo(fault.code);
    }
  }

  @Test
  void sessions_areCountedTogether() throws Exception {
    start(OPTIONS.with("sessions.countMax", 2).with("sessions.perPrincipalMax", 2));
    Alone one = alone("one");
    alone("two");
    legacy("/mcp");
    legacy("/mcp/one");
    assertThat(server.breakwater().load().sessions()).isEqualTo(2);
    String refused = """
        a -> {"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        a <- 503 json
        a <- {"id":1,"error":{"code":-32603,"message":"Too many sessions: 2 (sessions.countMax)"}}
        """;
    client(Revision.V2025_11_25).at("/mcp/two").play(refused).at("/mcp").play(refused);

    TestServer.await(one.close());
    assertThat(server.breakwater().load().sessions()).isEqualTo(1);
    legacy("/mcp/two");
    client(Revision.V2025_11_25).at("/mcp").play(refused);
  }

  @Test
  void listenStreams_areCountedTogether() throws Exception {
    start(OPTIONS.with("limits.listenStreamsMax", 2));
    Alone one = alone("one");
    alone("two");
    String heard = """
        l -> {"id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
        l <- 200 stream
        l <- {"method":"notifications/subscriptions/acknowledged","params":"$any"}
        """;
    modern("/mcp").play(heard);
    modern("/mcp/one").play(heard);
    assertThat(server.breakwater().load().listenStreams()).isEqualTo(2);
    String refused = """
        m -> {"id":2,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
        m <- 503 json
        m <- {"id":2,"error":{"code":-32603,"message":"Too many listen streams: 2 (limits.listenStreamsMax)"}}
        """;
    modern("/mcp/two").play(refused).at("/mcp").play(refused);

    TestServer.await(one.close());
    assertThat(server.breakwater().load().listenStreams()).isEqualTo(1);
    modern("/mcp/two").play(heard).play(refused);
  }

  @Test
  void bodies_areCountedTogether() throws Exception {
    start(OPTIONS.with("limits.inFlightBytesMax", 20_000));
    alone("one");
    String greedy = Wire.head("POST", "Content-Length: 30000").replace(" /mcp ", " /mcp/one ");
    try (Wire wire = Wire.to(server.port()).send(greedy + " ".repeat(20_000))) {
      awaitBodies(1, 20_000);

      assertThat(ask("/mcp").status()).isEqualTo(503);
      assertThat(ask("/mcp/one").status()).isEqualTo(503);
      wire.reset();
      awaitBodies(0, 0);
      assertThat(ask("/mcp").status()).isEqualTo(200);
    }
  }

  private void awaitBodies(int open, long bytes) throws InterruptedException {
    Eventually.noMore(() -> {
      Load load = server.breakwater().load();
      return load.bodies() == open && load.bodyBytes() >= bytes ? null : load.toString();
    });
  }

  // The end

  @Test
  void close_servesWhatWasOnItsWay_butNoNewListener() throws Exception {
    start(OPTIONS.with("limits.drainMs", 600_000));
    Alone one = alone("one");
    Transcript call = modern("/mcp/one").play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
        ! started
        """);
    Request listen = Request.modern("subscriptions/listen", "{\"notifications\":{}}");
    String list = new Draft().path("/mcp/one").text();
    String listener = new Draft().path("/mcp/one").body(listen).text();
    try (Wire first = Wire.to(server.port());
        Wire second = Wire.to(server.port())) {
      first.send(list.substring(0, list.length() - 1));
      second.send(listener.substring(0, listener.length() - 1));
      awaitBodies(2, 0);

      Future<Void> closed = one.close();
      assertThat(ask("/mcp/one").status()).isEqualTo(503);
      assertThat(first.send("}").answer().status()).isEqualTo(200);
      Answer refused = second.send("}").answer();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.message()).contains("No more listen streams");
      samples.release();
      TestServer.await(closed);
    }
    call.play("""
        a <- 200 json
        a <- {"id":1,"result":{"content":[{"type":"text","text":"released"}],"$more":0}}
        """);
    awaitLoad(0, 0);
  }

  @Test
  void close_letsCallsInFlightEnd_refusesNewOnes_andIsGoneThen() throws Exception {
    start(OPTIONS.with("limits.drainMs", 600_000));
    Alone one = alone("one");
    Transcript modern = modern("/mcp/one").play("""
        l -> {"id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
        l <- 200 stream
        l <- {"method":"notifications/subscriptions/acknowledged","params":"$any"}
        a -> {"id":2,"method":"tools/call","params":{"name":"wait"}}
        ! started
        """);
    Transcript legacy = legacy("/mcp/one").play("""
        g -> GET
        g <- 200 stream
        a -> {"id":3,"method":"tools/call","params":{"name":"halfway","_meta":{"progressToken":1}}}
        a <- 200 stream
        a <- {"method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2}}
        """);

    Future<Void> closed = one.close();

    modern.play("""
        l <- {"id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1,"$more":0}}}
        l <- end
        b -> {"id":4,"method":"tools/list"}
        b <- 503 json
        b <- {"id":null,"error":{"code":-32603,"message":"Closing: this endpoint takes no more requests"}}
        """);
    legacy.play("""
        b -> {"id":5,"method":"ping"}
        b <- 503 json
        b <- {"id":null,"error":{"code":-32603,"message":"$any"}}
        """);
    assertThat(ask("/mcp").status()).isEqualTo(200);
    assertThat(closed.isComplete()).isFalse();
    samples.release();
    modern.play("""
        a <- 200 json
        a <- {"id":2,"result":{"content":[{"type":"text","text":"released"}],"$more":0}}
        """);
    legacy.play("""
        a <- {"id":3,"result":{"content":[{"type":"text","text":"released"}]}}
        a <- end
        g <- end
        """);
    TestServer.await(closed);
    assertThat(ask("/mcp/one").status()).isEqualTo(404);
    assertThat(ask("/mcp/one").message()).isEqualTo("Not found (the endpoint is /mcp)");
    awaitLoad(0, 0);
  }

  @Test
  void close_endsCallsThatTakeTooLong_withAnAnswer() throws Exception {
    start(OPTIONS.with("limits.drainMs", 1));
    Alone one = alone("one");
    Transcript modern = modern("/mcp/one").play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
        ! started
        """);
    Transcript legacy = legacy("/mcp/one").play("""
        a -> {"id":2,"method":"tools/call","params":{"name":"halfway","_meta":{"progressToken":1}}}
        a <- 200 stream
        a <- {"method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2}}
        """);

    TestServer.await(one.close());

    modern.play("""
        ! cancelled
        a <- 200 json
        a <- {"id":1,"error":{"code":-32603,"message":"Closing: what takes longer than 1 ms is not done any more (limits.drainMs)"}}
        """);
    legacy.play("""
        a <- {"id":2,"error":{"code":-32603,"message":"Closing: what takes longer than 1 ms is not done any more (limits.drainMs)"}}
        a <- end
        """);
    awaitLoad(0, 0);
  }

  /** None waits for another: each has a call that runs on, and its listener is told all the same. */
  @Test
  void close_ofTheServer_endsAllSideBySide() {
    start(OPTIONS.with("limits.drainMs", 600_000));
    List<Transcript> clients = new ArrayList<>();
    for (String path : List.of("/mcp", "/mcp/one", "/mcp/two", "/mcp/three")) {
      if (!path.equals("/mcp")) {
        alone(path.substring(5));
      }
      clients.add(modern(path).play("""
          a -> {"id":1,"method":"tools/call","params":{"name":"halfway","_meta":{"progressToken":1}}}
          a <- 200 stream
          a <- {"method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2}}
          l -> {"id":2,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
          l <- 200 stream
          l <- {"method":"notifications/subscriptions/acknowledged","params":"$any"}
          """));
    }

    server.shutDown();

    clients.forEach(client -> client.play("""
        l <- {"id":2,"result":{"resultType":"complete","$more":0}}
        l <- end
        b -> {"id":3,"method":"tools/list"}
        b <- 503 json
        b <- {"id":null,"error":{"code":-32603,"message":"Shutting down"}}
        """));
    samples.release();
    clients.forEach(client -> client.play("""
        a <- {"id":1,"result":{"content":[{"type":"text","text":"released"}],"$more":0}}
        a <- end
        """));
  }

  @Test
  void oneAlone_thatComesAndGoes_underRequests_servesThemOrIsNotThere() throws Exception {
    start(OPTIONS);
    AtomicInteger busy = new AtomicInteger(2);
    Set<Integer> statuses = ConcurrentHashMap.newKeySet();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<java.util.concurrent.Future<?>> all = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      all.add(threads.submit(() -> {
        comeAndGo(name);
        return busy.decrementAndGet();
      }));
      all.add(threads.submit(() -> {
        for (int i = 0; busy.get() > 0 && i < 5_000; i++) {
          statuses.add(ask("/mcp/" + name).status());
          statuses.add(initialize("/mcp/" + name).status());
        }
        return null;
      }));
    }
    for (java.util.concurrent.Future<?> one : all) {
      one.get(60, TimeUnit.SECONDS);
    }
    threads.shutdown();

    assertThat(statuses).isSubsetOf(200, 404, 503);
    assertThat(ask("/mcp/one").status()).isEqualTo(404);
    awaitLoad(0, 0);
  }

  private void comeAndGo(String name) throws IOException {
    for (int i = 0; i < 50; i++) {
      Alone alone = alone(name);
      assertThat(ask(alone.path()).status()).isEqualTo(200);
      assertThat(initialize(alone.path()).status()).isEqualTo(200);
      TestServer.await(alone.close());
    }
  }

  private Answer initialize(String path) throws IOException {
    Draft draft = new Draft().path(path).body(Request.initialize(Revision.LEGACY_LATEST, "{}"));
    try (Wire wire = Wire.to(server.port())) {
      return wire.send(draft.text()).answer();
    }
  }
}
