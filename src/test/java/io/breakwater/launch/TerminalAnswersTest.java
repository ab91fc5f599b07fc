package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.Answers;
import io.breakwater.rpc.Json;
import io.breakwater.spec.Method;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TerminalAnswersTest {
  private static final String FORM = """
      {'message':'Who\\u001b[2J are you','requestedSchema':{'type':'object','required':['name'],'properties':{
        'name':{'type':'string','minLength':2},
        'age':{'type':'integer','minimum':1,'maximum':100,'default':42},
        'pet':{'type':'string','oneOf':[{'const':'p1','title':'Cat'},{'const':'p2','title':'Dog'}]},
        'fish':{'type':'array','maxItems':2,'items':{'type':'string','enum':['a','b','c']}},
        'ok':{'type':'boolean'}}}}""";

  private final Vertx vertx = Vertx.vertx();
  private final ByteArrayOutputStream asked = new ByteArrayOutputStream();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void form_isFilledIn_fieldByField() throws Exception {
    ObjectNode answer = answer(FORM, "y\nAnn\n7\np2\na, c\nfalse\n");

    assertThat(Json.quoted(answer))
        .isEqualTo(
            "{'action':'accept','content':{'name':'Ann','age':7,'pet':'p2','fish':['a','c'],'ok':false}}");
    assertThat(asked.toString(StandardCharsets.UTF_8))
        .contains("p2 (Dog)", "default 42")
        .doesNotContain("\u001b");
  }

  @Test
  void wrongAnswers_areAskedAgain() throws Exception {
    ObjectNode answer =
        answer(FORM, "perhaps\nyes\n\nA\nAnn\n0\n101\nx\n100\np3\np1\na,b,c\nd\nb\nmaybe\ntrue\n");

    assertThat(Json.quoted(answer))
        .isEqualTo(
            "{'action':'accept','content':{'name':'Ann','age':100,'pet':'p1','fish':['b'],'ok':true}}");
  }

  @Test
  void nothingTyped_takesDefaults_andLeavesOutWhatIsOptional() throws Exception {
    assertThat(Json.quoted(answer(FORM, "y\nAnn\n\n\n\n\n")))
        .isEqualTo("{'action':'accept','content':{'name':'Ann','age':42}}");
  }

  @Test
  void noAndCancelAndTheEndOfInput_areToldApart() throws Exception {
    assertThat(Json.quoted(answer(FORM, "no\n"))).isEqualTo("{'action':'decline'}");
    assertThat(Json.quoted(answer(FORM, "c\n"))).isEqualTo("{'action':'cancel'}");
    assertThat(Json.quoted(answer(FORM, "y\nAnn\n"))).isEqualTo("{'action':'cancel'}");
  }

  @Test
  void page_isShown_andNeverOpened() throws Exception {
    ObjectNode answer =
        answer("{'mode':'url','message':'Sign in','url':'https://example.com/a'}", "y\n");

    assertThat(Json.quoted(answer)).isEqualTo("{'action':'accept'}");
    assertThat(asked.toString(StandardCharsets.UTF_8)).contains("https://example.com/a");
  }

  @Test
  void nobodyThere_declinesAndSaysSo() throws Exception {
    assertThat(Json.quoted(answer(FORM, null))).isEqualTo("{'action':'decline'}");
    assertThat(asked.toString(StandardCharsets.UTF_8)).contains("Declined");
  }

  private ObjectNode answer(String params, String typed) throws Exception {
    BufferedReader in = typed == null ? null : new BufferedReader(new StringReader(typed));
    return new TerminalAnswers(vertx, in, new PrintStream(asked, true, StandardCharsets.UTF_8))
        .answer(new Answers.Question(Method.ELICITATION_CREATE, Json.object(params), null))
        .toCompletionStage()
        .toCompletableFuture()
        .get(30, TimeUnit.SECONDS);
  }

  @Test
  void twoAtOnce_areAskedOneAfterTheOther() throws Exception {
    BufferedReader typed = new BufferedReader(new StringReader("y\nAnn\nno\n"));
    TerminalAnswers answers =
        new TerminalAnswers(vertx, typed, new PrintStream(asked, true, StandardCharsets.UTF_8));
    String form =
        "{'message':'%s','requestedSchema':{'required':['name'],'properties':{'name':{'type':'string'}}}}";
    java.util.List<io.vertx.core.Future<ObjectNode>> given =
        new java.util.concurrent.CopyOnWriteArrayList<>();
    io.vertx.core.Promise<Void> both = io.vertx.core.Promise.promise();

    vertx.getOrCreateContext().runOnContext(now -> {
      for (String message : java.util.List.of("First", "Second")) {
        given.add(answers.answer(new Answers.Question(
            Method.ELICITATION_CREATE, Json.object(form.formatted(message)), null)));
      }
      io.vertx.core.Future.all(given).<Void>mapEmpty().onComplete(both);
    });
    both.future().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);

    String written = asked.toString(StandardCharsets.UTF_8);
    assertThat(written.indexOf("Second")).isGreaterThan(written.indexOf("Answer it"));
    assertThat(Json.quoted(given.get(1).result())).isEqualTo("{'action':'decline'}");
  }
}
