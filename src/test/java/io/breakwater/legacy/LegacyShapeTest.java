package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Method;
import io.breakwater.spec.Revision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LegacyShapeTest {
  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          tools/list | {'tools':[{'name':'a','outputSchema':{'type':'object'}}]} | same
          tools/list | {'tools':[{'name':'a','outputSchema':{'type':'array'}}]} | {'tools':[{'name':'a'}]}
          tools/list | {'tools':[{'name':'a','outputSchema':{}}],'nextCursor':'c'} | {'tools':[{'name':'a'}],'nextCursor':'c'}
          tools/call | {'content':[],'structuredContent':{'a':1}} | same
          tools/call | {'content':[],'structuredContent':[1]} | {'content':[]}
          tools/call | {'content':[{'type':'resource_link','name':'n','uri':'a:b'}]} | same
          prompts/get | {'messages':[{'role':'user','content':{'type':'audio','data':'x'}}]} | same
          resources/read | {'contents':[{'uri':'a:b','text':'x'}]} | same
          """)
  void result_ofTheNewestWithASession(String method, String result, String shaped) {
    assertThat(result(Revision.V2025_11_25, method, result))
        .isEqualTo(shaped.equals("same") ? result : shaped);
  }

  @Test
  void resourceLink_beforeItCame_isToldInWords() {
    String link = "{'type':'resource_link','name':'n','uri':'a:b'}";
    String text = "{'type':'text','text':'n: a:b'}";

    assertThat(result(Revision.V2025_03_26, "tools/call", "{'content':[" + link + "]}"))
        .isEqualTo("{'content':[" + text + "]}");
    assertThat(result(
            Revision.V2025_03_26,
            "prompts/get",
            "{'messages':[{'role':'user','content':" + link + "}]}"))
        .isEqualTo("{'messages':[{'role':'user','content':" + text + "}]}");
  }

  @Test
  void audio_beforeItCame_isAResource() {
    String audio = "{'content':[{'type':'audio','data':'UklG','mimeType':'audio/wav'}]}";

    assertThat(result(Revision.V2025_03_26, "tools/call", audio)).isEqualTo(audio);
    assertThat(result(Revision.V2024_11_05, "tools/call", audio))
        .matches("\\{'content':\\[\\{'type':'resource','resource':\\{'uri':'audio:[0-9a-f-]{36}',"
            + "'mimeType':'audio/wav','blob':'UklG'}}]}");
  }

  @Test
  void result_isNotChangedWhereItCameFrom() {
    String json = "{'tools':[{'name':'a','outputSchema':{'type':'array'}}]}";
    var tree = Json.object(json);
    var unused =
        new LegacyShape(Revision.V2024_11_05).result("tools/list", new Outcome.Complete(tree));

    assertThat(Json.quoted(tree)).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          {'mode':'form','message':'m','requestedSchema':{'type':'object','properties':{}}} | {'message':'m','requestedSchema':{'type':'object','properties':{}}}
          {'message':'m','requestedSchema':{'properties':{'a':{'oneOf':[{'const':'x','title':'X'}]}}}} | {'message':'m','requestedSchema':{'properties':{'a':{'enum':['x'],'enumNames':['X']}}}}
          {'message':'m'} | {'message':'m'}
          """)
  void elicitation_before20251125(String params, String shaped) {
    assertThat(question(Revision.V2025_06_18, params)).isEqualTo(shaped);
    assertThat(question(Revision.V2025_11_25, params)).isEqualTo(params);
  }

  @Test
  void urlElicitation_hasAnId() {
    String url = "{'mode':'url','message':'m','url':'https://example.com'";

    assertThat(question(Revision.V2025_11_25, url + "}"))
        .startsWith(url + ",'elicitationId':'")
        .doesNotEndWith("'elicitationId':''}");
    assertThat(question(Revision.V2025_11_25, url + ",'elicitationId':'e'}"))
        .isEqualTo(url + ",'elicitationId':'e'}");
  }

  @Test
  void refusal_isAlways200_withoutCodesOfTheNewest() {
    LegacyShape shape = new LegacyShape(Revision.V2025_11_25);

    Refusal unknown = shape.refusal(Refusal.methodNotFound("x").under(RequestId.of(1)));
    assertThat(unknown.status()).isEqualTo(200);
    assertThat(unknown.error().code()).isEqualTo(-32601);
    assertThat(unknown.id()).isEqualTo(RequestId.of(1));
    assertThat(shape.refusal(Refusal.resourceNotFound("a:b")).error().code()).isEqualTo(-32002);
    assertThat(
            shape.refusal(Refusal.missingCapability(Json.object("{}"))).error().code())
        .isEqualTo(-32600);
    assertThat(shape.refusal(Refusal.headerMismatch("x")).error().code()).isEqualTo(-32600);
    assertThat(shape.refusal(Refusal.internal()).status()).isEqualTo(200);
  }

  private static String result(Revision revision, String method, String result) {
    return Json.quoted(
        new LegacyShape(revision).result(method, new Outcome.Complete(Json.object(result))));
  }

  private static String question(Revision revision, String params) {
    return Json.quoted(new LegacyShape(revision)
        .question(new Outcome.InputRequest(Method.ELICITATION_CREATE, Json.object(params))));
  }
}
