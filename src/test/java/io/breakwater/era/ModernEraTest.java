package io.breakwater.era;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.Handler;
import io.breakwater.dispatch.Invocation;
import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How the modern era answers: one object or a stream, and the end of it. */
@ExtendWith(OnEventLoop.class)
final class ModernEraTest {
  private static final String PROGRESS =
      "- {'jsonrpc':'2.0','method':'notifications/progress','params':{'progress':1}}";
  private static final String DONE = "{'jsonrpc':'2.0','id':1,'result':{'resultType':'complete',"
      + "'done':true," + Modern.SERVER_INFO + "}}";
  private static final String TIMED_OUT = "{'jsonrpc':'2.0','id':1,'error':{'code':-32603,"
      + "'message':'Request timed out: no progress for 60000 ms (limits.callMs)'}}";

  private final Modern modern = new Modern();
  private final List<Invocation> invocations = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final Promise<Outcome> work = Promise.promise();

  @BeforeEach
  void serve_aToolThatTakesItsTime() {
    modern.serve(Method.TOOLS_CALL, invocation -> {
      invocations.add(invocation);
      invocation.onCancel(() -> told.add("cancelled"));
      return work.future();
    });
  }

  @Test
  void answer_withoutAnythingBefore_isOneObject() {
    FakeExchange exchange = call(head());
    assertThat(exchange.heard()).isEmpty();

    complete();

    assertThat(exchange.heard()).containsExactly("200 " + DONE);
    assertQuiet();
  }

  @Test
  void notification_turnsTheResponseIntoAStream() {
    FakeExchange exchange = call(head());

    progress();
    assertThat(exchange.heard()).containsExactly("stream", PROGRESS);
    progress();
    complete();

    assertThat(exchange.heard()).containsExactly(PROGRESS, "- " + DONE, "end");
    assertQuiet();
  }

  @Test
  void longCall_opensItsStreamByItself() {
    FakeExchange exchange = call(head());

    modern.clock.advance(Modern.STREAM_AFTER_MS - 1);
    assertThat(exchange.heard()).isEmpty();
    modern.clock.advance(1);
    assertThat(exchange.heard()).containsExactly("stream");
    complete();

    assertThat(exchange.heard()).containsExactly("- " + DONE, "end");
    assertQuiet();
  }

  @Test
  void callerOfJsonOnly_getsNoStream() {
    FakeExchange exchange = call(head().jsonOnly());

    progress();
    modern.clock.advance(Modern.STREAM_AFTER_MS);
    assertThat(exchange.heard()).isEmpty();
    complete();

    assertThat(exchange.heard()).containsExactly("200 " + DONE);
    assertQuiet();
  }

  @Test
  void callerOfStreamsOnly_getsOneAtOnce() {
    FakeExchange exchange = call(head().streamOnly());

    assertThat(exchange.heard()).containsExactly("stream");
    complete();

    assertThat(exchange.heard()).containsExactly("- " + DONE, "end");
    assertQuiet();
  }

  @Test
  void refusal_onAStream_isAnEvent() {
    FakeExchange exchange = call(head());
    progress();

    work.fail(Refusal.missingCapability(Json.object("{'sampling':{}}")));

    assertThat(exchange.heard())
        .containsExactly(
            "stream",
            PROGRESS,
            "- {'jsonrpc':'2.0','id':1,'error':{'code':-32021,'message':"
                + "'Missing required client capability',"
                + "'data':{'requiredCapabilities':{'sampling':{}}}}}",
            "end");
    assertQuiet();
  }

  @Test
  void refusal_withoutAnythingBefore_hasItsStatus() {
    FakeExchange exchange = call(head());

    work.fail(Refusal.missingCapability(Json.object("{'sampling':{}}")));

    assertThat(exchange.heard()).singleElement().asString().startsWith("400 ").contains("-32021");
    assertQuiet();
  }

  @Test
  void disconnect_cancels_andNothingMoreIsSaid() {
    FakeExchange exchange = call(head());

    exchange.goAway();
    progress();
    complete();

    assertThat(told).containsExactly("cancelled");
    assertThat(exchange.heard()).isEmpty();
    assertQuiet();
  }

  @Test
  void disconnect_ofAStream_cancels() {
    FakeExchange exchange = call(head());
    progress();

    exchange.goAway();
    progress();
    complete();

    assertThat(told).containsExactly("cancelled");
    assertThat(exchange.heard()).containsExactly("stream", PROGRESS);
    assertQuiet();
  }

  @Test
  void peerThatIsGoneAlready_isNotServed() {
    FakeExchange exchange = new FakeExchange(head());
    exchange.goAway();

    modern.post(exchange, Modern.call("1", ""));

    assertThat(invocations).isEmpty();
    assertThat(exchange.heard()).isEmpty();
    assertQuiet();
  }

  @Test
  void disconnect_afterTheAnswer_isNothing() {
    FakeExchange exchange = call(head());
    complete();

    exchange.goAway();

    assertThat(told).isEmpty();
  }

