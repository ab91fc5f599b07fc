package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.Change;
import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.spec.Method;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that are cut and resumed: 2025-11-25, Transports, Resumability and Redelivery. */
@ExtendWith(OnEventLoop.class)
final class ResumptionTest {
  private static final String TOOLS =
      "{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}";

  private final Legacy legacy = new Legacy();
  private final Tool tool = new Tool();
  private LegacyClient client;

  @BeforeEach
  void open_session() {
    legacy.serve(Method.TOOLS_CALL, tool);
    client = legacy.client("2025-11-25");
  }

  @ParameterizedTest
  @CsvSource({"2024-11-05, false", "2025-03-26, false", "2025-06-18, false", "2025-11-25, true"})
  void streams_beginWithAnEmptyEvent_onlyInTheRevisionThatHasIt(String version, boolean primed) {
    LegacyClient other = legacy.client(version);
    FakeExchange get = other.gets();
    FakeExchange call = other.calls("1");
    tool.last().progress(1);

    if (primed) {
      assertThat(get.said()).containsExactly("stream", "prime 0-0 retry 700");
      assertThat(call.said())
          .containsExactly("stream", "prime 1-0 retry 700", "1-1 " + Tool.progressed(1));
    } else {
      assertThat(get.said()).containsExactly("stream");
      assertThat(call.said()).containsExactly("stream", "1-0 " + Tool.progressed(1));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void cutStream_isResumedExactly(int heard) {
    FakeExchange call = client.calls("1");
    for (int i = 1; i <= 3; i++) {
      tool.last().progress(i);
    }
    call.goAway();
    tool.last().progress(4);

    FakeExchange back = client.resumes("1-" + heard);
    tool.last().progress(5);
    tool.last().complete("{}");

    assertThat(back.said().get(0)).isEqualTo("stream");
    for (int i = heard + 1; i <= 5; i++) {
      assertThat(back.said().get(i - heard)).isEqualTo("1-" + i + " " + Tool.progressed(i));
    }
    assertThat(back.said())
        .hasSize(5 - heard + 3)
        .endsWith("1-6 " + Legacy.result("1", "{}"), "end");
    assertQuiet();
  }

  /** What comes first on a resumed stream decides from where the client resumes it the next time. */
  @Test
  void resumedStream_thatIsCutAtOnce_isResumedWithoutLoss() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    tool.last().progress(2);
    call.goAway();

    FakeExchange back = client.resumes("1-0");
    String firstLine = back.said().get(1);
    back.goAway();
    FakeExchange again = client.resumes(firstLine.substring(0, firstLine.indexOf(' ')));

    assertThat(firstLine).isEqualTo("1-1 " + Tool.progressed(1));
    assertThat(again.said()).containsExactly("stream", "1-2 " + Tool.progressed(2));
  }

  @Test
  void answer_thatCameMeanwhile_isThere() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    call.goAway();
    tool.last().complete("{'done':true}");

    assertThat(client.resumes("1-1").said())
        .containsExactly("stream", "1-2 " + Legacy.result("1", "{'done':true}"), "end");
    assertThat(client.resumes("1-1").said())
        .containsExactly("stream", "1-2 " + Legacy.result("1", "{'done':true}"), "end");
    assertThat(client.resumes("1-2").said()).containsExactly("204");
    assertQuiet();
  }

  @Test
  void stream_isNeverGivenEventsOfAnother() {
    FakeExchange get = client.gets();
    FakeExchange first = client.calls("1");
    tool.last().progress(1);
    FakeExchange second = client.calls("2");
    tool.last().progress(2);
    legacy.changes.publish(new Change.Tools());
    get.goAway();
    first.goAway();
    second.goAway();
    tool.calls.get(0).complete("{'n':1}");
    tool.calls.get(1).complete("{'n':2}");
    legacy.changes.publish(new Change.Tools());

    assertThat(client.resumes("1-0").said())
        .containsExactly(
            "stream", "1-1 " + Tool.progressed(1), "1-2 " + Legacy.result("1", "{'n':1}"), "end");
    assertThat(client.resumes("2-1").said())
        .containsExactly("stream", "2-2 " + Legacy.result("2", "{'n':2}"), "end");
    assertThat(client.resumes("0-0").said())
        .containsExactly("stream", "0-1 " + TOOLS, "0-2 " + TOOLS);
    assertQuiet();
  }

