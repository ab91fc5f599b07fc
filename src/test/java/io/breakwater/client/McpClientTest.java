package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.behaviour.Eventually;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests, questions, lists and subscriptions, as transcripts with a server that has no wire. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class McpClientTest {
  private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
  private static final String GOOD = "{\"resultType\":\"complete\",\"content\":[]}";
  private static final String NO_TOOLS = "{\"resultType\":\"complete\",\"tools\":[]}";

  private static FakeServer modern() {
    return FakeServer.modern().on("tools/list", NO_TOOLS);
  }

  private static void await(FakeServer server, String method) throws InterruptedException {
    Eventually.noMore(() -> server.methods().contains(method) ? null : "told " + server.methods());
  }

  // --- requests

  @Test
  void deadline_withoutProgress_takesTheRequestBack(Vertx vertx) {
    FakeServer modern = modern().with("client.callMs", 50);
    FakeServer legacy = FakeServer.legacy().with("client.callMs", 50);

    for (FakeServer server : List.of(modern, legacy)) {
      assertThatThrownBy(() -> server.client(vertx).callTool("t", NOTHING).await())
          .isInstanceOfSatisfying(ClientException.class, why -> {
            assertThat(why.kind()).isEqualTo(Kind.TIMEOUT);
            assertThat(why.getMessage()).contains("50 ms (client.callMs)");
            assertThat(why.mayHaveRun()).isTrue();
          });
    }
    assertThat(modern.abandoned()).containsExactly(modern.last("tools/call").id());
    assertThat(modern.methods()).doesNotContain("notifications/cancelled");
    assertThat(legacy.methods()).endsWith("tools/call", "notifications/cancelled");
  }

  @Test
  void progress_putsTheDeadlineOff_butNotBeyondTheWhole(Vertx vertx) {
    List<String> heard = new CopyOnWriteArrayList<>();
    FakeServer server = modern()
        .with("client.callMs", 200)
        .with("client.callTotalMs", 1_000)
        .on("tools/call", (request, channel) -> {
          long ticking = vertx.setPeriodic(
              20,
              tick -> channel.notify(
                  "notifications/progress",
                  "{\"progressToken\":" + request.id() + ",\"progress\":1}"));
          vertx.setTimer(5_000, over -> vertx.cancelTimer(ticking));
        });

    assertThatThrownBy(() -> server
            .client(vertx)
            .callTool(
                "t",
                NOTHING,
                RequestOptions.DEFAULTS.onProgress(
                    params -> heard.add(params.path("progress").asText())))
            .await())
        .hasMessageContaining("client.callTotalMs");
    assertThat(heard).isNotEmpty();
    assertThat(server.last("tools/call").params().path("_meta").path("progressToken"))
        .isEqualTo(server.last("tools/call").id().node());
  }

  @Test
  void deadline_ofAllTheTimeThereIs_leavesTheOtherOne(Vertx vertx) {
    for (FakeServer server : List.of(modern(), FakeServer.legacy())) {
      ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", "t");
      Future<ObjectNode> call = server
          .client(vertx)
          .request(Method.TOOLS_CALL, params, RequestOptions.DEFAULTS.within(50, Long.MAX_VALUE));

      assertThatThrownBy(call::await).hasMessageContaining("RequestOptions.callMs");
    }
  }

  @Test
  void time_thatIsNegative_isNone() {
    assertThatThrownBy(() -> RequestOptions.DEFAULTS.within(-1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  @Test
  void requests_thatWaitForTheServer_areBounded(Vertx vertx) {
    FakeServer server = FakeServer.url().with("client.inFlightMax", 2);
    McpClient client = server.client(vertx);
    Future<?> one = client.ping();
    List<Future<ObjectNode>> waiting = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      waiting.add(client.callTool("t", NOTHING));
    }

    assertThatThrownBy(() -> client.callTool("t", NOTHING).await())
        .hasMessageContaining("client.inFlightMax");
    assertThat(waiting).noneMatch(Future::isComplete);
    client.close().await();
    assertThat(one.failed()).isTrue();
  }

  @Test
  void cancel_endsTheRequestOnce_andALateAnswerIsDropped(Vertx vertx) throws InterruptedException {
    FakeServer server = FakeServer.legacy();
    McpClient client = server.client(vertx);
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", "t");
    ClientCall call = client.start(Method.TOOLS_CALL, params, RequestOptions.DEFAULTS);
    await(server, "tools/call");

    call.cancel("no more");
    call.cancel("again");

    assertThatThrownBy(() -> call.answer().await()).hasMessageContaining("no more");
    await(server, "notifications/cancelled");
    server.channel().result(server.last("tools/call"), GOOD);
    // The late one crossed the cancellation; two are one too many.
    server.channel().result(server.last("tools/call"), GOOD);
    Eventually.noMore(() ->
        server.heard().toString().contains("nobody waits for") ? null : "heard " + server.heard());
    assertThat(server.heard()).hasSize(1);
    assertThat(server.methods()).filteredOn("notifications/cancelled"::equals).hasSize(1);
  }

  @Test
  void warnings_areBounded(Vertx vertx) throws InterruptedException {
    FakeServer server = FakeServer.legacy();
    server.client(vertx).connect().await();

    for (int i = 0; i < 500; i++) {
      server.channel().say(new Message.Result(RequestId.of(1_000 + i), NOTHING));
    }
    server.channel().notify("notifications/x", "{}");

    Eventually.noMore(() -> server.heard().contains("notifications/x {}") ? null : "not yet");
    assertThat(server.heard()).filteredOn(line -> line.startsWith("warning")).hasSize(20);
  }

  @Test
  void channel_thatEnds_losesWhatIsPending_andNothingIsSentTwice(Vertx vertx)
      throws InterruptedException {
    FakeServer server = modern();
    McpClient client = server.client(vertx);
    Future<ObjectNode> call = client.callTool("t", NOTHING);
    await(server, "tools/call");

    server.channel().end(ClientException.after(Kind.LOST, "exit 9"));

    assertThatThrownBy(call::await).hasMessageContaining("exit 9");
    assertThat(server.methods()).filteredOn("tools/call"::equals).hasSize(1);
    server.on("tools/call", GOOD);
    assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();
    assertThat(server.channels()).hasSize(2);
  }

  @Test
  void session_lostUnderSeveralRequests_isOpenedAnewOnce_andTheLastOneToHearStillGoesOn(Vertx vertx)
      throws InterruptedException {
    List<Runnable> losses = new ArrayList<>();
    FakeServer server = FakeServer.legacy();
    FakeServer.Answering losing = (request, channel) -> losses.add(
        () -> channel.refuse(request, ClientException.status(Kind.SESSION_LOST, 404, "session")));
    server.on("prompts/list", losing).on("resources/list", losing);
    McpClient client = server.client(vertx);
    Future<?> one = client.request(Method.PROMPTS_LIST, NOTHING, RequestOptions.DEFAULTS);
    Future<?> two = client.request(Method.RESOURCES_LIST, NOTHING, RequestOptions.DEFAULTS);
    await(server, "resources/list");
    FakeServer.FakeChannel first = server.channel();

    server.on("prompts/list", "{}").on("resources/list", "{}");
    first.onLoop(() -> losses.forEach(Runnable::run));

    Future.all(one, two).await();
    assertThat(server.channels()).hasSize(2);
    Eventually.noMore(() -> first.closed() ? null : "the first channel is open");
  }

  @Test
  void listener_thatThrows_breaksNothing(Vertx vertx) throws InterruptedException {
    FakeServer server = FakeServer.legacy().on("ping", "{}");
    List<String> heard = new CopyOnWriteArrayList<>();
    McpClient client = server.client(
        vertx,
        builder -> builder.listener(new ClientListener() {
          @Override
          public void notified(String method, ObjectNode params) {
            heard.add(method);
            throw new IllegalStateException("a fault of the test");
          }
        }));
    client.connect().await();

    server.channel().notify("notifications/x", "{}");
    client.ping().await();

    assertThat(heard).containsExactly("notifications/x");
  }

  @Test
  void client_thatIsClosed_staysClosed(Vertx vertx) {
    FakeServer server = FakeServer.legacy();
    McpClient client = server.client(vertx);
    client.connect().await();

    client.close().await();
    client.close().await();

    assertThatThrownBy(() -> client.ping().await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.CLOSED));
    assertThat(server.channels()).hasSize(1);
    assertThat(server.channel().closed()).isTrue();
  }

  @Test
  void vertx_closedInOneChainWithTheClient_isClosed() throws Exception {
    Vertx own = Vertx.vertx();
    McpClient client = FakeServer.legacy().on("ping", "{}").client(own);

    Future<Void> closed = client.ping().eventually(client::close).eventually(own::close);

    closed.await(20, TimeUnit.SECONDS);
    assertThat(closed.succeeded()).isTrue();
  }

  // --- questions of a server with a handshake

  private static Answers answers(String capabilities, Future<ObjectNode> answer) {
    return new Answers() {
      @Override
      public ObjectNode capabilities() {
        return FakeServer.object(capabilities);
      }

      @Override
      public Future<ObjectNode> answer(Question question) {
        return answer;
      }
    };
  }

  private static String replied(FakeServer server, String id) throws InterruptedException {
    String begin = "{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\"";
    Eventually.noMore(() -> server.methods().stream().anyMatch(line -> line.startsWith(begin))
        ? null
        : "told " + server.methods());
    return server.methods().stream()
        .filter(line -> line.startsWith(begin))
        .findFirst()
        .orElseThrow();
  }

  private static void ask(FakeServer server, String id, String method, String params) {
    server.channel().say(new Message.Request(RequestId.of(id), method, FakeServer.object(params)));
  }

  @Test
  void questions_areAnsweredOrRefusedWithTheirCodes(Vertx vertx) throws InterruptedException {
    FakeServer server = FakeServer.legacy();
    ObjectNode accept = FakeServer.object("{\"action\":\"accept\",\"content\":{\"a\":1}}");
    server
        .client(
            vertx,
            builder ->
                builder.answers(answers("{\"elicitation\":{}}", Future.succeededFuture(accept))))
        .connect()
        .await();

    ask(server, "ping", "ping", "{}");
    ask(server, "unknown", "no/such", "{}");
    ask(server, "undeclared", "sampling/createMessage", "{}");
    ask(server, "url", "elicitation/create", "{\"mode\":\"url\"}");
    ask(server, "form", "elicitation/create", """
        {"requestedSchema":{"properties":{"a":{"default":9},"b":{"default":[true]},"c":{}}}}""");

    assertThat(replied(server, "ping")).contains("\"result\":{}");
    assertThat(replied(server, "unknown")).contains("-32601");
    assertThat(replied(server, "undeclared")).contains("-32601", "sampling");
    assertThat(replied(server, "url")).contains("-32602", "elicitation.url");
    assertThat(replied(server, "form"))
        .contains("\"content\":{\"a\":1,\"b\":[true]}", "\"action\":\"accept\"");
  }

  @Test
  void questions_atTheBound_wait_andOneMoreIsRefused_andATakenBackOneCountsUntilItsAnswererEnds(
      Vertx vertx) throws InterruptedException {
    Promise<ObjectNode> answer = Promise.promise();
    FakeServer server = FakeServer.legacy().with("client.questionsMax", 2);
    server
        .client(vertx, builder -> builder.answers(answers("{\"roots\":{}}", answer.future())))
        .connect()
        .await();

    ask(server, "one", "roots/list", "{}");
    ask(server, "two", "roots/list", "{}");
    ask(server, "three", "roots/list", "{}");

    assertThat(replied(server, "three")).contains("client.questionsMax");
    server.channel().notify("notifications/cancelled", "{\"requestId\":\"one\"}");
    ask(server, "four", "roots/list", "{}");
    assertThat(replied(server, "four")).contains("client.questionsMax");
    answer.complete(FakeServer.object("{\"roots\":[]}"));
    assertThat(replied(server, "two")).contains("\"roots\":[]");
    ask(server, "five", "roots/list", "{}");
    assertThat(replied(server, "five")).contains("\"roots\":[]");
    assertThat(server.methods()).noneMatch(line -> line.contains("\"id\":\"one\""));
  }

  @Test
  void question_aboutARequest_isAnsweredByWhoMadeIt(Vertx vertx) throws InterruptedException {
    FakeServer server = FakeServer.legacy()
        .on(
            "tools/call",
            (request, channel) -> channel.say(
                new Message.Request(RequestId.of("q"), "roots/list", NOTHING), request.id()));
    McpClient client = server.client(
        vertx,
        builder -> builder.answers(answers(
            "{\"roots\":{}}", Future.succeededFuture(FakeServer.object("{\"of\":\"client\"}")))));
    Future<ObjectNode> call = client.callTool(
        "t",
        NOTHING,
        RequestOptions.DEFAULTS.answering(answers(
            "{\"roots\":{}}", Future.succeededFuture(FakeServer.object("{\"of\":\"call\"}")))));

    assertThat(replied(server, "q")).contains("\"of\":\"call\"");
    assertThat(call.isComplete()).isFalse();
    client.close().await();
  }

  @Test
  void question_thatFails_isAnInternalErrorWithoutItsCause(Vertx vertx)
      throws InterruptedException {
    FakeServer server = FakeServer.legacy();
    server
        .client(
            vertx,
            builder -> builder.answers(answers("{\"roots\":{}}", Future.failedFuture("a secret"))))
        .connect()
        .await();

    ask(server, "q", "roots/list", "{}");

    assertThat(replied(server, "q")).contains("-32603").doesNotContain("secret");
  }

  @Test
  void request_ofAModernServer_isNotAnswered(Vertx vertx) throws InterruptedException {
    FakeServer server = modern();
    server.client(vertx).connect().await();

    ask(server, "q", "ping", "{}");

    Eventually.noMore(() -> server.heard().toString().contains("was dropped") ? null : "nothing");
    assertThat(server.methods()).containsExactly("server/discover");
  }

  // --- rounds of the stateless revision

  private static final Answers ELICITED = answers(
      "{\"elicitation\":{}}",
      Future.succeededFuture(FakeServer.object("{\"action\":\"accept\",\"content\":{}}")));

  private static String asking(String keys, String state) {
    StringBuilder requests = new StringBuilder();
    for (String key : keys.split(" ")) {
      requests
          .append(requests.isEmpty() ? "" : ",")
          .append('"')
          .append(key)
          .append("\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\"}}");
    }
    return "{\"resultType\":\"input_required\",\"inputRequests\":{" + requests + "}" + state + "}";
  }

  @Test
  void round_isAnsweredWhole_withTheStateAsItWas(Vertx vertx) {
    AtomicInteger rounds = new AtomicInteger();
    FakeServer server = modern().on("tools/call", (request, channel) -> {
      switch (rounds.incrementAndGet()) {
        case 1 -> channel.result(request, asking("a b", ",\"requestState\":{\"x\":[1.25]}"));
        case 2 -> channel.result(request, asking("c", ""));
        default -> channel.result(request, "{\"content\":[]}");
      }
    });
    McpClient client = server.client(vertx, builder -> builder.answers(ELICITED));

    assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();

    List<Message.Request> calls = new ArrayList<>();
    for (Message message : server.told()) {
      if (message instanceof Message.Request request && request.method().equals("tools/call")) {
        calls.add(request);
      }
    }
    assertThat(calls).extracting(Message.Request::id).doesNotHaveDuplicates().hasSize(3);
    assertThat(calls.get(0).params().has("inputResponses")).isFalse();
    assertThat(calls.get(1).params().path("inputResponses").properties()).hasSize(2);
    assertThat(calls.get(1).params().path("requestState").toString()).isEqualTo("{\"x\":[1.25]}");
    assertThat(calls.get(2).params().path("inputResponses").has("c")).isTrue();
    assertThat(calls.get(2).params().path("inputResponses").has("a")).isFalse();
    assertThat(calls.get(2).params().has("requestState")).isFalse();
  }

  @Test
  void rounds_atTheBound_areAnswered_andOneMoreIsNot(Vertx vertx) {
    for (int asks : new int[] {2, 3}) {
      AtomicInteger rounds = new AtomicInteger();
      FakeServer server = modern()
          .with("client.roundsMax", 2)
          .on(
              "tools/call",
              (request, channel) -> channel.result(
                  request, rounds.getAndIncrement() < asks ? asking("a", "") : GOOD));
      Future<ObjectNode> call =
          server.client(vertx, builder -> builder.answers(ELICITED)).callTool("t", NOTHING);
      if (asks == 2) {
        assertThat(call.await().has("content")).isTrue();
      } else {
        assertThatThrownBy(call::await).hasMessageContaining("client.roundsMax");
      }
    }
  }

  @Test
  void rounds_takeNoMoreTimeInAllThanOne(Vertx vertx) {
    FakeServer slow = modern()
        .with("client.callMs", 100)
        .with("client.callTotalMs", 300)
        .on(
            "tools/call",
            (request, channel) ->
                vertx.setTimer(60, later -> channel.result(request, asking("a", ""))));
    FakeServer asks = modern()
        .with("client.callMs", 100)
        .with("client.callTotalMs", 300)
        .on("tools/call", asking("a", ""));
    Answers never =
        answers("{\"elicitation\":{}}", Promise.<ObjectNode>promise().future());

    assertThatThrownBy(() -> slow.client(vertx, builder -> builder.answers(ELICITED))
            .callTool("t", NOTHING)
            .await())
        .hasMessageContaining("client.callTotalMs");
    assertThatThrownBy(() -> asks.client(vertx, builder -> builder.answers(never))
            .callTool("t", NOTHING)
            .await())
        .hasMessageContaining("client.callTotalMs");
  }

  @Test
  void round_ofWhatWasNotDeclared_orOfNoKnownType_isAnError(Vertx vertx) {
    FakeServer undeclared = modern().on("tools/call", asking("a", ""));
    FakeServer unknown = modern().on("tools/call", "{\"resultType\":\"later\"}");
    FakeServer list = FakeServer.modern().on("prompts/list", asking("a", ""));

    assertThatThrownBy(() -> undeclared.client(vertx).callTool("t", NOTHING).await())
        .hasMessageContaining("elicitation");
    assertThatThrownBy(() -> unknown.client(vertx).callTool("t", NOTHING).await())
        .hasMessageContaining("later");
    assertThatThrownBy(() ->
            list.client(vertx, builder -> builder.answers(ELICITED)).prompts().await())
        .hasMessageContaining("input_required");
  }

  // --- lists

  private static String page(String items, String more) {
    return "{\"resultType\":\"complete\",\"prompts\":[" + items + "]" + more + "}";
  }

  @Test
  void list_isReadPageByPage(Vertx vertx) {
    FakeServer server = FakeServer.modern()
        .on(
            "prompts/list",
            (request, channel) -> channel.result(
                request,
                request.params().has("cursor")
                    ? page("{\"name\":\"b\"}", "")
                    : page("{\"name\":\"a\"}", ",\"nextCursor\":\"c 1\"")));

    List<ObjectNode> prompts = server.client(vertx).prompts().await();

    assertThat(prompts)
        .extracting(prompt -> prompt.path("name").asText())
        .containsExactly("a", "b");
    assertThat(server.last("prompts/list").params().path("cursor").asText()).isEqualTo("c 1");
  }

  @Test
  void list_beyondItsBounds_isCutWithAWarning(Vertx vertx) {
    AtomicInteger pages = new AtomicInteger();
    FakeServer endless = FakeServer.modern()
        .with("client.pagesMax", 3)
        .on(
            "prompts/list",
            (request, channel) -> channel.result(
                request,
                page("{\"name\":\"a\"}", ",\"nextCursor\":\"" + pages.incrementAndGet() + "\"")));
    FakeServer loop = FakeServer.modern()
        .on("prompts/list", page("{\"name\":\"a\"}", ",\"nextCursor\":\"same\""));
    FakeServer full = FakeServer.modern()
        .with("client.itemsMax", 2)
        .on("prompts/list", page("{},{},{}", ",\"nextCursor\":\"x\""));

    assertThat(endless.client(vertx).prompts().await()).hasSize(3);
    assertThat(endless.heard().toString()).contains("client.pagesMax");
    assertThat(loop.client(vertx).prompts().await()).hasSize(2);
    assertThat(loop.heard().toString()).contains("given before");
    assertThat(full.client(vertx).prompts().await()).hasSize(2);
    assertThat(full.heard().toString()).contains("client.itemsMax");
  }

  @Test
  void list_thatMayBeKept_isAskedForOnce_untilItChanges(Vertx vertx) {
    FakeServer server = FakeServer.modern()
        .on("prompts/list", page("", ",\"ttlMs\":60000,\"cacheScope\":\"private\""));
    McpClient client = server.client(vertx);

    client.prompts().await();
    client.prompts().await();
    assertThat(server.methods()).filteredOn("prompts/list"::equals).hasSize(1);

    server.channel().notify("notifications/prompts/list_changed", "{}");
    client.prompts().await();
    assertThat(server.methods()).filteredOn("prompts/list"::equals).hasSize(2);
  }

  // --- headers

  @Test
  void call_ofAToolWithHeaders_repeatsItsArguments(Vertx vertx) {
    FakeServer server = FakeServer.modern().on("tools/list", """
            {"tools":[
              {"name":"t","inputSchema":{"type":"object","properties":{
                "region":{"type":"string","x-mcp-header":"Region"},
                "inner":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}},
                "absent":{"type":"boolean","x-mcp-header":"Absent"},
                "none":{"type":"string","x-mcp-header":"None"}}}},
              {"name":"bad","inputSchema":{"type":"object","properties":{
                "a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}}}]}""").on("tools/call", GOOD);
    McpClient client = server.client(vertx);

    client.callTool("t", FakeServer.object("""
            {"region":" padded ","inner":{"n":9007199254740993},"none":null}""")).await();

    assertThat(server.lastHeaders())
        .containsEntry("Mcp-Method", "tools/call")
        .containsEntry("Mcp-Name", "t")
        .containsEntry("Mcp-Param-Region", "=?base64?IHBhZGRlZCA=?=")
        .containsEntry("Mcp-Param-N", "9007199254740993")
        .hasSize(4);
    assertThat(client.tools().await())
        .extracting(tool -> tool.path("name").asText())
        .containsExactly("t");
    assertThat(server.heard().toString()).contains("tool bad was left out");
  }

  @Test
  void integer_howeverItIsWritten_isRepeatedAsItsDigits() {
    Mirror mirror = Mirror.of(FakeServer.object("""
        {"name":"t","inputSchema":{"properties":{"n":{"type":"integer","x-mcp-header":"N"}}}}"""));

    for (String written : List.of("1000", "1000.0", "1e3", "1.5", "1e300000")) {
      ObjectNode params = JsonNodeFactory.instance.objectNode();
      params.putObject("arguments").put("n", new java.math.BigDecimal(written));
      String repeated = mirror.headers(Method.TOOLS_CALL, params).get("Mcp-Param-N");
      assertThat(repeated).hasSizeLessThan(500);
      if (written.startsWith("1000") || written.equals("1e3")) {
        assertThat(repeated).as(written).isEqualTo("1000");
      }
    }
  }

  @Test
  void tool_thatIsOnNoList_costsTheListOnce(Vertx vertx) {
    FakeServer server = modern().on("tools/call", GOOD);
    McpClient client = server.client(vertx);

    client.callTool("t", NOTHING).await();
    client.callTool("t", NOTHING).await();
    server.channel().notify("notifications/tools/list_changed", "{}");
    client.callTool("t", NOTHING).await();

    assertThat(server.methods()).filteredOn("tools/list"::equals).hasSize(2);
  }

  @Test
  void logLevel_ofAModernServer_isSaidWithEveryRequest(Vertx vertx) {
    FakeServer server = modern().on("tools/call", GOOD);
    McpClient client = server.client(vertx);

    client.setLogLevel("warning").await();
    client.callTool("t", NOTHING).await();

    assertThat(server.methods()).doesNotContain("logging/setLevel");
    assertThat(server.last("tools/call").params().path("_meta").toString())
        .contains("\"io.modelcontextprotocol/logLevel\":\"warning\"");
  }

  @Test
  void call_whoseHeadersDoNotFit_readsTheListAnewAndIsMadeOnceMore(Vertx vertx) {
    AtomicInteger calls = new AtomicInteger();
    FakeServer server = modern();
    server.on("tools/call", (request, channel) -> {
      if (calls.getAndIncrement() == 0) {
        channel.refuse(
            request,
            ClientException.rpc(new io.breakwater.rpc.RpcError(-32020, "mismatch", null), 400));
      } else {
        channel.result(request, GOOD);
      }
    });

    assertThat(server.client(vertx).callTool("t", NOTHING).await().has("content"))
        .isTrue();
    assertThat(server.methods())
        .containsExactly("server/discover", "tools/list", "tools/call", "tools/list", "tools/call");
  }

  // --- subscriptions

  @Test
  void subscription_ofAModernServer_isOneListenThatIsReplacedAndMadeAgain(Vertx vertx)
      throws InterruptedException {
    FakeServer server = FakeServer.modern()
        .on(
            "subscriptions/listen",
            (request, channel) ->
                channel.notify("notifications/subscriptions/acknowledged", "{\"_meta\":{}}"));
    McpClient client = server.client(vertx);

    client.listen().await();
    client.subscribe("u:1").await();
    assertThat(
            server.last("subscriptions/listen").params().path("notifications").toString())
        .contains("\"toolsListChanged\":true", "[\"u:1\"]");
    Eventually.noMore(() -> server.abandoned().size() == 1 ? null : "still there");

    server.channel().result(server.last("subscriptions/listen"), "{}");
    Eventually.noMore(
        () -> server.methods().stream().filter("subscriptions/listen"::equals).count() == 3
            ? null
            : "told " + server.methods());
    assertThat(server.heard()).isEmpty();
    client.close().await();
  }

  @Test
  void subscription_thatTheServerTakesBack_isMadeAgain(Vertx vertx) throws InterruptedException {
    FakeServer server = FakeServer.modern()
        .on(
            "subscriptions/listen",
            (request, channel) ->
                channel.notify("notifications/subscriptions/acknowledged", "{\"_meta\":{}}"));
    McpClient client = server.client(vertx);
    client.listen().await();
    RequestId first = server.last("subscriptions/listen").id();

    server.channel().notify("notifications/cancelled", "{\"requestId\":" + first + "}");

    Eventually.noMore(() ->
        server.last("subscriptions/listen").id().equals(first) ? "told " + server.methods() : null);
    assertThat(server.abandoned()).contains(first);
    client.close().await();
  }

  @Test
  void subscription_thatIsRefused_failsAndIsNotWantedAgain(Vertx vertx) {
    FakeServer server = FakeServer.modern().error("subscriptions/listen", 404, -32601, "");
    McpClient client = server.client(vertx);

    assertThatThrownBy(() -> client.subscribe("u:1").await()).isInstanceOf(ClientException.class);
    assertThatThrownBy(() -> client.subscribe("u:2").await()).isInstanceOf(ClientException.class);
    assertThat(server.last("subscriptions/listen").params().toString()).doesNotContain("u:1");
  }

  @Test
  void subscription_thatIsRefused_leavesTheOthersAsTheyWere(Vertx vertx)
      throws InterruptedException {
    FakeServer server = FakeServer.modern().on("subscriptions/listen", (request, channel) -> {
      if (request.params().toString().contains("u:bad")) {
        channel.say(
            new Message.Failure(request.id(), new io.breakwater.rpc.RpcError(-32602, "no", null)));
      } else {
        channel.notify("notifications/subscriptions/acknowledged", "{}");
      }
    });
    McpClient client = server.client(vertx);
    client.subscribe("u:good").await();
    RequestId good = server.last("subscriptions/listen").id();

    assertThatThrownBy(() -> client.subscribe("u:bad").await()).hasMessageContaining("no");

    assertThat(server.abandoned()).doesNotContain(good);
    server
        .channel()
        .result(
            server.told().stream()
                .filter(message ->
                    message instanceof Message.Request request && request.id().equals(good))
                .map(Message.Request.class::cast)
                .findFirst()
                .orElseThrow(),
            "{}");
    Eventually.noMore(
        () -> server.last("subscriptions/listen").params().toString().contains("u:bad")
            ? "not again"
            : null);
    assertThat(server.last("subscriptions/listen").params().toString()).contains("u:good");
    client.close().await();
  }

  @Test
  void acknowledgement_ofARequestThatWasReplaced_settlesNothing(Vertx vertx)
      throws InterruptedException {
    FakeServer server = FakeServer.modern().on("subscriptions/listen", (request, channel) -> {});
    McpClient client = server.client(vertx);
    client.connect().await();
    Future<Void> first = client.subscribe("u:1");
    await(server, "subscriptions/listen");
    RequestId replaced = server.last("subscriptions/listen").id();
    Future<Void> second = client.subscribe("u:2");
    Eventually.noMore(
        () -> server.last("subscriptions/listen").id().equals(replaced) ? "not replaced" : null);

    acknowledge(server, replaced);
    server.channel().notify("notifications/x", "{}");
    Eventually.noMore(() -> server.heard().contains("notifications/x {}") ? null : "not yet");
    assertThat(first.isComplete() || second.isComplete()).isFalse();
    acknowledge(server, server.last("subscriptions/listen").id());

    Future.all(first, second).await();
    client.close().await();
  }

  private static void acknowledge(FakeServer server, RequestId id) {
    server
        .channel()
        .notify(
            "notifications/subscriptions/acknowledged",
            "{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + id + "}}");
  }

  @Test
  void session_thatIsLostAtOnceAgainAndAgain_isNotOpenedForItsSubscriptions(Vertx vertx)
      throws InterruptedException {
    FakeServer server = FakeServer.legacy().on("resources/subscribe", "{}").on("ping", "{}");
    McpClient client = server.client(vertx);
    client.subscribe("u:1").await();
    ClientException gone = ClientException.status(Kind.SESSION_LOST, 404, "gone");
    server.fail("resources/subscribe", gone).fail("ping", gone);

    assertThatThrownBy(() -> client.ping().await()).hasMessageContaining("gone");

    long opened = server.methods().stream().filter("initialize"::equals).count();
    Eventually.noMore(
        () -> server.heard().toString().contains("could not be made again") ? null : "quiet");
    assertThat(opened).isEqualTo(2);
    assertThat(server.methods()).filteredOn("initialize"::equals).hasSize(2);
  }

  @Test
  void subscriptions_atTheBound_areMade_andOneMoreIsRefused(Vertx vertx) {
    FakeServer modern = FakeServer.modern()
        .with("limits.subscriptionsMax", 1)
        .on(
            "subscriptions/listen",
            (request, channel) -> channel.notify("notifications/subscriptions/acknowledged", "{}"));
    FakeServer legacy =
        FakeServer.legacy().with("limits.subscriptionsMax", 1).on("resources/subscribe", "{}");

    for (FakeServer server : List.of(modern, legacy)) {
      McpClient client = server.client(vertx);
      client.subscribe("u:1").await();
      assertThatThrownBy(() -> client.subscribe("u:2").await())
          .hasMessageContaining("limits.subscriptionsMax");
      client.close().await();
    }
  }

  @Test
  void subscription_ofASessionThatWasLost_isMadeAgain(Vertx vertx) throws InterruptedException {
    FakeServer server = FakeServer.legacy().on("resources/subscribe", "{}").on("ping", "{}");
    McpClient client = server.client(vertx);
    client.subscribe("u:1").await();

    server.channel().end(ClientException.after(Kind.LOST, "gone"));
    client.connect().await();

    Eventually.noMore(
        () -> server.methods().stream().filter("resources/subscribe"::equals).count() == 2
            ? null
            : "told " + server.methods());
  }
}
