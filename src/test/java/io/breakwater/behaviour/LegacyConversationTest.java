package io.breakwater.behaviour;

import io.breakwater.spec.Revision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client of a revision with sessions and the server say to each other. */
final class LegacyConversationTest {
  private final Conversation conversation = new Conversation();

  @AfterEach
  void stop() {
    conversation.close();
  }

  // Lifecycle

  @Test
  void revision_unknown_isAnsweredWithTheNewestThatHasSessions() {
    conversation.client(Revision.V2025_11_25, "{}").play("""
        a -> {"id":1,"method":"initialize","params":{"protocolVersion":"2030-01-01","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
        a <- 200 json
        a <- {"id":1,"result":{"protocolVersion":"2025-11-25","$more":0}}
        """);
  }

  @ParameterizedTest
  @EnumSource(value = Revision.class, mode = EnumSource.Mode.EXCLUDE, names = "V2026_07_28")
  void client_ofEveryRevision_listsReadsAndCalls(Revision revision) {
    conversation.session(revision).play("""
        a -> {"id":1,"method":"ping"}
        a <- 200 json
        a <- {"id":1,"result":{}}

        a -> {"id":"two","method":"tools/call","params":{"name":"sum","arguments":{"a":2,"b":3}}}
        a <- 200 json
        a <- {"id":"two","result":{"content":[{"type":"text","text":"{\\"sum\\":5}"}],"structuredContent":{"sum":5}}}

        a -> {"id":3,"method":"tools/call","params":{"name":"blocks"}}
        a <- 200 json
        a <- {"id":3,"result":{"content":["$any","$any","$any","$any","$any"]}}

        a -> {"id":4,"method":"tools/call","params":{"name":"fail"}}
        a <- 200 json
        a <- {"id":4,"result":{"content":[{"type":"text","text":"out of paper"}],"isError":true}}

        a -> {"id":5,"method":"tools/call","params":{"name":"no such"}}
        a <- 200 json
        a <- {"id":5,"error":{"code":-32602,"message":"Unknown tool: no such"}}

        a -> {"id":6,"method":"resources/list"}
        a <- 200 json
        a <- {"id":6,"result":{"resources":[{"uri":"test://note","name":"note","title":"Note","mimeType":"text/plain","$more":0},"$any"]}}

        a -> {"id":7,"method":"resources/templates/list"}
        a <- 200 json
        a <- {"id":7,"result":{"resourceTemplates":[{"uriTemplate":"test://letter/{to}","name":"letter","mimeType":"text/plain"}]}}

        a -> {"id":8,"method":"resources/read","params":{"uri":"test://letter/Ada"}}
        a <- 200 json
        a <- {"id":8,"result":{"contents":[{"uri":"test://letter/Ada","mimeType":"text/plain","text":"Dear Ada"}]}}

        a -> {"id":9,"method":"resources/read","params":{"uri":"test://picture"}}
        a <- 200 json
        a <- {"id":9,"result":{"contents":[{"uri":"test://picture","mimeType":"image/png","blob":"AQID"}]}}

        a -> {"id":10,"method":"resources/read","params":{"uri":"test://nothing"}}
        a <- 200 json
        a <- {"id":10,"error":{"code":-32002,"message":"$any","data":{"uri":"test://nothing"}}}

        a -> {"id":11,"method":"prompts/list"}
        a <- 200 json
        a <- {"id":11,"result":{"prompts":[{"name":"greeting","description":"A greeting","arguments":[{"name":"name","required":true}]},"$any"]}}

        a -> {"id":12,"method":"prompts/get","params":{"name":"greeting","arguments":{"name":"Ada"}}}
        a <- 200 json
        a <- {"id":12,"result":{"messages":[{"role":"user","content":{"type":"text","text":"Greet Ada"}}]}}

        a -> {"id":13,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"greeting"},"argument":{"name":"name","value":"A"}}}
        a <- 200 json
        a <- {"id":13,"result":{"completion":{"values":["Ada","Alan"],"total":2,"hasMore":false}}}

        a -> {"id":14,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"test://letter/{to}"},"argument":{"name":"to","value":"G"}}}
        a <- 200 json
        a <- {"id":14,"result":{"completion":{"values":["Grace"],"total":1,"hasMore":false}}}

        # a method of the stateless revision
        a -> {"id":15,"method":"server/discover"}
        a <- 200 json
        a <- {"id":15,"error":{"code":-32601,"message":"$any"}}
        """);
  }

