package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import io.breakwater.spec.Method;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How sessions begin and end, how many there may be, and whose they are. */
@ExtendWith(OnEventLoop.class)
final class SessionLifecycleTest {
  private static final String PONG = "200 {'jsonrpc':'2.0','id':9,'result':{}}";
  private static final String GONE =
      "404 {'jsonrpc':'2.0','id':9,'error':" + Legacy.SESSION_GONE + "}";
  private static final String INITIALIZE = Legacy.initialize("2025-11-25");

  private final Legacy legacy = new Legacy();
  private final Tool tool = new Tool();

  @BeforeEach
  void serve_tool() {
    legacy.serve(Method.TOOLS_CALL, tool);
  }

  @Test
  void ping_isAllowedBeforeInitialized() {
    assertThat(legacy.opened(FakeHead.bare(), INITIALIZE).pings()).isEqualTo(PONG);
  }

  @Test
  void session_thatNothingFollows_endsSoon() {
    LegacyClient client = legacy.opened(FakeHead.bare(), INITIALIZE);

    legacy.clock.advance(legacy.openingMs - 1);
    assertThat(legacy.count()).isEqualTo(1);
    legacy.clock.advance(1);

    assertThat(legacy.count()).isZero();
    assertThat(client.pings()).isEqualTo(GONE);
    assertThat(legacy.clock.timers()).isZero();
  }

  @Test
  void session_thatIsIdle_ends() {
    LegacyClient client = legacy.client("2025-11-25");
    legacy.clock.advance(legacy.openingMs);
    assertThat(client.pings()).isEqualTo(PONG);

    legacy.clock.advance(legacy.idleMs - 1);
    assertThat(legacy.count()).isEqualTo(1);
    legacy.clock.advance(1);

    assertThat(client.pings()).isEqualTo(GONE);
    assertThat(legacy.clock.timers()).isZero();
  }

  @Test
  void session_withARequestInFlight_isNotIdle() {
    LegacyClient client = legacy.client("2025-11-25");
    FakeExchange call = client.calls("1");
    for (long ms = 0; ms < 2 * legacy.idleMs; ms += 1000) {
      legacy.clock.advance(1000);
      tool.last().invocation.progressed();
    }
    tool.last().complete("{}");

    assertThat(call.said()).contains("end");
    legacy.clock.advance(legacy.idleMs - 1);
    assertThat(legacy.count()).isEqualTo(1);
    legacy.clock.advance(1);
    assertThat(legacy.count()).isZero();
  }

  /** Idleness begins when the stream has gone, not when it came. */
  @Test
  void session_whoseStreamHasJustGone_isNotIdle() {
    LegacyClient client = legacy.client("2025-11-25");
    FakeExchange get = client.gets();
    legacy.clock.advance(3 * legacy.idleMs + legacy.idleMs / 2);
    assertThat(legacy.count()).isEqualTo(1);

    get.goAway();
    legacy.clock.advance(legacy.idleMs - 1);
    assertThat(legacy.count()).isEqualTo(1);
    legacy.clock.advance(1);

    assertThat(legacy.count()).isZero();
    assertThat(legacy.clock.timers()).isZero();
  }

  /** A peer that is gone before its stream is there must not hold the session for ever. */
  @Test
  void session_whoseStreamWasGoneAtOnce_becomesIdle() {
    LegacyClient client = legacy.client("2025-11-25");
    FakeExchange get = new FakeExchange(client.head());
    get.goAway();
    legacy.got(get);

    legacy.clock.advance(2 * legacy.idleMs);

    assertThat(legacy.count()).isZero();
    assertThat(legacy.clock.timers()).isZero();
  }

  @Test
  void sessions_areBounded_andOneThatEndsMakesRoom() {
    legacy.countMax = 2;
    LegacyClient first = legacy.client("2025-11-25");
    LegacyClient second = legacy.client("2025-11-25");

    assertThat(legacy.posted(FakeHead.bare(), INITIALIZE).said())
        .containsExactly("503 Retry-After: 10 {'jsonrpc':'2.0','id':0,'error':{'code':-32603,"
            + "'message':'Too many sessions: 2 (sessions.countMax)'}}");
    assertThat(second.pings()).isEqualTo(PONG);
    assertThat(first.deletes().said()).containsExactly("204");

    assertThat(legacy.client("2025-11-25").pings()).isEqualTo(PONG);
    assertThat(legacy.count()).isEqualTo(2);
  }

