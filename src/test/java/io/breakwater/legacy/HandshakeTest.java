package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code initialize}: 2025-11-25, Lifecycle, Initialization. */
@ExtendWith(OnEventLoop.class)
final class HandshakeTest {
  private final Legacy legacy = new Legacy();

  @ParameterizedTest
  @CsvSource(textBlock = """
          2024-11-05, 2024-11-05
          2025-03-26, 2025-03-26
          2025-06-18, 2025-06-18
          2025-11-25, 2025-11-25
          2026-07-28, 2025-11-25
          2099-01-01, 2025-11-25
          1900-01-01, 2025-11-25
          '',         2025-11-25
          x,          2025-11-25
          """)
  void version_isTheOneThatWasAsked_orTheNewestWithAHandshake(String asked, String agreed) {
    FakeExchange exchange = legacy.posted(FakeHead.bare(), Legacy.initialize(asked));

    assertThat(exchange.said())
        .containsExactly("200 Mcp-Session-Id: * {'jsonrpc':'2.0','id':0,'result':{"
            + "'protocolVersion':'" + agreed + "','capabilities':{'tools':{}},"
            + "'serverInfo':{'name':'test','version':'1'}}}");
    assertThat(exchange.header("Mcp-Session-Id")).matches("[\\x21-\\x7e]{32,}");
  }

  @Test
  void answer_toAClientOfStreams_isAStream() {
    FakeExchange exchange =
        legacy.posted(FakeHead.bare().streamOnly(), Legacy.initialize("2025-11-25"));

    assertThat(exchange.said())
        .hasSize(3)
        .startsWith("stream Mcp-Session-Id: *")
        .endsWith("end");
  }

  @Test
  void sessionIds_areNeverTheSame() {
    String first = legacy.client("2025-11-25").sessionId();
    String second = legacy.client("2025-11-25").sessionId();

    assertThat(first).isNotEqualTo(second);
  }

  @Test
  void capabilitiesAndInfo_mayBeMissing() {
    FakeExchange exchange = legacy.posted(
        FakeHead.bare(),
        "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-11-25'}}");

    assertThat(exchange.said()).singleElement().asString().startsWith("200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",'params':{}",
        ",'params':{'protocolVersion':20251125}",
        ",'params':{'protocolVersion':null}",
        ",'params':{'protocolVersion':'2025-11-25','capabilities':[]}",
        ",'params':{'protocolVersion':'2025-11-25','capabilities':null}",
        ",'params':{'protocolVersion':'2025-11-25','clientInfo':'x'}",
        ",'params':[]"
      })
  void params_thatAreWrong_areRefusedWithoutASession(String params) {
    FakeExchange exchange = legacy.posted(
        FakeHead.bare(), "{'jsonrpc':'2.0','id':1,'method':'initialize'" + params + "}");

    assertThat(exchange.said())
        .singleElement()
        .asString()
        .contains("{'jsonrpc':'2.0','id':1,'error':{'code':-32602,");
    assertThat(exchange.header("Mcp-Session-Id")).isNull();
    assertThat(legacy.count()).isZero();
    assertThat(legacy.clock.timers()).isZero();
  }

  @Test
  void whatAClientSaysOfItself_isBounded() {
    String frame = "{'protocolVersion':'2025-11-25','clientInfo':{'name':''}}";
    String name = "n".repeat(legacy.clientBytesMax - frame.length());

    assertThat(initializeNamed(name)).startsWith("200 ");
    assertThat(initializeNamed(name + "n"))
        .isEqualTo("200 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':"
            + "'Invalid params: initialize exceeds 4096 bytes (sessions.clientBytesMax)'}}");
  }

  private String initializeNamed(String name) {
    return String.join(
        "",
        legacy
            .posted(
                FakeHead.bare(),
                "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{"
                    + "'protocolVersion':'2025-11-25','clientInfo':{'name':'" + name + "'}}}")
            .said());
  }

  @Test
  void inASession_isRefused() {
    LegacyClient client = legacy.client("2025-11-25");

    assertThat(client.posts(Legacy.initialize("2025-11-25")).said())
        .singleElement()
        .asString()
        .startsWith("400 {'jsonrpc':'2.0','id':0,'error':{'code':-32600,");
    assertThat(client.pings()).startsWith("200 ");
    assertThat(legacy.count()).isEqualTo(1);
  }

  /** A wrong identity is our fault: no session stays behind that nobody knows. */
  @Test
  void answer_thatCannotBeMade_leavesNoSession() {
    LegacyEra era = new LegacyEra(
        legacy.sessions(),
        new io.breakwater.era.Identity(
            io.breakwater.rpc.Json.object("{}"),
            () -> {
              throw new IllegalStateException("no capabilities");
            },
            null));

    org.assertj.core.api.Assertions.assertThatThrownBy(() -> era.post(
            new FakeExchange(FakeHead.bare()),
            io.breakwater.rpc.Json.of(Legacy.initialize("2025-11-25"))))
        .isInstanceOf(IllegalStateException.class);
    assertThat(legacy.count()).isZero();
  }
}