  @Test
  void list_longerThanAPage_isReadWithItsCursor() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"tools/list"}
        a <- 200 json
        a <- {"id":1,"result":{"tools":["$any","$any","$any","$any","$any","$any","$any","$any","$any"],"nextCursor":"$next"}}
        a -> {"id":2,"method":"tools/list","params":{"cursor":"$next"}}
        a <- 200 json
        a <- {"id":2,"result":{"tools":["$any","$any","$any","$any","$any","$any"]}}
        a -> {"id":3,"method":"tools/list","params":{"cursor":"forged"}}
        a <- 200 json
        a <- {"id":3,"error":{"code":-32602,"message":"$any"}}
        """);
  }

  @Test
  void ids_usedTwiceAtOnce_areAnsweredWhereTheyWereAsked() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
        ! started
        b -> {"id":1,"method":"tools/call","params":{"name":"echo"}}
        b <- 200 json
        b <- {"id":1,"result":{"content":[{"type":"text","text":"{}"}]}}
        ! released
        a <- 200 json
        a <- {"id":1,"result":{"content":[{"type":"text","text":"released"}]}}
        """);
  }

  // Said before the answer

  @ParameterizedTest
  @EnumSource(value = Revision.class, mode = EnumSource.Mode.EXCLUDE, names = "V2026_07_28")
  void progressAndLog_comeBeforeTheAnswer_onItsStream(Revision revision) {
    conversation.session(revision).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"steps","_meta":{"progressToken":"p"}}}
        a <- 200 stream
        a <- {"method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2,"message":"half"}}
        a <- {"method":"notifications/message","params":{"level":"info","logger":"steps","data":"told"}}
        a <- {"method":"notifications/progress","params":{"progressToken":"p","progress":2,"total":2}}
        a <- {"id":1,"result":{"content":[{"type":"text","text":"done"}]}}
        a <- end
        """);
  }

  @Test
  void log_isAsLoudAsItsClientWants() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"logging/setLevel","params":{"level":"error"}}
        a <- 200 json
        a <- {"id":1,"result":{}}
        a -> {"id":2,"method":"tools/call","params":{"name":"steps"}}
        a <- 200 json
        a <- {"id":2,"result":{"content":[{"type":"text","text":"done"}]}}

        a -> {"id":3,"method":"logging/setLevel","params":{"level":"debug"}}
        a <- 200 json
        a <- {"id":3,"result":{}}
        a -> {"id":4,"method":"tools/call","params":{"name":"steps"}}
        a <- 200 stream
        a <- {"method":"notifications/message","params":{"level":"info","logger":"steps","data":"told"}}
        a <- {"method":"notifications/message","params":{"level":"debug","logger":"steps","data":"detail"}}
        a <- {"id":4,"result":{"content":[{"type":"text","text":"done"}]}}
        a <- end

        a -> {"id":5,"method":"logging/setLevel","params":{"level":"loud"}}
        a <- 200 json
        a <- {"id":5,"error":{"code":-32602,"message":"$any"}}
        """);
  }

  @Test
  void call_cancelled_isNotAnswered() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":7,"method":"tools/call","params":{"name":"wait"}}
        ! started
        b -> {"method":"notifications/cancelled","params":{"requestId":7,"reason":"enough"}}
        b <- 202
        ! cancelled
        a <- 202
        """);
  }

  // Questions of the server

  @ParameterizedTest
  @EnumSource(
      value = Revision.class,
      names = {"V2025_06_18", "V2025_11_25"})
  void form_isAskedOnTheStreamOfTheCall_andItsAnswerGoesIntoTheResult(Revision revision) {
    conversation.session(revision).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"form"}}
        a <- 200 stream
        a <- {"id":"$question","method":"elicitation/create","params":{"message":"Who is it","requestedSchema":{"type":"object","properties":"$any","required":["name"]}}}
        b -> {"id":"$question","result":{"action":"accept","content":{"name":"Ada"}}}
        b <- 202
        a <- {"id":1,"result":{"content":[{"type":"text","text":"Ada"}]}}
        a <- end

        a -> {"id":2,"method":"tools/call","params":{"name":"form"}}
        a <- 200 stream
        a <- {"id":"$other","method":"elicitation/create","params":"$any"}
        b -> {"id":"$other","result":{"action":"decline"}}
        b <- 202
        a <- {"id":2,"result":{"content":[{"type":"text","text":"no answer"}]}}
        a <- end
        """);
  }

  @Test
  void page_isAskedWithAnIdOfItsOwn() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"page"}}
        a <- 200 stream
        a <- {"id":"$q","method":"elicitation/create","params":{"mode":"url","message":"Sign in","url":"https://example.com/sign-in","elicitationId":"$id"}}
        b -> {"id":"$q","result":{"action":"accept"}}
        b <- 202
        a <- {"id":1,"result":{"content":[{"type":"text","text":"seen"}]}}
        a <- end
        """);
  }

  @ParameterizedTest
  @EnumSource(value = Revision.class, mode = EnumSource.Mode.EXCLUDE, names = "V2026_07_28")
  void modelAndRoots_areAskedAtOnce(Revision revision) {
    conversation.session(revision).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"both"}}
        a <- 200 stream
        a <- {"id":"$model","method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"Say yes"}}],"maxTokens":10}}
        a <- {"id":"$roots","method":"roots/list"}
        b -> {"id":"$roots","result":{"roots":[{"uri":"file:///work"}]}}
        b <- 202
        b -> {"id":"$model","result":{"role":"assistant","content":{"type":"text","text":"yes"},"model":"m"}}
        b <- 202
        a <- {"id":1,"result":{"content":[{"type":"text","text":"yes 1"}]}}
        a <- end
        """);
  }

  @Test
  void questions_oneAfterTheOther_keepTheirStateInTheServer() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"twice"}}
        a <- 200 stream
        a <- {"id":"$1","method":"elicitation/create","params":{"message":"First","$more":0}}
        b -> {"id":"$1","result":{"action":"accept","content":{"v":1}}}
        b <- 202
        a <- {"id":"$2","method":"elicitation/create","params":{"message":"Second","$more":0}}
        b -> {"id":"$2","result":{"action":"accept","content":{"v":2}}}
        b <- 202
        a <- {"id":1,"result":{"content":[{"type":"text","text":"kept 1 2"}]}}
        a <- end
        """);
  }

  @Test
  void question_ofACancelledCall_isWithdrawn() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"form"}}
        a <- 200 stream
        a <- {"id":"$q","method":"elicitation/create","params":"$any"}
        b -> {"method":"notifications/cancelled","params":{"requestId":1}}
        b <- 202
        a <- {"method":"notifications/cancelled","params":{"requestId":"$q"}}
        a <- end
        """);
  }

  // Batches

  @Test
  void batch_isAnsweredInOneArray() {
    conversation.session(Revision.V2025_03_26).play("""
        a -> [{"id":1,"method":"ping"},{"method":"notifications/roots/list_changed"},{"id":2,"method":"tools/call","params":{"name":"echo"}}]
        a <- 200 json
        a <- [{"id":1,"result":{}},{"id":2,"result":{"content":[{"type":"text","text":"{}"}]}}]
        a -> [{"method":"notifications/roots/list_changed"},{"method":"notifications/roots/list_changed"}]
        a <- 202
        a -> []
        a <- 400 json
        a <- {"id":null,"error":{"code":-32600,"message":"$any"}}
        """);
  }

  @ParameterizedTest
  @EnumSource(
      value = Revision.class,
      names = {"V2025_06_18", "V2025_11_25"})
  void batch_whereThereAreNone_isAnInvalidRequest(Revision revision) {
    conversation.session(revision).play("""
        a -> [{"id":1,"method":"ping"}]
        a <- 400 json
        a <- {"id":null,"error":{"code":-32600,"message":"$any"}}
        """);
  }
}