  @Test
  void sessions_ofOnePrincipal_areBounded() {
    legacy.perPrincipalMax = 1;
    LegacyClient anna = legacy.opened(FakeHead.bare().of("anna"), INITIALIZE);

    assertThat(legacy.posted(FakeHead.bare().of("anna"), INITIALIZE).said())
        .containsExactly("429 Retry-After: 10 {'jsonrpc':'2.0','id':0,'error':{'code':-32603,"
            + "'message':'Too many sessions: 1 of one principal (sessions.perPrincipalMax)'}}");
    assertThat(legacy.opened(FakeHead.bare().of("bob"), INITIALIZE).pings()).isEqualTo(PONG);
    assertThat(legacy.opened(FakeHead.bare(), INITIALIZE).pings()).isEqualTo(PONG);
    assertThat(legacy.opened(FakeHead.bare(), INITIALIZE).pings()).isEqualTo(PONG);

    assertThat(anna.deletes().said()).containsExactly("204");
    assertThat(legacy.opened(FakeHead.bare().of("anna"), INITIALIZE).pings()).isEqualTo(PONG);
    assertThat(legacy.count()).isEqualTo(4);
  }

  @Test
  void session_ofAnotherPrincipal_isNotThere() {
    LegacyClient anna = legacy.opened(FakeHead.bare().of("anna"), INITIALIZE);

    assertThat(new LegacyClient(legacy, anna.sessionId(), "bob").pings()).isEqualTo(GONE);
    assertThat(new LegacyClient(legacy, anna.sessionId(), null).pings()).isEqualTo(GONE);
    assertThat(new LegacyClient(legacy, anna.sessionId(), "bob").deletes().said())
        .singleElement()
        .asString()
        .startsWith("404 ");
    assertThat(anna.pings()).isEqualTo(PONG);
  }

  @Test
  void delete_endsEverything() {
    LegacyClient client = legacy.client("2025-11-25");
    FakeExchange get = client.gets();
    FakeExchange json = client.calls("'a'");
    FakeExchange stream = client.calls("'b'");
    tool.last().progress(1);
    get.heard();
    stream.heard();

    assertThat(client.deletes().said()).containsExactly("204");

    assertThat(get.heard()).containsExactly("end");
    assertThat(json.heard())
        .containsExactly("404 {'jsonrpc':'2.0','id':'a','error':" + Legacy.SESSION_GONE + "}");
    assertThat(stream.heard())
        .containsExactly(
            "1-2 {'jsonrpc':'2.0','id':'b','error':" + Legacy.SESSION_GONE + "}", "end");
    assertThat(tool.calls).allMatch(call -> call.cancelled);
    assertThat(client.pings()).isEqualTo(GONE);
    assertThat(client.gets().said()).singleElement().asString().startsWith("404 ");
    assertThat(client.deletes().said()).singleElement().asString().startsWith("404 ");
    assertThat(legacy.count()).isZero();
    assertThat(legacy.clock.timers()).isZero();
  }

  @Test
  void delete_lateAnswersAreDropped() {
    LegacyClient client = legacy.client("2025-11-25");
    FakeExchange call = client.calls("1");
    client.deletes().heard();
    call.heard();

    tool.last().progress(1);
    tool.last().complete("{}");

    assertThat(call.heard()).isEmpty();
  }

  @Test
  void sessionHeader_missing_isABadRequest() {
    assertThat(legacy.posted(FakeHead.bare(), Legacy.request("1", "ping", "")).said())
        .containsExactly("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32600,'message':"
            + "'Bad request: Mcp-Session-Id header is required (initialize opens a session)'}}");
    assertThat(legacy
            .posted(FakeHead.bare().with("Mcp-Session-Id", ""), Legacy.request("1", "ping", ""))
            .said())
        .singleElement()
        .asString()
        .startsWith("400 ");
    assertThat(legacy.got(new FakeExchange(FakeHead.bare())).said())
        .singleElement()
        .asString()
        .startsWith("400 ");
    assertThat(legacy.deleted(new FakeExchange(FakeHead.bare())).said())
        .singleElement()
        .asString()
        .startsWith("400 ");
  }