  @Test
  void streamOfAGet_isResumed() {
    FakeExchange get = client.gets();
    legacy.changes.publish(new Change.Tools());
    get.goAway();
    legacy.changes.publish(new Change.Prompts());

    FakeExchange back = client.resumes("0-1");
    legacy.changes.publish(new Change.Tools());

    assertThat(back.said())
        .containsExactly(
            "stream",
            "0-2 {'jsonrpc':'2.0','method':'notifications/prompts/list_changed'}",
            "0-3 " + TOOLS);
    assertQuiet();
  }

  /** What the client has heard is not said again, and what waited is said once. */
  @Test
  void streamOfAGet_openedAnew_repeatsNothing() {
    FakeExchange get = client.gets();
    legacy.changes.publish(new Change.Tools());
    get.goAway();

    assertThat(client.gets().said()).containsExactly("stream", "prime 0-2 retry 700");
  }

  @Test
  void streamThatIsStillThere_movesToTheNewConnection() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    call.heard();

    FakeExchange back = client.resumes("1-1");
    assertThat(call.heard()).containsExactly("end");
    call.goAway();
    tool.last().complete("{}");

    assertThat(back.said()).containsExactly("stream", "1-2 " + Legacy.result("1", "{}"), "end");
    assertThat(call.heard()).isEmpty();
    assertQuiet();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no-such-stream_42",
        "1-3",
        "1-99",
        "2-0",
        "-",
        "1-",
        "-1",
        "1--1",
        "-1-1",
        "+1-1",
        "1-+1",
        "1",
        "1-1-1",
        " ",
        "9999999999-0",
        "1-99999999999999999999",
        "１-1"
      })
  void eventThatIsUnknown_isRefused(String lastEventId) {
    client.calls("1").goAway();
    FakeExchange call = client.calls("2");
    tool.last().progress(1);
    tool.last().progress(2);
    call.goAway();
    assertThat(client.resumes("1-0").said()).contains("stream");

    assertThat(client.resumes(lastEventId).said())
        .containsExactly("400 "
            + Legacy.error(
                "null", -32600, "Last-Event-ID names no event that is kept in this session"));
    assertThat(client.pings()).startsWith("200 ");
  }

  @Test
  void eventOfAnotherSession_isRefused() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    call.heard();
    LegacyClient other = legacy.client("2025-11-25");

    assertThat(other.resumes("1-1").said()).singleElement().asString().startsWith("400 ");
  }

  @Test
  void lastEventId_twice_isRefused_andEmptyIsNone() {
    FakeExchange twice =
        new FakeExchange(client.head().with("Last-Event-ID", "0-0").with("Last-Event-ID", "0-0"));
    assertThat(legacy.got(twice).said()).singleElement().asString().startsWith("400 ");

    assertThat(client.resumes("").said()).containsExactly("stream", "prime 0-0 retry 700");
  }

  /** Streams that are polled: the connection ends on purpose, the call goes on. */
  @Test
  void disconnect_tellsWhenToComeBack_andTheAnswerIsThereThen() {
    FakeExchange call = client.calls("1");
    tool.last().invocation.disconnect(500);
    assertThat(call.said()).containsExactly("stream", "prime 1-0 retry 700", "retry 500", "end");
    tool.last().progress(1);

    FakeExchange back = client.resumes("1-0");
    assertThat(back.heard()).containsExactly("stream", "1-1 " + Tool.progressed(1));
    tool.last().invocation.disconnect(600);
    assertThat(back.heard()).containsExactly("retry 600", "end");
    tool.last().complete("{}");

    assertThat(client.resumes("1-1").said())
        .containsExactly("stream", "1-2 " + Legacy.result("1", "{}"), "end");
    assertQuiet();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18"})
  void disconnect_inARevisionWithoutPolling_isNothing(String version) {
    LegacyClient other = legacy.client(version);
    FakeExchange call = other.calls("1");

    tool.last().invocation.disconnect(500);
    tool.last().complete("{}");

    assertThat(call.said()).containsExactly("200 " + Legacy.result("1", "{}"));
  }

  @Test
  void disconnect_ofACallerOfJsonOnly_isNothing() {
    FakeExchange call =
        client.posts(client.head().jsonOnly(), Legacy.request("1", "tools/call", "'name':'t'"));

    tool.last().invocation.disconnect(500);
    tool.last().complete("{}");

    assertThat(call.said()).containsExactly("200 " + Legacy.result("1", "{}"));
  }

  @Test
  void disconnect_ofAClientThatIsAway_isNothing() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    call.goAway();
    tool.last().invocation.disconnect(500);
    tool.last().complete("{}");

    assertThat(client.resumes("1-1").said())
        .containsExactly("stream", "1-2 " + Legacy.result("1", "{}"), "end");
  }

  @Test
  void log_withoutRoom_givesNoIds_andKeepsTheConnection() {
    legacy.eventsMax = 0;
    Legacy none = new Legacy();
    none.eventsMax = 0;
    none.serve(Method.TOOLS_CALL, tool);
    LegacyClient other = none.client("2025-11-25");
    FakeExchange call = other.calls("1");

    tool.last().invocation.disconnect(500);
    tool.last().progress(1);
    tool.last().complete("{}");

    assertThat(call.said())
        .containsExactly(
            "stream", "- " + Tool.progressed(1), "- " + Legacy.result("1", "{}"), "end");
  }

  @Test
  void answer_thatIsTooLargeToBeKept_isReplacedWhileTheClientIsAway() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    call.goAway();

    tool.last().complete("{'text':'" + "x".repeat(legacy.eventBytesMax) + "'}");

    assertThat(client.resumes("1-1").said())
        .containsExactly(
            "stream",
            "1-2 "
                + Legacy.error(
                    "1",
                    -32603,
                    "The answer came while the stream was cut, and exceeds 100000 bytes"
                        + " (sessions.eventBytesMax)"),
            "end");
    assertQuiet();
  }

  @Test
  void answer_thatIsTooLargeToBeKept_isSaidToAClientThatIsThere() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    String large = "{'text':'" + "x".repeat(legacy.eventBytesMax) + "'}";

    tool.last().complete(large);

    assertThat(call.said()).contains("1-2 " + Legacy.result("1", large)).endsWith("end");
    assertThat(client.resumes("1-1").said()).singleElement().asString().startsWith("400 ");
    assertQuiet();
  }

  @Test
  void events_areKeptForATime() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    call.goAway();
    tool.last().complete("{}");

    legacy.clock.advance(legacy.eventsMs - 1);
    assertThat(client.resumes("1-0").said()).hasSize(4).endsWith("end");
    legacy.clock.advance(1);

    assertThat(client.resumes("1-0").said()).singleElement().asString().startsWith("400 ");
    assertThat(client.resumes("1-2").said()).singleElement().asString().startsWith("400 ");
    assertThat(client.pings()).startsWith("200 ");
    assertQuiet();
  }

  @Test
  void streamOfARunningCall_isKeptHoweverLongItIsSilent() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    call.goAway();
    for (int i = 0; i < 10; i++) {
      legacy.clock.advance(legacy.eventsMs);
      tool.last().invocation.progressed();
    }
    tool.last().complete("{}");

    assertThat(client.resumes("1-1").said())
        .containsExactly("stream", "1-2 " + Legacy.result("1", "{}"), "end");
    assertQuiet();
  }

  private void assertQuiet() {
    assertThat(client.deletes().said()).containsExactly("204");
    assertThat(legacy.clock.timers()).isZero();
  }
}
