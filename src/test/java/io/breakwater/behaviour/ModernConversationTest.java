package io.breakwater.behaviour;

import io.breakwater.spec.Revision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of 2026-07-28 and the server say to each other. */
final class ModernConversationTest {
  private final Conversation conversation = new Conversation();

  @AfterEach
  void stop() {
    conversation.close();
  }

  private Transcript client(String capabilities) {
    return conversation.client(Revision.V2026_07_28, capabilities);
  }

  @Test
  void client_discoversListsReadsAndCalls_withoutASession() {
    client("{}").play("""
        a -> {"id":1,"method":"server/discover"}
        a <- 200 json
        a <- {"id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"capabilities":"$capabilities","ttlMs":"$any","cacheScope":"$any","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"breakwater","version":"$any"}}}}

        a -> {"id":"two","method":"tools/call","params":{"name":"sum","arguments":{"a":2,"b":3}}}
        a <- 200 json
        a <- {"id":"two","result":{"resultType":"complete","content":[{"type":"text","text":"{\\"sum\\":5}"}],"structuredContent":{"sum":5},"_meta":"$any"}}

        a -> {"id":3,"method":"tools/call","params":{"name":"blocks"}}
        a <- 200 json
        a <- {"id":3,"result":{"content":["$any","$any","$any","$any","$any"],"$more":0}}

        a -> {"id":4,"method":"tools/call","params":{"name":"fail"}}
        a <- 200 json
        a <- {"id":4,"result":{"resultType":"complete","content":[{"type":"text","text":"out of paper"}],"isError":true,"_meta":"$any"}}

        a -> {"id":5,"method":"tools/call","params":{"name":"no such"}}
        a <- 200 json
        a <- {"id":5,"error":{"code":-32602,"message":"Unknown tool: no such"}}

        a -> {"id":6,"method":"resources/list"}
        a <- 200 json
        a <- {"id":6,"result":{"resources":["$any","$any"],"resultType":"complete","ttlMs":"$any","cacheScope":"$any","_meta":"$any"}}

        a -> {"id":7,"method":"resources/templates/list"}
        a <- 200 json
        a <- {"id":7,"result":{"resourceTemplates":["$any"],"$more":0}}

        a -> {"id":8,"method":"resources/read","params":{"uri":"test://letter/Ada"}}
        a <- 200 json
        a <- {"id":8,"result":{"contents":[{"uri":"test://letter/Ada","mimeType":"text/plain","text":"Dear Ada"}],"$more":0}}

        a -> {"id":9,"method":"resources/read","params":{"uri":"test://nothing"}}
        a <- 200 json
        a <- {"id":9,"error":{"code":-32602,"message":"$any","$more":0}}

        a -> {"id":10,"method":"prompts/list"}
        a <- 200 json
        a <- {"id":10,"result":{"prompts":["$any","$any"],"$more":0}}

        a -> {"id":11,"method":"prompts/get","params":{"name":"greeting","arguments":{"name":"Ada"}}}
        a <- 200 json
        a <- {"id":11,"result":{"messages":[{"role":"user","content":{"type":"text","text":"Greet Ada"}}],"$more":0}}

        a -> {"id":12,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"greeting"},"argument":{"name":"name","value":"A"}}}
        a <- 200 json
        a <- {"id":12,"result":{"completion":{"values":["Ada","Alan"],"total":2,"hasMore":false},"$more":0}}
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "roots/list",
        "sampling/createMessage",
        "tasks/get"
      })
  void method_removed_orNotOfAServer_isNotFound(String method) {
    client(Conversation.EVERYTHING).play("""
        a -> {"id":1,"method":"METHOD","params":{"level":"info","uri":"test://note"}}
        a <- 404 json
        a <- {"id":1,"error":{"code":-32601,"message":"Method not found: METHOD"}}
        """.replace("METHOD", method));
  }

  @Test
  void list_longerThanAPage_isReadWithItsCursor() {
    client("{}").play("""
        a -> {"id":1,"method":"tools/list"}
        a <- 200 json
        a <- {"id":1,"result":{"tools":["$any","$any","$any","$any","$any","$any","$any","$any","$any"],"nextCursor":"$next","$more":0}}
        a -> {"id":2,"method":"tools/list","params":{"cursor":"$next"}}
        a <- 200 json
        a <- {"id":2,"result":{"tools":["$any","$any","$any","$any","$any","$any"],"resultType":"complete","ttlMs":"$any","cacheScope":"$any","_meta":"$any"}}
        """);
  }

  @Test
  void progressAndLog_comeBeforeTheAnswer_ifTheyAreAskedFor() {
    client("{}").play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"steps"}}
        a <- 200 json
        a <- {"id":1,"result":{"content":[{"type":"text","text":"done"}],"$more":0}}

        a -> {"id":2,"method":"tools/call","params":{"name":"steps","_meta":{"progressToken":"p","io.modelcontextprotocol/logLevel":"info"}}}
        a <- 200 stream
        a <- {"method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2,"message":"half"}}
        a <- {"method":"notifications/message","params":{"level":"info","logger":"steps","data":"told"}}
        a <- {"method":"notifications/progress","params":{"progressToken":"p","progress":2,"total":2}}
        a <- {"id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"done"}],"_meta":"$any"}}
        a <- end
        """);
  }

