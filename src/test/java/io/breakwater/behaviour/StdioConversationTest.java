package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import io.breakwater.spec.Revision;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client over stdio and the server say to each other, in both eras. */
final class StdioConversationTest {

  private static StdioPeer legacy() {
    return new StdioPeer(Revision.V2025_11_25, Conversation.EVERYTHING)
        .listening()
        .open();
  }

  private static StdioPeer modern() {
    return new StdioPeer(Revision.V2026_07_28, Conversation.EVERYTHING).listening();
  }

  @ParameterizedTest
  @EnumSource(value = Revision.class, mode = EnumSource.Mode.EXCLUDE, names = "V2026_07_28")
  void client_ofEveryRevisionWithAHandshake_callsAndReads(Revision revision) throws IOException {
    try (StdioPeer peer = new StdioPeer(revision, "{}").listening().open()) {
      peer.play("""
          -> {"id":1,"method":"ping"}
          <- {"id":1,"result":{}}
          -> {"id":"two","method":"tools/call","params":{"name":"sum","arguments":{"a":2,"b":3}}}
          <- {"id":"two","result":{"content":[{"type":"text","text":"{\\"sum\\":5}"}],"structuredContent":{"sum":5}}}
          -> {"id":3,"method":"resources/read","params":{"uri":"test://nothing"}}
          <- {"id":3,"error":{"code":-32002,"message":"$any","data":{"uri":"test://nothing"}}}
          -> {"id":4,"method":"no/such"}
          <- {"id":4,"error":{"code":-32601,"message":"$any"}}
          """);
    }
  }

  @Test
  void legacy_beforeInitialize_isAnsweredToPingOnly() throws IOException {
    try (StdioPeer peer = new StdioPeer(Revision.V2025_11_25, "{}").listening()) {
      peer.play("""
          -> {"id":1,"method":"ping"}
          <- {"id":1,"result":{}}
          -> {"method":"notifications/initialized"}
          -> {"id":2,"method":"tools/list"}
          <- {"id":2,"error":{"code":-32600,"message":"Invalid request: no session yet (expected: initialize first)"}}
          """).open().play("""
          -> {"id":3,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
          <- {"id":3,"error":{"code":-32600,"message":"Invalid request: the session is initialized already"}}
          -> {"id":4,"method":"ping"}
          <- {"id":4,"result":{}}
          """);
    }
  }

  @Test
  void legacy_callsInFlight_areAnsweredEachUnderItsId() throws IOException {
    try (StdioPeer peer = legacy()) {
      peer.play("""
          -> {"id":1,"method":"tools/call","params":{"name":"halfway","_meta":{"progressToken":"p"}}}
          <- {"method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2}}
          -> {"id":2,"method":"tools/call","params":{"name":"wait"}}
          -> {"id":3,"method":"ping"}
          <- {"id":3,"result":{}}
          ! released
          <- {"id":1,"result":{"content":[{"type":"text","text":"released"}]}}
          <- {"id":2,"result":{"content":[{"type":"text","text":"released"}]}}
          """);
    }
  }

  @Test
  void legacy_cancelled_hasNoAnswer() throws IOException {
    try (StdioPeer peer = legacy()) {
      peer.play("""
          -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
          ! started
          -> {"method":"notifications/cancelled","params":{"requestId":1}}
          ! cancelled
          -> {"id":2,"method":"ping"}
          <- {"id":2,"result":{}}
          """);
    }
  }

  @Test
  void legacy_changesAndQuestions_reachTheClient() throws IOException {
    try (StdioPeer peer = legacy()) {
      peer.play("""
          -> {"id":1,"method":"resources/subscribe","params":{"uri":"test://note"}}
          <- {"id":1,"result":{}}
          ! note changed
          <- {"method":"notifications/resources/updated","params":{"uri":"test://note"}}
          ! tool removed
          <- {"method":"notifications/tools/list_changed"}
          -> {"id":2,"method":"tools/call","params":{"name":"form"}}
          <- {"id":"$question","method":"elicitation/create","params":{"message":"Who is it","$more":0}}
          -> {"id":"$question","result":{"action":"accept","content":{"name":"Ada"}}}
          <- {"id":2,"result":{"content":[{"type":"text","text":"Ada"}]}}
          """);
    }
  }

