package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.Change;
import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import io.breakwater.spec.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What belongs to no request, and who hears it: 2025-11-25, Transports, Listening and Multiple Connections. */
@ExtendWith(OnEventLoop.class)
final class SessionStreamsTest {
  private static final String TOOLS =
      "{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}";
  private static final String PROMPTS =
      "{'jsonrpc':'2.0','method':'notifications/prompts/list_changed'}";
  private static final String RESOURCES =
      "{'jsonrpc':'2.0','method':'notifications/resources/list_changed'}";

  private final Legacy legacy = new Legacy();
  private final Tool tool = new Tool();
  private LegacyClient client;

  @BeforeEach
  void open_session() {
    legacy.streamsMax = 3;
    legacy.subscriptionsMax = 2;
    legacy.subscriptionBytesMax = 20;
    legacy.serve(Method.TOOLS_CALL, tool);
    client = legacy.client("2025-06-18");
  }

  @Test
  void changes_areToldOnTheStreamOfAGet() {
    FakeExchange get = client.gets();

    legacy.changes.publish(new Change.Tools());
    legacy.changes.publish(new Change.Prompts());
    legacy.changes.publish(new Change.Resources());
    legacy.changes.publish(new Change.Resource("a:b"));

    assertThat(get.heard())
        .containsExactly("stream", "0-0 " + TOOLS, "0-1 " + PROMPTS, "0-2 " + RESOURCES);
    assertQuiet();
  }

  @Test
  void changes_beforeInitialized_areNotTold() {
    LegacyClient opening = legacy.opened(FakeHead.bare(), Legacy.initialize("2025-06-18"));
    FakeExchange get = opening.gets();

    legacy.changes.publish(new Change.Tools());
    assertThat(get.heard()).containsExactly("stream");
    opening.posts("{'jsonrpc':'2.0','method':'notifications/initialized'}").heard();
    legacy.changes.publish(new Change.Tools());

    assertThat(get.heard()).containsExactly("0-0 " + TOOLS);
  }

  /** However often something changes while nobody listens, it is told once. */
  @Test
  void changes_whileNobodyListens_wait() {
    for (int i = 0; i < 1000; i++) {
      legacy.changes.publish(new Change.Tools());
      legacy.changes.publish(new Change.Prompts());
    }

    assertThat(client.gets().heard()).containsExactly("stream", "0-0 " + TOOLS, "0-1 " + PROMPTS);
    assertThat(client.gets().heard()).containsExactly("stream");
    assertQuiet();
  }

  @Test
  void changes_areNotToldOnTheStreamOfARequest() {
    FakeExchange call = client.calls("1");
    tool.last().progress(1);
    call.heard();

    legacy.changes.publish(new Change.Tools());
    assertThat(call.heard()).isEmpty();

    assertThat(client.gets().heard()).containsExactly("stream", "0-0 " + TOOLS);
  }

  /** The newest is the one whose connection is most surely alive. */
  @Test
  void changes_areToldOnExactlyOneStream() {
    FakeExchange first = client.gets();
    FakeExchange second = client.gets();
    FakeExchange third = client.gets();
    legacy.changes.publish(new Change.Tools());
    third.goAway();
    legacy.changes.publish(new Change.Prompts());
    second.goAway();
    legacy.changes.publish(new Change.Resources());

    assertThat(first.heard()).containsExactly("stream", "0-0 " + RESOURCES);
    assertThat(second.heard()).containsExactly("stream", "1-0 " + PROMPTS);
    assertThat(third.heard()).containsExactly("stream", "2-0 " + TOOLS);
    assertQuiet();
  }

  @Test
  void changes_afterAStreamThatWasGoneAtOnce_areNotLost() {
    FakeExchange gone = new FakeExchange(client.head());
    gone.goAway();
    legacy.got(gone);
    legacy.changes.publish(new Change.Tools());

    assertThat(client.gets().heard()).containsExactly("stream", "0-0 " + TOOLS);
  }

  @Test
  void resource_isTold_onlyWhileSubscribed() {
    FakeExchange get = client.gets();
    get.heard();

    assertThat(subscribe("'uri':'a:b'")).isEqualTo("200 " + Legacy.result("1", "{}"));
    legacy.changes.publish(new Change.Resource("a:b"));
    legacy.changes.publish(new Change.Resource("a:c"));
    assertThat(get.heard()).containsExactly("0-0 " + updated("a:b"));

    assertThat(client
            .posts(Legacy.request("1", "resources/unsubscribe", "'uri':'a:b'"))
            .said())
        .containsExactly("200 " + Legacy.result("1", "{}"));
    legacy.changes.publish(new Change.Resource("a:b"));
    assertThat(get.heard()).isEmpty();
  }

  @Test
  void resource_thatChangedWhileNobodyListened_isToldUnlessUnsubscribed() {
    subscribe("'uri':'a:b'");
    subscribe("'uri':'a:c'");
    legacy.changes.publish(new Change.Resource("a:b"));
    legacy.changes.publish(new Change.Resource("a:c"));
    client.posts(Legacy.request("1", "resources/unsubscribe", "'uri':'a:b'")).heard();

    assertThat(client.gets().heard()).containsExactly("stream", "0-0 " + updated("a:c"));
  }

