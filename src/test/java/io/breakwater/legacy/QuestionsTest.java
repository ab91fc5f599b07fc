package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests of the server to the client, which a handler causes by asking for input. */
@ExtendWith(OnEventLoop.class)
final class QuestionsTest {
  private static final String ASKED = "{'jsonrpc':'2.0','id':'breakwater-1',"
      + "'method':'elicitation/create','params':{'message':'Who'}}";
  private static final String ROOTS = "{'jsonrpc':'2.0','id':'breakwater-2','method':'roots/list'}";

  private final Legacy legacy = new Legacy();
  private final Tool tool = new Tool();
  private LegacyClient client;

  @BeforeEach
  void open_session() {
    legacy.questionsMax = 2;
    legacy.serve(Method.TOOLS_CALL, tool);
    client = legacy.client("2025-06-18");
  }

  @Test
  void question_goesOutOnTheStreamOfItsRequest_andItsAnswerComesBack() {
    FakeExchange call = client.calls("1");
    FakeExchange get = client.gets();

    ask("who");
    assertThat(call.heard()).containsExactly("stream", "1-0 " + ASKED);
    assertThat(get.heard()).containsExactly("stream");
    answer("breakwater-1", "{'action':'accept','content':{'n':1}}");

    assertThat(tool.calls).hasSize(2);
    assertThat(tool.last().invocation.answers())
        .isEqualTo(Map.of("who", Json.of("{'action':'accept','content':{'n':1}}")));
    assertThat(tool.last().invocation.state()).isEqualTo(Json.of("{'step':1}"));
    tool.last().complete("{'done':true}");
    assertThat(call.heard()).containsExactly("1-1 " + Legacy.result("1", "{'done':true}"), "end");
    assertQuiet();
  }

  @Test
  void roundsKeepEarlierAnswers() {
    FakeExchange call = client.calls("1");
    ask("a");
    answer("breakwater-1", "{'n':1}");
    ask("b");
    answer("breakwater-2", "{'n':2}");

    assertThat(tool.last().invocation.answers())
        .isEqualTo(Map.of("a", Json.of("{'n':1}"), "b", Json.of("{'n':2}")));
    tool.last().complete("{}");
    assertThat(call.heard()).endsWith("end");
    assertQuiet();
  }

  @Test
  void rounds_areBounded() {
    FakeExchange call = client.calls("1");
    for (int round = 1; round < legacy.roundsMax; round++) {
      ask("k" + round);
      answer("breakwater-" + round, "{}");
    }
    assertThat(tool.calls).hasSize(legacy.roundsMax);

    ask("once more");

    assertThat(call.heard())
        .endsWith(
            "1-3 "
                + Legacy.error(
                    "1", -32603, "The request asked for input 4 times (sessions.roundsMax)"),
            "end");
    assertQuiet();
  }

  @Test
  void answersArriveInAnyOrder_andTheHandlerIsCalledOnce() {
    FakeExchange call = client.calls("1");
    askTwo();
    assertThat(call.heard()).containsExactly("stream", "1-0 " + ASKED, "1-1 " + ROOTS);

    answer("breakwater-2", "{'roots':[]}");
    assertThat(tool.calls).hasSize(1);
    answer("breakwater-1", "{'action':'decline'}");

    assertThat(tool.calls).hasSize(2);
    assertThat(tool.last().invocation.answers())
        .isEqualTo(Map.of("a", Json.of("{'action':'decline'}"), "b", Json.of("{'roots':[]}")));
  }

  @Test
  void answer_twiceOrToNobody_isIgnored() {
    client.calls("1").heard();
    ask("who");

    answer("breakwater-2", "{}");
    answer("nobody", "{}");
    assertThat(client.posts("{'jsonrpc':'2.0','id':1,'result':{}}").said()).containsExactly("202");
    assertThat(tool.calls).hasSize(1);
    answer("breakwater-1", "{'n':1}");
    answer("breakwater-1", "{'n':2}");

    assertThat(tool.calls).hasSize(2);
    assertThat(tool.last().invocation.answers().get("who")).isEqualTo(Json.of("{'n':1}"));
  }