  @Test
  void call_whoseClientGoesAway_isCancelled() {
    client("{}").play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
        ! started
        a -- cut
        ! cancelled
        """);
  }

  @Test
  void notification_isAccepted_andGetIsNot() {
    client("{}").play("""
        a -> {"method":"notifications/cancelled","params":{"requestId":1}}
        a <- 202
        g -> GET
        g <- 405 json
        g <- {"id":null,"error":{"code":-32600,"message":"$any"}}
        """);
  }

  // Questions

  @Test
  void form_isAQuestionInTheResult_andItsAnswerComesWithTheNextRound() {
    client(Conversation.EVERYTHING).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"form"}}
        a <- 200 json
        a <- {"id":1,"result":{"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create","params":{"message":"Who is it","requestedSchema":"$any"}}},"requestState":"$state","_meta":"$any"}}
        b -> {"id":2,"method":"tools/call","params":{"name":"form","inputResponses":{"who":{"action":"accept","content":{"name":"Ada"}}},"requestState":"$state"}}
        b <- 200 json
        b <- {"id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"Ada"}],"_meta":"$any"}}

        # an answer that is none
        c -> {"id":3,"method":"tools/call","params":{"name":"form","inputResponses":{"who":{"action":"accept","content":{}}},"requestState":"$state"}}
        c <- 200 json
        c <- {"id":3,"error":{"code":-32602,"message":"$any"}}
        """);
  }

  @Test
  void page_isAQuestionInTheResult() {
    client(Conversation.EVERYTHING).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"page"}}
        a <- 200 json
        a <- {"id":1,"result":{"resultType":"input_required","inputRequests":{"page":{"method":"elicitation/create","params":{"mode":"url","message":"Sign in","url":"https://example.com/sign-in"}}},"requestState":"$state","_meta":"$any"}}
        b -> {"id":2,"method":"tools/call","params":{"name":"page","inputResponses":{"page":{"action":"accept"}},"requestState":"$state"}}
        b <- 200 json
        b <- {"id":2,"result":{"content":[{"type":"text","text":"seen"}],"$more":0}}
        """);
  }

  @Test
  void modelAndRoots_areAskedAtOnce_andMayBeAnsweredOneByOne() {
    client(Conversation.EVERYTHING).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"both"}}
        a <- 200 json
        a <- {"id":1,"result":{"resultType":"input_required","inputRequests":{"model":{"method":"sampling/createMessage","params":"$any"},"roots":{"method":"roots/list","$more":0}},"requestState":"$1","_meta":"$any"}}
        b -> {"id":2,"method":"tools/call","params":{"name":"both","inputResponses":{"roots":{"roots":[{"uri":"file:///work"}]}},"requestState":"$1"}}
        b <- 200 json
        b <- {"id":2,"result":{"resultType":"input_required","inputRequests":{"model":{"method":"sampling/createMessage","params":"$any"}},"requestState":"$2","_meta":"$any"}}
        c -> {"id":3,"method":"tools/call","params":{"name":"both","inputResponses":{"model":{"role":"assistant","content":{"type":"text","text":"yes"},"model":"m"}},"requestState":"$2"}}
        c <- 200 json
        c <- {"id":3,"result":{"content":[{"type":"text","text":"yes 1"}],"$more":0}}
        """);
  }

  @Test
  void questions_oneAfterTheOther_keepTheirStateInTheClient() {
    client(Conversation.EVERYTHING).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"twice"}}
        a <- 200 json
        a <- {"id":1,"result":{"resultType":"input_required","inputRequests":{"first":"$any"},"requestState":"$1","_meta":"$any"}}
        b -> {"id":2,"method":"tools/call","params":{"name":"twice","inputResponses":{"first":{"action":"accept","content":{"v":1}}},"requestState":"$1"}}
        b <- 200 json
        b <- {"id":2,"result":{"resultType":"input_required","inputRequests":{"second":"$any"},"requestState":"$2","_meta":"$any"}}
        c -> {"id":3,"method":"tools/call","params":{"name":"twice","inputResponses":{"second":{"action":"accept","content":{"v":2}}},"requestState":"$2"}}
        c <- 200 json
        c <- {"id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"kept 1 2"}],"_meta":"$any"}}

        # a state serves its own request alone, and no other tool
        d -> {"id":4,"method":"tools/call","params":{"name":"form","requestState":"$2"}}
        d <- 400 json
        d <- {"id":4,"error":{"code":-32602,"message":"$any"}}
        e -> {"id":5,"method":"tools/call","params":{"name":"twice","requestState":"forged"}}
        e <- 400 json
        e <- {"id":5,"error":{"code":-32602,"message":"$any"}}
        """);
  }

  @Test
  void prompt_canAskToo() {
    client(Conversation.EVERYTHING).play("""
        a -> {"id":1,"method":"prompts/get","params":{"name":"interview"}}
        a <- 200 json
        a <- {"id":1,"result":{"resultType":"input_required","inputRequests":{"topic":"$any"},"requestState":"$1","_meta":"$any"}}
        b -> {"id":2,"method":"prompts/get","params":{"name":"interview","inputResponses":{"topic":{"action":"accept","content":{"topic":"birds"}}},"requestState":"$1"}}
        b <- 200 json
        b <- {"id":2,"result":{"messages":[{"role":"user","content":{"type":"text","text":"Ask about birds"}}],"$more":0}}
        """);
  }

  @Test
  void question_toAClientThatHasNoAnswers_isToldAsAMissingCapability() {
    client("{\"roots\":{}}").play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"both"}}
        a <- 400 json
        a <- {"id":1,"error":{"code":-32021,"message":"$any","data":{"requiredCapabilities":{"sampling":{}}}}}
        """);
  }

  // Listening

  @Test
  void listener_isToldWhatItAskedFor_andNothingElse() {
    client("{}").play("""
        l -> {"id":"l","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["test://note"]}}}
        l <- 200 stream
        l <- {"method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["test://note"]},"_meta":{"io.modelcontextprotocol/subscriptionId":"l"}}}
        m -> {"id":2,"method":"subscriptions/listen","params":{"notifications":{"promptsListChanged":true,"resourcesListChanged":true}}}
        m <- 200 stream
        m <- {"method":"notifications/subscriptions/acknowledged","params":{"notifications":{"promptsListChanged":true,"resourcesListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}

        ! prompt removed
        ! picture changed
        ! note changed
        ! tool removed
        ! resource removed

        l <- {"method":"notifications/resources/updated","params":{"uri":"test://note","_meta":{"io.modelcontextprotocol/subscriptionId":"l"}}}
        l <- {"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"}}}
        m <- {"method":"notifications/prompts/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}
        m <- {"method":"notifications/resources/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}
        """);
  }

  @Test
  void shutdown_endsListenersWithAResult() {
    client("{}").play("""
        l -> {"id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
        l <- 200 stream
        l <- {"method":"notifications/subscriptions/acknowledged","params":"$any"}
        ! shut down
        l <- {"id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1,"$more":0}}}
        l <- end
        """);
  }

  @Test
  void shutdown_letsARequestInFlightEnd() {
    client("{}").play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
        ! started
        ! shut down
        ! released
        a <- 200 json
        a <- {"id":1,"result":{"content":[{"type":"text","text":"released"}],"$more":0}}
        """);
  }
}
