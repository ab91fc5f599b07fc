package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.spec.Method;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code notifications/cancelled} from the client: 2025-11-25, Utilities, Cancellation. */
@ExtendWith(OnEventLoop.class)
final class CancellationTest {
  private static final String DONE = "{'jsonrpc':'2.0','id':1,'result':{'done':true}}";

  private final Legacy legacy = new Legacy();
  private final Tool tool = new Tool();
  private LegacyClient client;

  @BeforeEach
  void open_session() {
    legacy.serve(Method.TOOLS_CALL, tool);
    client = legacy.client("2025-06-18");
  }

  @Test
  void cancelled_isToldTheHandler_andGetsNoAnswer() {
    FakeExchange call = client.calls("1");

    cancel("1");
    tool.last().complete("{}");

    assertThat(tool.last().cancelled).isTrue();
    assertThat(call.said()).containsExactly("202");
    assertQuiet();
  }

  @Test
  void cancelled_onAStream_endsIt() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);

    cancel("1");
    tool.last().progress(2);
    tool.last().complete("{}");

    assertThat(call.said()).containsExactly("stream", "1-0 " + Tool.progressed(1), "end");
    assertQuiet();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",'params':{}",
        ",'params':{'requestId':2}",
        ",'params':{'requestId':'1'}",
        ",'params':{'requestId':{'a':1}}",
        ",'params':{'requestId':null}",
        ",'params':{'requestId':1.5}"
      })
  void cancellation_ofNothing_isIgnored(String params) {
    FakeExchange call = client.calls("1");

    assertThat(client
            .posts("{'jsonrpc':'2.0','method':'notifications/cancelled'" + params + "}")
            .said())
        .containsExactly("202");

    tool.last().complete("{'done':true}");
    assertThat(call.said()).containsExactly("200 " + DONE);
  }

  @Test
  void cancellation_ofAnIdThatIsUsedTwice_endsTheNewer() {
    FakeExchange first = client.calls("1");
    FakeExchange second = client.calls("1");

    cancel("1");

    assertThat(second.said()).containsExactly("202");
    tool.calls.get(0).complete("{'done':true}");
    assertThat(first.said()).containsExactly("200 " + DONE);
    assertQuiet();
  }

  @Test
  void cancellation_ofAnotherSession_isIgnored() {
    FakeExchange call = client.calls("1");
    LegacyClient other = legacy.client("2025-06-18");

    other
        .posts("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}")
        .heard();

    assertThat(tool.last().cancelled).isFalse();
    assertThat(call.said()).isEmpty();
  }

  @Test
  void cancelled_whileTheClientIsAway_leavesNoAnswer() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    tool.last().progress(2);
    call.goAway();

    cancel("1");

    assertThat(client.resumes("1-0").said())
        .containsExactly("stream", "1-1 " + Tool.progressed(2), "end");
    assertQuiet();
  }

  @Test
  void cancelled_afterTheAnswer_isIgnored() {
    FakeExchange call = client.calls("1");
    tool.last().complete("{'done':true}");

    cancel("1");

    assertThat(tool.last().cancelled).isFalse();
    assertThat(call.said()).containsExactly("200 " + DONE);
    assertQuiet();
  }

  /** The answer to initialize is there before anybody could cancel it, and its id is as good as any other. */
  @Test
  void cancellation_ofInitialize_isIgnored() {
    cancel("0");

    assertThat(client.pings()).startsWith("200 ");
  }

  private void cancel(String id) {
    assertThat(client
            .posts("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':" + id
                + ",'reason':'x'}}")
            .said())
        .containsExactly("202");
  }

  private void assertQuiet() {
    assertThat(client.deletes().said()).containsExactly("204");
    assertThat(legacy.clock.timers()).isZero();
  }
}