  @Test
  void answer_ofAnotherSession_isIgnored() {
    client.calls("1").heard();
    ask("who");
    LegacyClient other = legacy.client("2025-06-18");

    other.posts("{'jsonrpc':'2.0','id':'breakwater-1','result':{}}").heard();

    assertThat(tool.calls).hasSize(1);
  }

  @Test
  void errorOfTheClient_failsTheRequest() {
    FakeExchange call = client.calls("1");
    ask("who");
    call.heard();

    assertThat(client
            .posts("{'jsonrpc':'2.0','id':'breakwater-1','error':{'code':-1,'message':'no user'}}")
            .said())
        .containsExactly("202");

    assertThat(call.heard())
        .containsExactly(
            "1-1 " + Legacy.error("1", -32603, "The client answered with an error: no user"),
            "end");
    assertQuiet();
  }

  /** Whoever still thinks about the other question is told that it does not matter any more. */
  @Test
  void errorOfTheClient_withdrawsTheOtherQuestions() {
    FakeExchange call = client.calls("1");
    askTwo();
    call.heard();

    client
        .posts("{'jsonrpc':'2.0','id':'breakwater-1','error':{'code':-1,'message':'no user'}}")
        .heard();

    assertThat(call.heard())
        .containsExactly(
            "1-2 " + cancelled("breakwater-2"),
            "1-3 " + Legacy.error("1", -32603, "The client answered with an error: no user"),
            "end");
    assertQuiet();
  }

  @Test
  void silenceOfTheClient_failsTheRequest() {
    FakeExchange call = client.calls("1");
    ask("who");
    call.heard();

    legacy.clock.advance(legacy.questionMs - 1);
    assertThat(call.heard()).isEmpty();
    legacy.clock.advance(1);

    assertThat(call.heard())
        .containsExactly(
            "1-1 " + cancelled("breakwater-1"),
            "1-2 "
                + Legacy.error(
                    "1",
                    -32603,
                    "The client did not answer elicitation/create within 20000 ms"
                        + " (limits.questionMs)"),
            "end");
    assertQuiet();
  }

  @Test
  void cancelledRequest_withdrawsAllItsQuestions() {
    FakeExchange call = client.calls("1");
    askTwo();
    call.heard();

    cancel("1");

    assertThat(call.heard())
        .containsExactly(
            "1-2 " + cancelled("breakwater-1"), "1-3 " + cancelled("breakwater-2"), "end");
    answer("breakwater-1", "{}");
    answer("breakwater-2", "{}");
    assertThat(tool.calls).hasSize(1);
    assertQuiet();
  }

  @Test
  void questions_areBounded_andFreedByTheirEnd() {
    client.calls("1").heard();
    askTwo();
    FakeExchange second = client.calls("2");

    ask("who");
    assertThat(second.heard())
        .containsExactly("200 "
            + Legacy.error(
                "2",
                -32603,
                "Too many requests to this client wait for an answer: 2 (sessions.questionsMax)"));
    cancel("1");

    FakeExchange third = client.calls("3");
    askTwo();
    assertThat(third.heard()).hasSize(3);
  }

  @Test
  void clientWithoutStream_isAskedOnTheOneItListensTo() {
    FakeExchange get = client.gets();
    FakeExchange call =
        client.posts(client.head().jsonOnly(), Legacy.request("1", "tools/call", "'name':'t'"));
    get.heard();

    ask("who");
    assertThat(get.heard()).containsExactly("0-0 " + ASKED);
    answer("breakwater-1", "{}");
    ask("more");
    get.heard();
    cancel("1");

    assertThat(get.heard()).containsExactly("0-2 " + cancelled("breakwater-2"));
    assertThat(call.heard()).containsExactly("202");
    assertQuiet();
  }

