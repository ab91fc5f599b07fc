package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.Cancelled;
import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of a session: how they are answered, bounded and cancelled. */
@ExtendWith(OnEventLoop.class)
final class SessionRequestsTest {
  private static final String DONE = "{'jsonrpc':'2.0','id':1,'result':{'done':true}}";

  private final Legacy legacy = new Legacy();
  private final Tool tool = new Tool();
  private LegacyClient client;

  @BeforeEach
  void open_session() {
    legacy.inFlightMax = 3;
    legacy.serve(Method.TOOLS_CALL, tool);
    client = legacy.client("2025-06-18");
  }

  @Test
  void answer_withoutAnythingBefore_isOneObject() {
    FakeExchange call = client.calls("1");

    tool.last().complete("{'done':true}");

    assertThat(call.said()).containsExactly("200 " + DONE);
    assertQuiet();
  }

  @Test
  void notification_turnsTheResponseIntoAStream() {
    FakeExchange call = client.calls("1");

    tool.last().progress(1);
    tool.last().complete("{'done':true}");

    assertThat(call.said())
        .containsExactly("stream", "1-0 " + Tool.progressed(1), "1-1 " + DONE, "end");
    assertQuiet();
  }

  @Test
  void longCall_opensItsStreamByItself() {
    FakeExchange call = client.calls("1");

    legacy.clock.advance(Legacy.STREAM_AFTER_MS - 1);
    assertThat(call.said()).isEmpty();
    legacy.clock.advance(1);
    tool.last().complete("{'done':true}");

    assertThat(call.said()).containsExactly("stream", "1-0 " + DONE, "end");
    assertQuiet();
  }

  @Test
  void callerOfJsonOnly_getsNoStream() {
    FakeExchange call =
        client.posts(client.head().jsonOnly(), Legacy.request("1", "tools/call", "'name':'t'"));

    tool.last().progress(1);
    legacy.clock.advance(Legacy.STREAM_AFTER_MS);
    tool.last().complete("{'done':true}");

    assertThat(call.said()).containsExactly("200 " + DONE);
    assertQuiet();
  }

  @Test
  void callerOfStreamsOnly_getsOneAtOnce() {
    FakeExchange call = client.posts(client.head().streamOnly(), Legacy.request("1", "ping", ""));

    assertThat(call.said()).containsExactly("stream", "1-0 " + Legacy.result("1", "{}"), "end");
    assertQuiet();
  }

  @Test
  void ping_isAnsweredWhileACallRuns() {
    FakeExchange call = client.calls("1");

    assertThat(client.pings()).isEqualTo("200 {'jsonrpc':'2.0','id':9,'result':{}}");
    assertThat(call.said()).isEmpty();
  }

