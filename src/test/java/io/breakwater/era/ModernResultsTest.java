package io.breakwater.era;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.Invocation;
import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The form of results in the modern era, and requests of several rounds. */
@ExtendWith(OnEventLoop.class)
final class ModernResultsTest {
  private final Modern modern = new Modern();

  @Test
  void result_hasItsTypeItsServerAndItsHints() {
    modern.serve(
        Method.TOOLS_LIST,
        invocation -> Future.succeededFuture(
            new Outcome.Complete(Json.object("{'tools':[]}"), new Outcome.CacheHint(5000, true))));

    assertThat(said("tools/list", ""))
        .isEqualTo("200 {'jsonrpc':'2.0','id':1,'result':{'resultType':'complete','tools':[],"
            + "'ttlMs':5000,'cacheScope':'public'," + Modern.SERVER_INFO + "}}");
  }

  @Test
  void result_thatIsOfOneCaller_isPrivate() {
    modern.serve(
        Method.TOOLS_LIST,
        invocation -> Future.succeededFuture(
            new Outcome.Complete(Json.object("{}"), new Outcome.CacheHint(0, false))));

    assertThat(said("tools/list", "")).contains("'ttlMs':0,'cacheScope':'private'");
  }

  /** What came from an upstream does not speak for this server. */
  @Test
  void result_withAMetaOfItsOwn_keepsIt_butNotAsAnotherServer() {
    modern.serve(
        Method.TOOLS_LIST,
        invocation -> Modern.complete("{'resultType':'input_required','_meta':{'a':1,"
            + "'io.modelcontextprotocol/serverInfo':{'name':'other'}}}"));

    assertThat(said("tools/list", ""))
        .isEqualTo("200 {'jsonrpc':'2.0','id':1,'result':{'resultType':'complete','_meta':{'a':1,"
            + "'io.modelcontextprotocol/serverInfo':{'name':'test','version':'1'}}}}");
  }

  @Test
  void result_isNotChangedWhereItCameFrom() {
    var tree = Json.object("{'tools':[],'_meta':{'a':1}}");
    modern.serve(
        Method.TOOLS_LIST, invocation -> Future.succeededFuture(new Outcome.Complete(tree)));

    assertThat(said("tools/list", "")).startsWith("200 ");

    assertThat(tree).isEqualTo(Json.of("{'tools':[],'_meta':{'a':1}}"));
  }

  @Test
  void question_isAResultWithAState_andTheRetryHasTheAnswer() {
    serve(round -> round.answers().isEmpty()
        ? ask(Map.of("name", "{'message':'Who'}"), "{'step':1}")
        : new Outcome.Complete(Json.object("{'answers':" + answers(round) + ",'kept':"
            + (round.state() == null ? "null" : Json.quoted(round.state())) + "}")));

    String first = said(Modern.call("1", ""));
    assertThat(first)
        .startsWith("200 {'jsonrpc':'2.0','id':1,'result':{'resultType':'input_required',"
            + "'inputRequests':{'name':{'method':'elicitation/create',"
            + "'params':{'message':'Who'}}},'requestState':'");
    String retry = Modern.call(
        "2", "'requestState':'" + state(first) + "','inputResponses':{'name':{'n':1},'x':{}}");

    assertThat(said(retry))
        .contains("'resultType':'complete'")
        .contains("'answers':{'name':{'n':1},'x':{}},'kept':{'step':1}");
  }

  @Test
  void stateWithoutQuestion_isAskedForAgain() {
    serve(round ->
        round.state() == null ? ask(Map.of(), "1") : new Outcome.Complete(Json.object("{}")));

    String first = said(Modern.call("1", ""));
    assertThat(first).doesNotContain("inputRequests").contains("'requestState':'");
    assertThat(said(Modern.call("2", "'requestState':'" + state(first) + "'")))
        .contains("'resultType':'complete'");
  }