  @Test
  void clientWithoutAnyStream_cannotBeAsked() {
    FakeExchange call =
        client.posts(client.head().jsonOnly(), Legacy.request("1", "tools/call", "'name':'t'"));

    askTwo();

    assertThat(call.heard())
        .containsExactly("200 "
            + Legacy.error(
                "1",
                -32600,
                "The server has to ask the client something,"
                    + " but the client accepts no event stream"));
    assertQuiet();
  }

  /** Its connection was cut before it knew of any event: it cannot come back to this stream. */
  @Test
  void clientThatWentAwayBeforeAnything_cannotBeAsked() {
    client.calls("1").goAway();

    ask("who");

    assertThat(tool.calls).hasSize(1);
    assertQuiet();
  }

  /** The same, where the stream was open but had said nothing yet. */
  @Test
  void clientThatKnowsNoEvent_isAskedOnTheStreamItListensTo() {
    FakeExchange call = client.calls("1");
    legacy.clock.advance(Legacy.STREAM_AFTER_MS);
    call.goAway();
    FakeExchange get = client.gets();

    ask("who");

    assertThat(get.said()).containsExactly("stream", "0-0 " + ASKED);
    assertQuiet();
  }

  @Test
  void clientThatWentAway_isAskedWhenItComesBack() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    call.goAway();

    ask("who");
    FakeExchange back = client.resumes("1-0");
    assertThat(back.heard()).containsExactly("stream", "1-1 " + ASKED);
    answer("breakwater-1", "{}");
    tool.last().complete("{}");

    assertThat(back.heard()).containsExactly("1-2 " + Legacy.result("1", "{}"), "end");
    assertQuiet();
  }

  @Test
  void endOfTheSession_endsTheWaiting() {
    FakeExchange call = client.calls("1");
    ask("who");
    call.heard();

    client.deletes().heard();

    assertThat(call.heard())
        .containsExactly("1-1 {'jsonrpc':'2.0','id':1,'error':" + Legacy.SESSION_GONE + "}", "end");
    assertThat(legacy.clock.timers()).isZero();
  }

  /** A handler that keeps a state and asks nothing is called again, within the bound of rounds. */
  @Test
  void stateWithoutQuestion_isTheNextRoundAtOnce() {
    legacy.serve(
        Method.TOOLS_CALL,
        invocation -> Future.succeededFuture(new Outcome.InputRequired(Map.of(), Json.of("1"))));

    assertThat(client.calls("1").heard())
        .containsExactly("200 "
            + Legacy.error(
                "1", -32603, "The request asked for input 4 times (sessions.roundsMax)"));
    assertQuiet();
  }

  private static Outcome.InputRequest elicit(String params) {
    return new Outcome.InputRequest(Method.ELICITATION_CREATE, Json.object(params));
  }

  private void ask(String key) {
    ask(Map.of(key, elicit("{'message':'Who'}")), "{'step':1}");
  }

  private void askTwo() {
    Map<String, Outcome.InputRequest> requests = new LinkedHashMap<>();
    requests.put("a", elicit("{'message':'Who'}"));
    requests.put("b", new Outcome.InputRequest(Method.ROOTS_LIST, Json.object("{}")));
    ask(requests, null);
  }

  private void ask(Map<String, Outcome.InputRequest> requests, @Nullable String state) {
    tool.last()
        .work
        .complete(new Outcome.InputRequired(requests, state == null ? null : Json.of(state)));
  }

  private void answer(String id, String result) {
    assertThat(client
            .posts("{'jsonrpc':'2.0','id':'" + id + "','result':" + result + "}")
            .said())
        .containsExactly("202");
  }

  private void cancel(String id) {
    client
        .posts("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':" + id
            + "}}")
        .heard();
  }

  private static String cancelled(String id) {
    return "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'" + id
        + "'}}";
  }

  private void assertQuiet() {
    assertThat(client.deletes().said()).containsExactly("204");
    assertThat(legacy.clock.timers()).isZero();
  }
}