  @Test
  void subscriptions_areBoundedInNumber() {
    assertThat(subscribe("'uri':'a:b'")).startsWith("200 {'jsonrpc':'2.0','id':1,'result'");
    assertThat(subscribe("'uri':'a:c'")).contains("'result'");
    assertThat(subscribe("'uri':'a:c'")).contains("'result'");
    assertThat(subscribe("'uri':'a:d'"))
        .isEqualTo("200 "
            + Legacy.error(
                "1",
                -32602,
                "Too many subscriptions: 2 in this session (limits.subscriptionsMax)"));
    client.posts(Legacy.request("1", "resources/unsubscribe", "'uri':'a:b'")).heard();
    assertThat(subscribe("'uri':'a:d'")).contains("'result'");
  }

  @Test
  void subscriptions_areBoundedInBytes() {
    assertThat(subscribe("'uri':'" + "ü".repeat(10) + "'")).contains("'result'");
    client
        .posts(Legacy.request("1", "resources/unsubscribe", "'uri':'" + "ü".repeat(10) + "'"))
        .heard();
    assertThat(subscribe("'uri':'" + "ü".repeat(10) + "x'"))
        .isEqualTo("200 "
            + Legacy.error(
                "1",
                -32602,
                "Too many subscriptions: their URIs exceed 20 bytes"
                    + " in this session (sessions.subscriptionBytesMax)"));
    assertThat(subscribe("'uri':'" + "x".repeat(11) + "'")).contains("'result'");
    assertThat(subscribe("'uri':'" + "y".repeat(10) + "'")).contains("'error'");
    assertThat(subscribe("'uri':'" + "y".repeat(9) + "'")).contains("'result'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "'uri':5", "'uri':null"})
  void subscription_withoutUri_isRefused(String params) {
    assertThat(subscribe(params)).startsWith("200 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,");
    assertThat(
            client.posts(Legacy.request("1", "resources/unsubscribe", params)).said())
        .singleElement()
        .asString()
        .startsWith("200 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,");
  }

  @Test
  void streams_areBounded_andOneThatGoesMakesRoom() {
    List<FakeExchange> gets = new ArrayList<>();
    for (int i = 0; i < legacy.streamsMax; i++) {
      gets.add(client.gets());
    }

    assertThat(client.gets().said())
        .containsExactly("429 Retry-After: 1 {'jsonrpc':'2.0','id':null,'error':{'code':-32600,"
            + "'message':'Too many event streams: 3 are open in this session"
            + " (sessions.streamsMax)'}}");
    gets.get(1).goAway();

    assertThat(client.gets().said()).containsExactly("stream");
    assertThat(client.gets().said()).singleElement().asString().startsWith("429 ");
    assertQuiet();
  }

  @Test
  void streamsGoneAtOnce_areNotCounted() {
    for (int i = 0; i < 2 * legacy.streamsMax; i++) {
      FakeExchange gone = new FakeExchange(client.head());
      gone.goAway();
      legacy.got(gone);
    }

    assertThat(client.gets().said()).containsExactly("stream");
  }

  /** A client that comes back before we know that it was away must not be kept out by itself. */
  @Test
  void streamThatTakesThePlaceOfItself_isNotBounded() {
    FakeExchange first = client.gets();
    for (int i = 1; i < legacy.streamsMax; i++) {
      client.gets().heard();
    }
    first.heard();
    FakeExchange other = client.gets();
    assertThat(other.said()).singleElement().asString().startsWith("429 ");

    LegacyClient second = legacy.client("2025-06-18");
    List<FakeExchange> gets = new ArrayList<>();
    for (int i = 0; i < legacy.streamsMax; i++) {
      gets.add(second.gets());
    }
    legacy.changes.publish(new Change.Tools());
    FakeExchange back = second.resumes("2-0");

    assertThat(back.said()).containsExactly("stream");
    assertThat(gets.get(2).said()).containsExactly("stream", "2-0 " + TOOLS, "end");
  }

  @Test
  void streamsOfPosts_areNotCounted() {
    for (int i = 0; i < legacy.streamsMax + 2; i++) {
      client.calls(Integer.toString(i)).heard();
      tool.last().progress(1);
    }

    assertThat(client.gets().said()).containsExactly("stream");
  }

  private String subscribe(String params) {
    return String.join(
        "\n", client.posts(Legacy.request("1", "resources/subscribe", params)).said());
  }

  private static String updated(String uri) {
    return "{'jsonrpc':'2.0','method':'notifications/resources/updated','params':{'uri':'" + uri
        + "'}}";
  }

  private void assertQuiet() {
    assertThat(client.deletes().said()).containsExactly("204");
    assertThat(legacy.clock.timers()).isZero();
  }
}