  @Test
  void levelIsSet_andHandlersSeeIt() {
    client.calls("1").heard();
    assertThat(tool.last().invocation.caller().logLevel().get()).isEqualTo("info");

    assertThat(client
            .posts(Legacy.request("2", "logging/setLevel", "'level':'error'"))
            .said())
        .containsExactly("200 {'jsonrpc':'2.0','id':2,'result':{}}");

    assertThat(tool.last().invocation.caller().logLevel().get()).isEqualTo("error");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "'level':5", "'level':null", "'level':'loud'", "'level':'INFO'"})
  void level_thatIsNone_isRefused(String params) {
    assertThat(client.posts(Legacy.request("2", "logging/setLevel", params)).said())
        .singleElement()
        .asString()
        .startsWith("200 {'jsonrpc':'2.0','id':2,'error':{'code':-32602,");
  }

  /** 404 would tell the client that its session is gone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "no/such",
        "PING",
        "",
        "__proto__",
        "server/discover",
        "subscriptions/listen",
        "elicitation/create",
        "tools/list"
      })
  void method_thatIsUnknown_isAnsweredWith200(String method) {
    legacy.serve(Method.DISCOVER, invocation -> Legacy.complete("{}"));

    assertThat(client.posts(Legacy.request("1", method, "")).said())
        .containsExactly("200 " + Legacy.error("1", -32601, "Method not found: " + method));
    assertQuiet();
  }

  @Test
  void method_withAControlCharacter_isAnotherMethod() {
    assertThat(client.posts(Legacy.request("1", "ping\\u0000", "")).said())
        .singleElement()
        .asString()
        .startsWith("200 {'jsonrpc':'2.0','id':1,'error':{'code':-32601,");
  }

  @Test
  void failureOfAHandler_saysNothing_andIsAnsweredWith200() {
    FakeExchange call = client.calls("1");

    tool.last().work.fail(new IllegalStateException("secret"));

    assertThat(call.said()).containsExactly("200 " + Legacy.error("1", -32603, "Internal error"));
    assertQuiet();
  }

  @Test
  void refusalOfAHandler_isAnsweredWith200() {
    legacy.serve(Method.RESOURCES_READ, invocation -> {
      throw Refusal.resourceNotFound("a:b");
    });
    legacy.serve(
        Method.PROMPTS_GET,
        invocation -> Future.failedFuture(Refusal.missingCapability(Json.object("{'roots':{}}"))));

    assertThat(
            client.posts(Legacy.request("1", "resources/read", "'uri':'a:b'")).said())
        .containsExactly("200 {'jsonrpc':'2.0','id':1,'error':{'code':-32002,"
            + "'message':'Resource not found: a:b','data':{'uri':'a:b'}}}");
    assertThat(client.posts(Legacy.request("1", "prompts/get", "")).said())
        .containsExactly("200 {'jsonrpc':'2.0','id':1,'error':{'code':-32600,"
            + "'message':'Missing required client capability',"
            + "'data':{'requiredCapabilities':{'roots':{}}}}}");
    assertQuiet();
  }

  @Test
  void result_thatCannotBeWritten_isAnInternalError() {
    FakeExchange json = client.calls("1");
    FakeExchange stream = client.calls("2");
    tool.last().progress(1);
    var deep = Json.object("{}");
    var inner = deep;
    for (int i = 0; i < 2000; i++) {
      inner = inner.putObject("a");
    }

    for (Tool.Call call : tool.calls) {
      call.work.complete(new Outcome.Complete(deep));
    }

    assertThat(json.said()).containsExactly("200 " + Legacy.error("1", -32603, "Internal error"));
    assertThat(stream.said())
        .containsExactly(
            "stream",
            "1-0 " + Tool.progressed(1),
            "1-1 " + Legacy.error("2", -32603, "Internal error"),
            "end");
    assertQuiet();
  }

  @Test
  void deadline_isAnswered_andTheHandlerIsTold() {
    FakeExchange call =
        client.posts(client.head().jsonOnly(), Legacy.request("1", "tools/call", "'name':'t'"));
    for (long ms = 0; ms < Legacy.CALL_MS; ms += 1000) {
      assertThat(call.said()).isEmpty();
      legacy.clock.advance(1000);
    }

    assertThat(call.said())
        .containsExactly("200 "
            + Legacy.error(
                "1", -32603, "Request timed out: no progress for 60000 ms (limits.callMs)"));
    assertThat(tool.last().cancelled).isTrue();
  }

  @Test
  void requestsInFlight_areBounded() {
    for (int id = 1; id <= legacy.inFlightMax; id++) {
      assertThat(client.calls(Integer.toString(id)).said()).isEmpty();
    }

    assertThat(client.calls("'x'").said())
        .containsExactly(
            "429 Retry-After: 1 {'jsonrpc':'2.0','id':'x','error':{'code':-32603,"
                + "'message':'Too many requests in flight: 3 in this session (sessions.inFlightMax)'}}");
    assertThat(client
            .posts("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}")
            .said())
        .containsExactly("202");
    assertThat(client.pings()).startsWith("200 ");
    assertThat(tool.calls).hasSize(3);
  }

  /** A large hosted client sends id 1 for every call. */
  @Test
  void oneIdForSeveralRequests_neverCrosses() {
    FakeExchange first = client.calls("1");
    FakeExchange second = client.calls("1");
    FakeExchange text = client.calls("'1'");

    tool.calls.get(1).progress(2);
    tool.calls.get(0).complete("{'n':1}");
    tool.calls.get(2).complete("{'n':3}");
    tool.calls.get(1).complete("{'n':2}");

    assertThat(first.said()).containsExactly("200 " + Legacy.result("1", "{'n':1}"));
    assertThat(second.said())
        .containsExactly(
            "stream", "1-0 " + Tool.progressed(2), "1-1 " + Legacy.result("1", "{'n':2}"), "end");
    assertThat(text.said()).containsExactly("200 " + Legacy.result("'1'", "{'n':3}"));
    assertQuiet();
  }

  @Test
  void cancellation_thatCameFromBelow_isAnswered() {
    FakeExchange call = client.calls("1");

    tool.last().work.fail(new Cancelled());

    assertThat(call.said()).containsExactly("200 " + Legacy.error("1", -32603, "Internal error"));
    assertQuiet();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','method':'notifications/no-such'}",
        "{'jsonrpc':'2.0','method':'notifications/progress',"
            + "'params':{'progressToken':'nobody','progress':1}}",
        "{'jsonrpc':'2.0','method':'notifications/roots/list_changed'}",
        "{'jsonrpc':'2.0','method':'tools/list'}",
        "{'jsonrpc':'2.0','id':'nobody','result':{}}",
        "{'jsonrpc':'2.0','id':'nobody','error':{'code':1,'message':'x'}}",
        "{'jsonrpc':'2.0','error':{'code':-32700,'message':'x'}}"
      })
  void whatWantsNoAnswer_isAccepted(String message) {
    assertThat(client.posts(message).said()).containsExactly("202");
    assertThat(client.pings()).startsWith("200 ");
  }

  /** Whoever cannot be answered any more is not a client that cancels. */
  @Test
  void cutConnection_keepsTheCallAlive() {
    FakeExchange json = client.calls("1");
    FakeExchange stream = client.calls("2");
    tool.calls.get(1).progress(1);

    json.goAway();
    stream.goAway();
    tool.calls.get(0).progress(1);

    assertThat(tool.calls).noneMatch(call -> call.cancelled);
    tool.calls.get(0).complete("{}");
    tool.calls.get(1).complete("{}");
    assertThat(json.said()).isEmpty();
    assertThat(stream.said()).containsExactly("stream", "1-0 " + Tool.progressed(1));
    assertThat(client.calls("3").said()).isEmpty();
    assertThat(tool.calls).hasSize(3);
  }

  @Test
  void peerThatIsGoneAlready_isServedAllTheSame() {
    FakeExchange exchange = new FakeExchange(client.head());
    exchange.goAway();

    legacy.posted(exchange, Legacy.request("1", "tools/call", "'name':'t'"));
    tool.last().complete("{}");

    assertThat(exchange.said()).isEmpty();
    assertQuiet();
  }

  @Test
  void principal_isThatOfTheSession() {
    LegacyClient anna =
        legacy.opened(FakeHead.bare().of("anna"), Legacy.initialize("2025-11-25", "{'roots':{}}"));
    anna.calls("1").heard();

    var caller = tool.last().invocation.caller();
    assertThat(caller.principal()).isEqualTo("anna");
    assertThat(caller.declares("roots")).isTrue();
    assertThat(caller.info()).isEqualTo(Json.of("{'name':'c','version':'1'}"));
    assertThat(caller.mirrored()).isNull();
  }

  @Test
  void peerThatGoesAfterTheAnswer_isNothing() {
    FakeExchange call = client.calls("1");
    tool.last().complete("{'done':true}");

    call.goAway();

    assertThat(call.said()).containsExactly("200 " + DONE);
    assertQuiet();
  }

  @Test
  void endOfTheSession_whileClientsAreAway_isSaidToNobody() {
    FakeExchange json = client.calls("1");
    FakeExchange stream = client.calls("2");
    tool.last().progress(1);
    json.goAway();
    stream.goAway();

    assertQuiet();

    assertThat(json.said()).isEmpty();
    assertThat(stream.said()).containsExactly("stream", "1-0 " + Tool.progressed(1));
  }

  private void assertQuiet() {
    assertThat(client.deletes().said()).containsExactly("204");
    assertThat(legacy.clock.timers()).isZero();
  }
}