  @Test
  void deadline_isAnswered_andTheHandlerIsTold() {
    FakeExchange exchange = call(head().jsonOnly());

    modern.clock.advance(Modern.CALL_MS);
    complete();

    assertThat(told).containsExactly("cancelled");
    assertThat(exchange.heard()).containsExactly("200 " + TIMED_OUT);
    assertQuiet();
  }

  @Test
  void deadline_ofAStream_isItsLastEvent() {
    FakeExchange exchange = call(head());
    progress();

    modern.clock.advance(Modern.CALL_MS);
    progress();

    assertThat(exchange.heard()).containsExactly("stream", PROGRESS, "- " + TIMED_OUT, "end");
    assertQuiet();
  }

  /** An upstream that cancels is no peer that went away: this one waits for an answer. */
  @Test
  void cancellation_thatCameFromBelow_isAnswered() {
    FakeExchange exchange = call(head());

    work.fail(new io.breakwater.dispatch.Cancelled());

    assertThat(exchange.heard())
        .containsExactly(
            "200 {'jsonrpc':'2.0','id':1," + "'error':{'code':-32603,'message':'Internal error'}}");
    assertQuiet();
  }

  @Test
  void disconnectOnPurpose_isNothingInThisEra() {
    FakeExchange exchange = call(head());

    invocations.get(0).disconnect(500);
    complete();

    assertThat(exchange.heard()).containsExactly("200 " + DONE);
  }

  /** Deeper than can be written: the handler's mistake must not leave the caller waiting. */
  @Test
  void result_thatCannotBeWritten_isAnInternalError() {
    var deep = Json.object("{}");
    var inner = deep;
    for (int i = 0; i < 2000; i++) {
      inner = inner.putObject("a");
    }
    FakeExchange json = call(head());
    FakeExchange stream = call(head());
    invocations.get(1).send("notifications/progress", Json.object("{'progress':1}"));

    work.complete(new Outcome.Complete(deep));

    String error = "{'jsonrpc':'2.0','id':1,'error':{'code':-32603,'message':'Internal error'}}";
    assertThat(json.heard()).containsExactly("200 " + error);
    assertThat(stream.heard()).containsExactly("stream", PROGRESS, "- " + error, "end");
    assertQuiet();
  }

  @Test
  void caller_isWhoTheRequestSaysItIs() {
    String request = "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'t',"
        + "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
        + "'io.modelcontextprotocol/clientCapabilities':{'sampling':{'tools':{}}},"
        + "'io.modelcontextprotocol/clientInfo':{'name':'c'},"
        + "'io.modelcontextprotocol/logLevel':'warning'}}}";

    FakeExchange exchange = modern.posted(head().of("anna"), request);

    var caller = invocations.get(0).caller();
    assertThat(exchange.heard()).isEmpty();
    assertThat(caller.declares("sampling", "tools")).isTrue();
    assertThat(caller.declares("roots")).isFalse();
    assertThat(caller.info()).isEqualTo(Json.of("{'name':'c'}"));
    assertThat(caller.principal()).isEqualTo("anna");
    assertThat(caller.logLevel().get()).isEqualTo("warning");
    assertThat(caller.mirrored()).isNotNull();
  }

  @Test
  void listen_staysOpen_andEndsWithAnAnswer() {
    Promise<Outcome> ended = Promise.promise();
    List<Invocation> listening = new ArrayList<>();
    modern.serve(Method.SUBSCRIPTIONS_LISTEN, new Handler() {
      @Override
      public Future<Outcome> handle(Invocation invocation) {
        listening.add(invocation);
        invocation.send("notifications/subscriptions/acknowledged", Json.object("{}"));
        return ended.future();
      }

      @Override
      public boolean longLived() {
        return true;
      }
    });
    FakeExchange exchange = modern.posted(
        Modern.head("subscriptions/listen"),
        Modern.request("1", "subscriptions/listen", "'notifications':{}"));

    modern.clock.advance(1_000_000_000);
    listening.get(0).send("notifications/tools/list_changed", Json.object("{}"));
    ended.complete(new Outcome.Complete(Json.object("{}")));

    assertThat(exchange.heard())
        .containsExactly(
            "stream",
            "- {'jsonrpc':'2.0','method':'notifications/subscriptions/acknowledged'}",
            "- {'jsonrpc':'2.0','method':'notifications/tools/list_changed'}",
            "- {'jsonrpc':'2.0','id':1,'result':{'resultType':'complete'," + Modern.SERVER_INFO
                + "}}",
            "end");
    assertQuiet();
  }

  private static FakeHead head() {
    return Modern.head("tools/call", "t");
  }

  private FakeExchange call(FakeHead head) {
    return modern.posted(head, Modern.call("1", ""));
  }

  private void progress() {
    invocations.get(0).send("notifications/progress", Json.object("{'progress':1}"));
  }

  private void complete() {
    work.tryComplete(new Outcome.Complete(Json.object("{'done':true}")));
  }

  private void assertQuiet() {
    assertThat(modern.clock.timers()).isZero();
  }
}