  @Test
  void rounds_haveDifferentStates_andKeepEarlierAnswers() {
    serve(round -> round.answers().size() < 2
        ? ask(Map.of("k" + round.answers().size(), "{}"), null)
        : new Outcome.Complete(Json.object("{'answers':" + answers(round) + "}")));

    String first = state(said(Modern.call("1", "")));
    String second = state(
        said(Modern.call("2", "'requestState':'" + first + "','inputResponses':{'k0':{'n':0}}")));
    assertThat(second).isNotEqualTo(first);
    assertThat(said(
            Modern.call("3", "'requestState':'" + second + "','inputResponses':{'k1':{'n':1}}")))
        .contains("'answers':{'k0':{'n':0},'k1':{'n':1}}");
  }

  @Test
  void state_ofAnotherPrincipal_isRefused() {
    serve(round -> ask(Map.of("k", "{}"), null));
    String state = state(said(Modern.call("1", "")));
    FakeHead bob = head().of("bob");

    assertThat(modern
            .posted(bob, Modern.call("2", "'requestState':'" + state + "'"))
            .said())
        .singleElement()
        .asString()
        .startsWith("400 ")
        .contains("-32602");
  }

  @Test
  void state_thatIsTooLarge_isAnInternalError() {
    serve(round -> ask(Map.of(), "'" + "x".repeat(2000) + "'"));

    assertThat(said(Modern.call("1", "")))
        .isEqualTo("200 {'jsonrpc':'2.0','id':1,'error':{'code':-32603,"
            + "'message':'Request state exceeds 2000 bytes (limits.stateBytesMax)'}}");
    assertQuiet();
  }

  /** A server must not ask for what a client has not declared, whoever made the question. */
  @Test
  void question_thatTheClientHasNotDeclared_isRefused() {
    serve(round -> ask(Map.of("k", "{'message':'Who'}"), null));
    String call = Modern.call("1", "").replace("'elicitation':{}", "'sampling':{}");

    assertThat(said(call))
        .isEqualTo("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32021,"
            + "'message':'Missing required client capability',"
            + "'data':{'requiredCapabilities':{'elicitation':{}}}}}");
    serve(round -> ask(Map.of("k", "{'mode':'url'}"), null));
    assertThat(said(Modern.call("1", "")))
        .contains("'data':{'requiredCapabilities':{'elicitation':{'url':{}}}}");
    assertQuiet();
  }

  /** The protocol allows questions for three methods only. */
  @Test
  void question_whereNoneIsAllowed_isAnInternalError() {
    modern.serve(
        Method.TOOLS_LIST, invocation -> Future.succeededFuture(ask(Map.of("k", "{}"), null)));

    assertThat(said("tools/list", ""))
        .isEqualTo(
            "200 {'jsonrpc':'2.0','id':1," + "'error':{'code':-32603,'message':'Internal error'}}");
    assertQuiet();
  }

  private interface Rounds {
    Outcome serve(Invocation round);
  }

  private void serve(Rounds rounds) {
    modern.serve(Method.TOOLS_CALL, invocation -> Future.succeededFuture(rounds.serve(invocation)));
  }

  private static Outcome ask(Map<String, String> questions, @Nullable String state) {
    Map<String, Outcome.InputRequest> requests = new LinkedHashMap<>();
    questions.forEach((key, params) -> requests.put(
        key, new Outcome.InputRequest(Method.ELICITATION_CREATE, Json.object(params))));
    return new Outcome.InputRequired(requests, state == null ? null : Json.of(state));
  }

  private static String answers(Invocation round) {
    var answers = Json.object("{}");
    round.answers().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(answer -> answers.set(answer.getKey(), answer.getValue()));
    return Json.quoted(answers);
  }

  private static String state(String said) {
    int from = said.indexOf("'requestState':'") + "'requestState':'".length();
    return said.substring(from, said.indexOf('\'', from));
  }

  private static FakeHead head() {
    return Modern.head("tools/call", "t");
  }

  private String said(String call) {
    List<String> said = modern.posted(head(), call).said();
    assertThat(said).hasSize(1);
    return said.get(0);
  }

  private String said(String method, String params) {
    List<String> said =
        modern.posted(Modern.head(method), Modern.request("1", method, params)).said();
    assertThat(said).hasSize(1);
    return said.get(0);
  }

  private void assertQuiet() {
    assertThat(modern.clock.timers()).isZero();
  }
}
