package io.breakwater.provider;

import static io.breakwater.api.Trees.json;
import static io.breakwater.api.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Bounds;
import io.breakwater.api.Default;
import io.breakwater.api.Elicitation;
import io.breakwater.api.FakeCall;
import io.breakwater.api.Field;
import io.breakwater.api.Handler;
import io.breakwater.api.Header;
import io.breakwater.api.Roots;
import io.breakwater.api.Sampling;
import io.breakwater.api.SamplingMessage;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolException;
import io.breakwater.api.ToolResult;
import io.breakwater.options.Blocking;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LocalToolTest {
  private final BlockingExecutor blocking = new BlockingExecutor(new Blocking(1, 0));
  private final Schemas schemas = new Schemas(new SchemaLimits(64, 10_000, 100));
  private final FakeCall call = new FakeCall();

  @AfterEach
  void close() {
    blocking.close();
  }

  record Add(int a, int b) {}

  record Sum(int value) {}

  private final Tool add = Tool.of("add", Add.class, Sum.class)
      .description("Adds")
      .handler((input, call) -> Future.succeededFuture(new Sum(input.a() + input.b())));

  @Test
  void definition_hasBothSchemas() {
    ToolOffer offer = offer(add);

    assertThat(offer.name()).isEqualTo("add");
    assertThat(offer.definition()).isEqualTo(json("""
        {'name':'add','description':'Adds',
         'inputSchema':{'type':'object',
           'properties':{'a':{'type':'integer'},'b':{'type':'integer'}},'required':['a','b']},
         'outputSchema':{'type':'object',
           'properties':{'value':{'type':'integer'}},'required':['value']}}"""));
    assertThat(offer.definition()).isSameAs(offer.definition());
  }

  @Test
  void call_returnsTheResult() {
    assertThat(result(add, "{'a':1,'b':2}").get("structuredContent"))
        .isEqualTo(json("{'value':3}"));
  }

  @Test
  void arguments_thatDoNotFit_areAToolError() {
    assertThat(result(add, "{'a':'1'}"))
        .isEqualTo(json("""
            {'content':[{'type':'text','text':
              'Invalid arguments for add: /a: string found, integer expected; required property \\'b\\' not found'}],
             'isError':true}""".replace("\\'b\\'", "~b~").replace("~", "\\u0027")));
  }

  @Test
  void arguments_thatJavaCannotHold_areAToolError() {
    assertThat(textOf(result(add, "{'a':99999999999,'b':1}"))).isEqualTo("/a: not a valid value");
  }

  record Search(
      String text,
      @Nullable String language,
      @Bounds(min = 1, max = 50) @Default("10") int limit) {}

  private final Tool search = Tool.of("search", Search.class)
      .handler((input, call) -> Future.succeededFuture(ToolResult.text(input.toString())));

  @Test
  void optionalArguments_mayBeAbsentOrNull() {
    String expected = "Search[text=x, language=null, limit=10]";

    assertThat(textOf(result(search, "{'text':'x'}"))).isEqualTo(expected);
    assertThat(textOf(result(search, "{'text':'x','language':null,'limit':null}")))
        .isEqualTo(expected);
  }

  @Test
  void requiredArguments_mayNotBeNull() {
    assertThat(textOf(result(search, "{'text':null}")))
        .isEqualTo("Invalid arguments for search: /text: null found, string expected");
  }

  @Test
  void arguments_areNotChanged() {
    ObjectNode arguments = object("{'text':'x','language':null}");

    assertThat(outcome(search, arguments)).isInstanceOf(Outcome.Complete.class);
    assertThat(arguments).isEqualTo(object("{'text':'x','language':null}"));
  }

  @Test
  void nullArguments_ofASchemaWrittenByHand_areItsOwnAffair() {
    Tool tool = Tool.of("raw")
        .inputSchema(object("{'type':'object','properties':{'a':{'type':'string'}}}"))
        .handler((arguments, call) -> Future.succeededFuture(ToolResult.of()));

    assertThat(result(tool, "{'a':null}").path("isError").asBoolean()).isTrue();
  }

  @Test
  void arguments_ofAToolThatTakesNone_areRefused() {
    Tool tool =
        Tool.of("none").handler((arguments, call) -> Future.succeededFuture(ToolResult.of()));

    assertThat(result(tool, "{}").path("isError").asBoolean()).isFalse();
    assertThat(textOf(result(tool, "{'a':1}"))).contains("property 'a' is not defined");
  }

  record Mirrored(
      @Header("Count") long count,
      @Header("Region") @Nullable String region) {}

  private final Tool mirrored = Tool.of("mirrored", Mirrored.class)
      .handler((input, call) -> Future.succeededFuture(ToolResult.text("ok")));

  @Test
  void mirroredArguments_areListed() {
    assertThat(offer(mirrored).mirrored())
        .containsExactly(
            new MirroredParam(List.of("count"), "Mcp-Param-Count"),
            new MirroredParam(List.of("region"), "Mcp-Param-Region"));
  }

  @Test
  void mirroredInteger_atTheLimit_passes_oneBeyondIsRefused() {
    assertThat(textOf(result(mirrored, "{'count':9007199254740991}"))).isEqualTo("ok");
    assertThat(textOf(result(mirrored, "{'count':-9007199254740991}"))).isEqualTo("ok");
    assertThat(textOf(result(mirrored, "{'count':9007199254740992}")))
        .isEqualTo("Invalid arguments for mirrored: /count: must be within ±(2^53 - 1)");
    assertThat(textOf(result(mirrored, "{'count':-9007199254740992}"))).contains("2^53");
    assertThat(textOf(result(mirrored, "{'count':1e30}"))).contains("2^53");
  }

  @Test
  void schema_thatIsRefused_namesTheTool() {
    Tool tool = Tool.of("bad")
        .inputSchema(object("{'type':'array'}"))
        .handler((arguments, call) -> Future.succeededFuture(ToolResult.of()));

    assertThatThrownBy(() -> offer(tool))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("tool 'bad' inputSchema: root type");
  }

  @Test
  void output_thatDoesNotFit_isAnInternalError() {
    Tool tool = withOutput("{'type':'array'}", ToolResult.structured("x"));

    assertThat(textOf(result(tool, "{}"))).matches("Tool failed: internal error \\([0-9a-f]{8}\\)");
  }

  @Test
  void output_thatIsMissing_isAnInternalError() {
    Tool tool = withOutput("{'type':'array'}", ToolResult.text("x"));

    assertThat(textOf(result(tool, "{}"))).startsWith("Tool failed: internal error (");
  }

  @Test
  void output_ofAnError_isNotChecked() {
    Tool tool = withOutput("{'type':'array'}", ToolResult.error("no"));

    assertThat(textOf(result(tool, "{}"))).isEqualTo("no");
  }

  @Test
  void output_mayBeAnyValue() {
    assertThat(result(withOutput("{'type':'null'}", ToolResult.structured(null)), "{}"))
        .isEqualTo(json("{'content':[{'type':'text','text':'null'}],'structuredContent':null}"));
    assertThat(result(withOutput("{'type':'integer'}", ToolResult.structured(7)), "{}")
            .get("structuredContent"))
        .isEqualTo(json("7"));
  }

  private static Tool withOutput(String schema, ToolResult result) {
    return Tool.of("out")
        .outputSchema(object(schema))
        .handler((arguments, call) -> Future.succeededFuture(result));
  }

  @Test
  void toolException_isReadByTheModel() {
    assertThat(textOf(result(throwing(new ToolException("Date is in the past")), "{}")))
        .isEqualTo("Date is in the past");
    assertThat(result(throwing(new ToolException("no")), "{}").path("isError").asBoolean())
        .isTrue();
  }

  @Test
  void otherFailures_areHiddenUnderAnId() {
    for (Throwable failure : List.of(
        new IllegalStateException("secret"), new Exception("secret"), new StackOverflowError())) {
      assertThat(textOf(result(throwing(failure), "{}")))
          .matches("Tool failed: internal error \\([0-9a-f]{8}\\)");
    }
  }

  @Test
  void handlerThatFailsItsFuture_isTheSameAsOneThatThrows() {
    Tool tool = raw((arguments, call) -> Future.failedFuture(new ToolException("no")));

    assertThat(textOf(result(tool, "{}"))).isEqualTo("no");
  }

  @Test
  @SuppressWarnings("NullAway") // what a handler should not do
  void handlerThatReturnsNull_isAnInternalError() {
    assertThat(textOf(result(raw((arguments, call) -> null), "{}"))).startsWith("Tool failed");
    assertThat(textOf(result(raw((arguments, call) -> Future.succeededFuture(null)), "{}")))
        .startsWith("Tool failed");
  }

  @Test
  void refusal_isTheAnswerToTheRequest() {
    Refusal refusal = Refusal.missingCapability(object("{'sampling':{}}"));

    assertThat(failure(throwing(refusal))).isSameAs(refusal);
    assertThat(failure(throwing(new CompletionException(refusal)))).isSameAs(refusal);
  }

  @Test
  void invalidAnswer_isARefusal() {
    Tool tool = raw((arguments, call) ->
        call.elicit("name", Elicitation.form("x")).map(ToolResult::structured));
    call.answer("name", json("12345"));

    assertThat(failure(tool)).isInstanceOfSatisfying(Refusal.class, refusal -> {
      assertThat(refusal.error().code()).isEqualTo(ErrorCodes.INVALID_PARAMS);
      assertThat(refusal.error().message()).startsWith("inputResponses.name: action");
    });
  }

  @Test
  void question_becomesAWishForInput() {
    Elicitation name = Elicitation.form("Name").with("name", Field.text());
    Tool tool = raw((arguments, call) -> call.elicit("user_name", name)
        .map(answer -> ToolResult.text("Hello, " + answer.content().path("name").asText())));

    assertThat(outcome(tool, object("{}")))
        .isEqualTo(new Outcome.InputRequired(
            Map.of("user_name", new Outcome.InputRequest(Method.ELICITATION_CREATE, name.params())),
            null));

    call.answer("user_name", json("{'action':'accept','content':{'name':'Alice'}}"));
    assertThat(textOf(result(tool, "{}"))).isEqualTo("Hello, Alice");
  }

  @Test
  void questions_ofAllKinds_haveTheirMethods() {
    Map<String, io.breakwater.api.Question> questions = new LinkedHashMap<>();
    questions.put("e", Elicitation.form("x"));
    questions.put("s", Sampling.of(50, SamplingMessage.user("x")));
    questions.put("r", new Roots());
    Tool tool = raw((arguments, call) -> {
      call.keep(json("{'step':1}"));
      return call.ask(questions).map(answers -> ToolResult.of());
    });

    Outcome.InputRequired required = (Outcome.InputRequired) outcome(tool, object("{}"));

    assertThat(required.requests().keySet()).containsExactly("e", "s", "r");
    assertThat(required.requests().values())
        .extracting(Outcome.InputRequest::method)
        .containsExactly(
            Method.ELICITATION_CREATE, Method.SAMPLING_CREATE_MESSAGE, Method.ROOTS_LIST);
    assertThat(required.state()).isEqualTo(json("{'step':1}"));
  }

  @Test
  void stateAlone_isAWishToBeCalledAgain() {
    Tool tool = raw((arguments, call) -> call.again(JsonNodeFactory.instance.numberNode(1)));

    assertThat(outcome(tool, object("{}")))
        .isEqualTo(new Outcome.InputRequired(Map.of(), json("1")));
  }

  @Test
  void blockingHandler_asksByWaiting() {
    Tool tool = Tool.of("blocking")
        .blocking((arguments, call) -> ToolResult.structured(
            call.await(call.elicit("key", Elicitation.form("x"))).accepted()));

    assertThat(outcome(tool, object("{}"))).isInstanceOf(Outcome.InputRequired.class);

    call.answer("key", json("{'action':'accept'}"));
    assertThat(result(tool, "{}").get("structuredContent")).isEqualTo(json("true"));
  }

  @Test
  void blockingHandlers_beyondTheLimit_areAToolError() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    Tool tool = Tool.of("blocking").blocking((arguments, call) -> {
      running.countDown();
      gate.await();
      return ToolResult.text("done");
    });
    ToolOffer offer = offer(tool);

    Future<Outcome> first = offer.call(object("{}"), call);
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

    assertThat(textOf(result(tool, "{}")))
        .isEqualTo("too many calls are running (1, blocking.threadsMax) and waiting (0,"
            + " blocking.queueMax)");
    gate.countDown();
    assertThat(textOf(complete(call.await(first)))).isEqualTo("done");
  }

  private static Tool throwing(Throwable failure) {
    return raw((arguments, call) -> {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (Exception) failure;
    });
  }

  private static Tool raw(Handler<ObjectNode, ToolResult> handler) {
    return Tool.of("raw").handler(handler);
  }

  private ToolOffer offer(Tool tool) {
    return new LocalTool(tool, schemas, new Works(blocking));
  }

  private Outcome outcome(Tool tool, ObjectNode arguments) {
    return call.await(offer(tool).call(arguments, call));
  }

  private JsonNode result(Tool tool, String arguments) {
    return complete(outcome(tool, object(arguments)));
  }

  private static JsonNode complete(Outcome outcome) {
    return ((Outcome.Complete) outcome).result();
  }

  private Throwable failure(Tool tool) {
    return offer(tool).call(object("{}"), call).cause();
  }

  private static String textOf(JsonNode result) {
    return result.at("/content/0/text").asText();
  }
}
