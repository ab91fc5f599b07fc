package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches, which 2025-03-26 alone has. */
@ExtendWith(OnEventLoop.class)
final class BatchTest {
  private static final String PING = "{'jsonrpc':'2.0','id':1,'method':'ping'}";
  private static final String NOTIFICATION = "{'jsonrpc':'2.0','method':'notifications/x'}";

  private final Legacy legacy = new Legacy();
  private final Tool tool = new Tool();
  private LegacyClient client;

  @BeforeEach
  void open_session() {
    legacy.inFlightMax = 3;
    legacy.serve(Method.TOOLS_CALL, tool);
    client = legacy.client("2025-03-26");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-06-18", "2025-11-25"})
  void batch_inAnotherRevision_isRefused(String version) {
    LegacyClient other = legacy.client(version);

    assertThat(other.posts("[" + PING + "]").said())
        .containsExactly(
            "400 "
                + Legacy.error(
                    "null",
                    -32600,
                    "Invalid request: an array (expected: one message; batches are of 2025-03-26 only)"));
    assertThat(other.posts("[]").said()).singleElement().asString().startsWith("400 ");
  }

  @Test
  void batch_withoutSession_isRefused() {
    assertThat(legacy
            .posted(FakeHead.bare(), "[" + Legacy.initialize("2025-03-26") + "]")
            .said())
        .singleElement()
        .asString()
        .startsWith("400 ")
        .contains("'code':-32600");
    assertThat(legacy.count()).isEqualTo(1);
  }

  @Test
  void batch_withInitialize_isRefusedWhole() {
    assertThat(client
            .posts("[" + PING + "," + Legacy.initialize("2025-03-26") + "]")
            .said())
        .containsExactly(
            "400 " + Legacy.error("null", -32600, "Invalid request: initialize in a batch"));
  }

  @Test
  void batch_ofRequests_isAnsweredWithAnArray() {
    assertThat(client
            .posts("[" + PING + "," + Legacy.request("'b'", "no/such", "") + "]")
            .said())
        .containsExactly("200 [" + Legacy.result("1", "{}") + ","
            + Legacy.error("'b'", -32601, "Method not found: no/such") + "]");
    assertQuiet();
  }

  @Test
  void batch_ofOne_isAnsweredWithAnArray() {
    assertThat(client.posts("[" + PING + "]").said())
        .containsExactly("200 [" + Legacy.result("1", "{}") + "]");
  }

  @Test
  void batch_isBounded() {
    assertThat(client
            .posts("[" + NOTIFICATION.repeat(1) + ("," + NOTIFICATION).repeat(3) + "]")
            .said())
        .containsExactly("202");
    assertThat(client
            .posts("[" + NOTIFICATION + ("," + NOTIFICATION).repeat(4) + "]")
            .said())
        .containsExactly("400 "
            + Legacy.error(
                "null",
                -32600,
                "Invalid request: a batch of 5 messages (expected: 1 to 4, sessions.batchMax)"));
    assertThat(client.posts("[]").said())
        .singleElement()
        .asString()
        .startsWith("400 ")
        .contains("a batch of 0 messages");
  }

  @Test
  void batch_ofNotificationsAndAnswers_isAccepted() {
    assertThat(client
            .posts("[" + NOTIFICATION + ",{'jsonrpc':'2.0','id':'q','result':{}}]")
            .said())
        .containsExactly("202");
  }

  @Test
  void batch_ofAllKinds_answersTheRequests() {
    assertThat(client
            .posts("[" + NOTIFICATION + "," + PING + ",{'jsonrpc':'2.0','id':'q','result':{}}]")
            .said())
        .containsExactly("200 [" + Legacy.result("1", "{}") + "]");
  }

  @Test
  void batch_withAMessageThatIsNone_isRefusedWhole() {
    assertThat(client.posts("[" + call("1") + ",{'jsonrpc':'2.0','id':7}]").said())
        .singleElement()
        .asString()
        .startsWith("400 ")
        .contains("'code':-32600");
    assertThat(client.posts("[[" + PING + "]]").said())
        .singleElement()
        .asString()
        .startsWith("400 ");
    assertThat(tool.calls).isEmpty();
  }

  @Test
  void batch_countsEachRequestInFlight() {
    client.calls("'x'").heard();

    assertThat(client
            .posts("[" + call("1") + "," + call("2") + "," + call("3") + "]")
            .said())
        .singleElement()
        .asString()
        .startsWith("429 ");
    assertThat(tool.calls).hasSize(1);
    assertThat(client.posts("[" + call("1") + "," + call("2") + "]").said()).isEmpty();
    assertThat(tool.calls).hasSize(3);
  }

  @Test
  void batch_waitsForItsLastAnswer_inWhateverOrder() {
    FakeExchange batch = client.posts("[" + call("1") + "," + PING + "," + call("2") + "]");
    tool.calls.get(1).complete("{'n':2}");
    assertThat(batch.said()).isEmpty();

    tool.calls.get(0).complete("{'n':1}");

    assertThat(batch.said())
        .containsExactly("200 [" + Legacy.result("1", "{}") + "," + Legacy.result("2", "{'n':2}")
            + "," + Legacy.result("1", "{'n':1}") + "]");
    assertQuiet();
  }

  @Test
  void batch_thatBecomesAStream_saysWhatWasAnsweredAlready() {
    FakeExchange batch = client.posts("[" + call("1") + "," + call("2") + "]");
    tool.calls.get(1).complete("{'n':2}");

    tool.calls.get(0).progress(5);
    tool.calls.get(0).complete("{'n':1}");

    assertThat(batch.said())
        .containsExactly(
            "stream",
            "1-0 " + Legacy.result("2", "{'n':2}"),
            "1-1 " + Tool.progressed(5),
            "1-2 " + Legacy.result("1", "{'n':1}"),
            "end");
    assertQuiet();
  }

  @Test
  void batch_withOneCancelled_answersTheOthers() {
    FakeExchange json = client.posts("[" + call("1") + "," + call("2") + "]");
    cancel("1");
    assertThat(json.said()).isEmpty();
    tool.calls.get(1).complete("{'n':2}");
    assertThat(json.said()).containsExactly("200 [" + Legacy.result("2", "{'n':2}") + "]");

    FakeExchange stream = client.posts("[" + call("3") + "," + call("4") + "]");
    tool.calls.get(2).progress(1);
    cancel("4");
    tool.calls.get(2).complete("{'n':3}");
    assertThat(stream.said())
        .containsExactly(
            "stream", "1-0 " + Tool.progressed(1), "1-1 " + Legacy.result("3", "{'n':3}"), "end");
    assertQuiet();
  }

  @Test
  void batch_withAllCancelled_isAccepted() {
    FakeExchange batch = client.posts("[" + call("1") + "," + call("2") + "]");

    cancel("1");
    cancel("2");

    assertThat(batch.said()).containsExactly("202");
    assertQuiet();
  }

  @Test
  void batch_thatCancelsItsOwnRequest_isAccepted() {
    FakeExchange batch = client.posts("[" + call("1") + ",{'jsonrpc':'2.0',"
        + "'method':'notifications/cancelled','params':{'requestId':1}}]");

    assertThat(batch.said()).containsExactly("202");
    assertThat(tool.last().cancelled).isTrue();
    assertQuiet();
  }

  @Test
  void batch_withOneAnswerThatCannotBeWritten_hasTheOthers() {
    FakeExchange batch = client.posts("[" + call("1") + "," + call("2") + "]");
    var deep = Json.object("{}");
    var inner = deep;
    for (int i = 0; i < 2000; i++) {
      inner = inner.putObject("a");
    }

    tool.calls.get(0).work.complete(new Outcome.Complete(deep));
    tool.calls.get(1).complete("{'n':2}");

    assertThat(batch.said())
        .containsExactly("200 [" + Legacy.error("1", -32603, "Internal error") + ","
            + Legacy.result("2", "{'n':2}") + "]");
    assertQuiet();
  }

  @Test
  void batch_whoseSessionEnds_isToldOnce() {
    FakeExchange batch = client.posts("[" + call("1") + "," + call("2") + "]");

    client.deletes().heard();

    assertThat(batch.said())
        .containsExactly("404 {'jsonrpc':'2.0','id':null,'error':" + Legacy.SESSION_GONE + "}");
  }

  private static String call(String id) {
    return Legacy.request(id, "tools/call", "'name':'t'");
  }

  private void cancel(String id) {
    client
        .posts("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':" + id
            + "}}")
        .heard();
  }

  private void assertQuiet() {
    assertThat(client.deletes().said()).containsExactly("204");
    assertThat(legacy.clock.timers()).isZero();
  }
}