  @Test
  void modern_callsInFlight_areAnsweredEachUnderItsId() throws IOException {
    try (StdioPeer peer = modern()) {
      peer.play("""
          -> {"id":"d","method":"server/discover"}
          <- {"id":"d","result":{"resultType":"complete","$more":0}}
          -> {"id":1,"method":"tools/call","params":{"name":"halfway","_meta":{"progressToken":"p"}}}
          <- {"method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2}}
          -> {"id":2,"method":"tools/call","params":{"name":"sum","arguments":{"a":2,"b":3}}}
          <- {"id":2,"result":{"structuredContent":{"sum":5},"$more":0}}
          -> {"id":3,"method":"ping"}
          <- {"id":3,"error":{"code":-32601,"message":"$any"}}
          ! released
          <- {"id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"released"}],"_meta":"$any"}}
          """);
    }
  }

  @Test
  void modern_cancelled_hasNoAnswer() throws IOException {
    try (StdioPeer peer = modern()) {
      peer.play("""
          -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
          ! started
          -> {"method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}
          ! cancelled
          ! released
          -> {"id":2,"method":"tools/call","params":{"name":"wait"}}
          <- {"id":2,"result":{"content":[{"type":"text","text":"released"}],"$more":0}}
          """);
    }
  }

  @Test
  void modern_listen_isToldUnderItsId_untilItIsCancelled() throws IOException {
    try (StdioPeer peer = modern()) {
      peer.play("""
          -> {"id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
          <- {"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{"toolsListChanged":true}}}
          -> {"id":"b","method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["test://note"]}}}
          <- {"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"b"},"notifications":{"resourceSubscriptions":["test://note"]}}}
          ! tool removed
          <- {"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
          -> {"method":"notifications/cancelled","params":{"requestId":"b"}}
          -> {"id":2,"method":"tools/call","params":{"name":"sum","arguments":{"a":2,"b":3}}}
          <- {"id":2,"result":{"structuredContent":{"sum":5},"$more":0}}
          ! note changed
          ! shut down
          <- {"id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1,"$more":0}}}
          """);
      assertThat(peer.line()).isEmpty();
      peer.awaitGone();
    }
  }

  @Test
  void modern_question_isAResult_andTheAnswerComesWithTheNextCall() throws IOException {
    try (StdioPeer peer = modern()) {
      peer.play("""
          -> {"id":1,"method":"tools/call","params":{"name":"form"}}
          <- {"id":1,"result":{"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create","params":"$any"}},"requestState":"$state","_meta":"$any"}}
          -> {"id":2,"method":"tools/call","params":{"name":"form","inputResponses":{"who":{"action":"accept","content":{"name":"Ada"}}},"requestState":"$state"}}
          <- {"id":2,"result":{"content":[{"type":"text","text":"Ada"}],"$more":0}}
          """);
    }
  }

  @Test
  void modern_thenInitialize_isLegacyFromThenOn() throws IOException {
    try (StdioPeer peer = new StdioPeer(Revision.V2025_11_25, "{}").listening()) {
      peer.write(
          "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"server/discover\",\"params\":{\"_meta\":{"
              + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
              + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}\n");
      assertThat(peer.message().path("result").path("resultType").asText()).isEqualTo("complete");
      peer.open().play("""
          -> {"id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}
          <- {"id":1,"result":{}}
          """);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Revision.class,
      names = {"V2025_11_25", "V2026_07_28"})
  void requests_oneTooManyInFlight_isRefusedUnderItsId(Revision revision) throws IOException {
    Options options = Options.defaults().with("sessions.inFlightMax", 2);
    try (StdioPeer peer = new StdioPeer(options, revision, "{}").listening()) {
      if (!revision.modern()) {
        peer.open();
      }
      peer.play("""
          -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
          -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
          -> {"id":3,"method":"tools/list"}
          <- {"id":3,"error":{"code":-32603,"message":"$any"}}
          ! released
          <- {"id":1,"result":{"content":[{"type":"text","text":"released"}],"$more":0}}
          <- {"id":1,"result":{"content":[{"type":"text","text":"released"}],"$more":0}}
          -> {"id":4,"method":"tools/list"}
          <- {"id":4,"result":{"$more":0}}
          """);
    }
  }

  @Test
  void batch_ofTheRevisionThatHasThem_isAnsweredWithOneLine() throws IOException {
    try (StdioPeer peer = new StdioPeer(Revision.V2025_03_26, "{}").listening()) {
      peer.write("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]\n");
      assertThat(peer.message().path("error").path("code").intValue()).isEqualTo(-32600);
      peer.open();
      peer.write("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
          + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}]\n");
      assertThat(peer.message()).hasSize(2);
    }
  }
}