  @Test
  void sessionHeader_twice_isABadRequest() {
    LegacyClient client = legacy.client("2025-11-25");

    assertThat(client
            .posts(client.head().with("Mcp-Session-Id", "x"), Legacy.request("1", "ping", ""))
            .said())
        .containsExactly("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32600,'message':"
            + "'Bad request: Mcp-Session-Id header is given 2 times'}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5f0c3a52-0000-4000-8000-000000000000", "../../etc", "x", "日本"})
  void session_thatIsUnknown_isNotThere(String id) {
    LegacyClient client = new LegacyClient(legacy, id, null);

    assertThat(client.pings()).isEqualTo(GONE);
    assertThat(client
            .posts("{'jsonrpc':'2.0','method':'notifications/initialized'}")
            .said())
        .containsExactly("404 {'jsonrpc':'2.0','id':null,'error':" + Legacy.SESSION_GONE + "}");
  }

  @Test
  void sessionId_changedOrLong_isNotThere() {
    LegacyClient client = legacy.client("2025-11-25");
    String id = client.sessionId();
    char last = id.charAt(id.length() - 1);

    for (String other : new String[] {
      id + "A",
      id.substring(1),
      id.substring(0, id.length() - 1) + (char) (last ^ 1),
      "s".repeat(4000)
    }) {
      assertThat(new LegacyClient(legacy, other, null).pings()).isEqualTo(GONE);
    }
    assertThat(client.pings()).isEqualTo(PONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1900-01-01", "2026-07-28", "x", ""})
  void versionHeader_thatWeDoNotSpeakHere_isABadRequest(String version) {
    LegacyClient client = legacy.client("2025-11-25");
    FakeHead head = client.head().with("MCP-Protocol-Version", version);

    assertThat(client.posts(head, Legacy.request("1", "ping", "")).said())
        .singleElement()
        .asString()
        .startsWith("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32600,");
    assertThat(client.posts(head, "[{'jsonrpc':'2.0','id':1,'method':'ping'}]").said())
        .singleElement()
        .asString()
        .startsWith("400 ");
    assertThat(legacy.got(new FakeExchange(head)).said())
        .singleElement()
        .asString()
        .startsWith("400 ");
    assertThat(legacy.deleted(new FakeExchange(head)).said())
        .singleElement()
        .asString()
        .startsWith("400 ");
    assertThat(client.pings()).isEqualTo(PONG);
  }

  @Test
  void versionHeader_ofOneRevision_isTaken_andTwiceIsNot() {
    LegacyClient client = legacy.client("2025-11-25");
    FakeHead head = client.head().with("MCP-Protocol-Version", "2025-11-25");

    assertThat(client.posts(head, Legacy.request("9", "ping", "")).said()).containsExactly(PONG);
    head.with("MCP-Protocol-Version", "2025-11-25");
    assertThat(client.posts(head, Legacy.request("9", "ping", "")).said())
        .singleElement()
        .asString()
        .startsWith("400 ");
  }

  @Test
  void close_endsAllSessions_andOpensNoMore() {
    LegacyClient client = legacy.client("2025-11-25");
    FakeExchange get = client.gets();
    FakeExchange call = client.calls("1");
    get.heard();

    assertThat(legacy.sessions().close().succeeded()).isTrue();

    assertThat(get.heard()).containsExactly("end");
    assertThat(call.heard()).singleElement().asString().startsWith("404 ");
    assertThat(client.pings()).isEqualTo(GONE);
    assertThat(legacy.posted(FakeHead.bare(), INITIALIZE).said())
        .singleElement()
        .asString()
        .startsWith("503 ");
    assertThat(legacy.count()).isZero();
    assertThat(legacy.clock.timers()).isZero();
  }
}
