package io.breakwater.api;

import static io.breakwater.api.Trees.json;
import static io.breakwater.api.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ToolTest {
  record Add(int a, int b) {}

  record Sum(int value) {}

  private final FakeCall call = new FakeCall();

  @Test
  void typedTool_readsItsInputAndWritesItsOutput() throws Exception {
    Tool add = Tool.of("add", Add.class, Sum.class)
        .handler((input, call) -> Future.succeededFuture(new Sum(input.a() + input.b())));

    ToolResult result = run(add, "{'a':1,'b':2}");

    assertThat(result.json()).isEqualTo(json("""
        {'content':[{'type':'text','text':'{\\'value\\':3}'}],'structuredContent':{'value':3}}""".replace("\\'", "\\\"")));
    assertThat(add.input()).isEqualTo(new Shape.OfType(Add.class));
    assertThat(add.output()).isEqualTo(new Shape.OfType(Sum.class));
  }

  @Test
  void typedTool_ofAList_writesAnArray() throws Exception {
    Tool tool = Tool.of("list", Add.class, new TypeReference<List<Sum>>() {})
        .handler((input, call) -> Future.succeededFuture(List.of(new Sum(input.a()))));

    assertThat(run(tool, "{'a':1,'b':2}").structured()).isEqualTo(json("[{'value':1}]"));
  }

  @Test
  void blockingTool_returnsItsOutput() throws Exception {
    Tool add = Tool.of("add", Add.class, Sum.class)
        .blocking((input, call) -> new Sum(input.a() + input.b()));

    assertThat(run(add, "{'a':1,'b':2}").structured()).isEqualTo(json("{'value':3}"));
  }

  @Test
  void tool_ofContent_returnsItAsItIs() throws Exception {
    Tool tool = Tool.of("say", Add.class)
        .handler((input, call) -> Future.succeededFuture(ToolResult.text("a=" + input.a())));

    assertThat(tool.output()).isNull();
    assertThat(run(tool, "{'a':1,'b':2}")).isEqualTo(ToolResult.text("a=1"));
  }

  @Test
  void rawTool_isGivenItsArguments() throws Exception {
    Tool tool = Tool.of("raw")
        .inputSchema(object("{'type':'object'}"))
        .outputSchema(object("{'type':'array'}"))
        .handler(
            (arguments, call) -> Future.succeededFuture(ToolResult.structured(arguments.get("x"))));

    assertThat(run(tool, "{'x':[1]}").structured()).isEqualTo(json("[1]"));
    assertThat(tool.output()).isEqualTo(new Shape.OfSchema(object("{'type':'array'}")));
  }

  @Test
  void rawTool_withoutASchema_takesNoArguments() {
    Tool tool =
        Tool.of("raw").handler((arguments, call) -> Future.succeededFuture(ToolResult.of()));

    assertThat(tool.input())
        .isEqualTo(new Shape.OfSchema(object("{'type':'object','additionalProperties':false}")));
  }

  @Test
  void schema_givenByHand_doesNotChangeWithTheTreeItCameFrom() {
    ObjectNode schema = object("{'type':'object'}");
    Tool tool = Tool.of("raw")
        .inputSchema(schema)
        .handler((arguments, call) -> Future.succeededFuture(ToolResult.of()));

    schema.put("type", "array");

    assertThat(tool.input()).isEqualTo(new Shape.OfSchema(object("{'type':'object'}")));
  }

  @Test
  void definition_saysEverything() {
    Tool tool = Tool.of("a.B-c_9")
        .title("Title")
        .description("Does it")
        .annotations(ToolAnnotations.NONE
            .title("Hint")
            .readOnly(true)
            .destructive(false)
            .idempotent(true)
            .openWorld(false))
        .icons(Icon.of("https://example.com/i.png", "image/png", "48x48", "any"))
        .meta(object("{'example.com/x':1}"))
        .handler((arguments, call) -> Future.succeededFuture(ToolResult.of()));

    assertThat(tool.definition(object("{'type':'object'}"), object("{'type':'string'}")))
        .isEqualTo(json("""
            {'name':'a.B-c_9','title':'Title','description':'Does it',
             'icons':[{'src':'https://example.com/i.png','mimeType':'image/png',
               'sizes':['48x48','any']}],
             '_meta':{'example.com/x':1},
             'inputSchema':{'type':'object'},'outputSchema':{'type':'string'},
             'annotations':{'title':'Hint','readOnlyHint':true,'destructiveHint':false,
               'idempotentHint':true,'openWorldHint':false}}"""));
  }

  @Test
  void definition_leavesOutWhatIsNotSaid() {
    Tool tool = Tool.of("a").handler((arguments, call) -> Future.succeededFuture(ToolResult.of()));

    assertThat(tool.definition(object("{}"), null))
        .isEqualTo(json("{'name':'a','inputSchema':{}}"));
  }

  @Test
  void name_atTheLimit_passes_oneBeyondIsRefused() {
    assertThat(Tool.of("a".repeat(128))).isNotNull();
    assertThatThrownBy(() -> Tool.of("a".repeat(129)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(expected: 1 to 128 of A-Z a-z 0-9 _ - .)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a/b", "a,b", "é", "a\n", "a:b"})
  void name_ofOtherCharacters_isRefused(String name) {
    assertThatThrownBy(() -> Tool.of(name)).isInstanceOf(IllegalArgumentException.class);
  }

  record Defaults(
      @Default("7") int seven,
      @Default("true") boolean flag,
      @Default("10") String text,
      @Default("[\"a\",\"b\"]") List<String> list,
      @Default("2020-01-02") LocalDate date,
      @Default("WARNING") LogLevel level,
      @Default("{\"a\":1,\"b\":2}") Add add,
      @Optional int zero,
      @Optional String nothing,
      @Nullable Nested nested) {}

  record Nested(@Default("5") int five) {}

  @Test
  void defaults_standForWhatIsAbsent() throws Exception {
    assertThat(read("{}"))
        .isEqualTo(new Defaults(
            7,
            true,
            "10",
            List.of("a", "b"),
            LocalDate.of(2020, 1, 2),
            LogLevel.WARNING,
            new Add(1, 2),
            0,
            null,
            null));
  }

  @Test
  void defaults_standNotForWhatIsGiven() throws Exception {
    assertThat(read("""
        {'seven':8,'flag':false,'text':'x','list':[],'date':'2021-01-01','level':'DEBUG',
         'add':{'a':3,'b':4},'zero':1,'nothing':'y','nested':{}}"""))
        .isEqualTo(new Defaults(
            8,
            false,
            "x",
            List.of(),
            LocalDate.of(2021, 1, 1),
            LogLevel.DEBUG,
            new Add(3, 4),
            1,
            "y",
            new Nested(5)));
  }

  private Defaults read(String arguments) throws Exception {
    Defaults[] seen = new Defaults[1];
    Tool tool = Tool.of("defaults", Defaults.class).handler((input, call) -> {
      seen[0] = input;
      return Future.succeededFuture(ToolResult.of());
    });
    assertThat(run(tool, arguments)).isNotNull();
    return seen[0];
  }

  record Checked(Inner inner) {}

  record Inner(int low, int high) {
    Inner {
      if (low > high) {
        throw new ToolException("low is above high");
      }
      if (low < 0) {
        throw new IllegalArgumentException("secret");
      }
    }
  }

  @Test
  void input_thatJavaCannotHold_isAToolErrorWithAPointer() {
    Tool tool = Tool.of("checked", Checked.class)
        .handler((input, call) -> Future.succeededFuture(ToolResult.of()));

    assertThatThrownBy(() -> run(tool, "{'inner':{'low':99999999999,'high':1}}"))
        .isInstanceOf(ToolException.class)
        .hasMessage("/inner/low: not a valid value");
    assertThatThrownBy(() -> run(tool, "{'inner':{'low':2,'high':1}}"))
        .isInstanceOf(ToolException.class)
        .hasMessage("/inner: low is above high");
    assertThatThrownBy(() -> run(tool, "{'inner':{'low':-1,'high':1}}"))
        .isInstanceOf(ToolException.class)
        .hasMessage("/inner: not a valid value");
  }

  private ToolResult run(Tool tool, String arguments) throws Exception {
    if (tool.work() instanceof Work.Blocking<ObjectNode, ToolResult> blocking) {
      return blocking.handler().handle(object(arguments), call);
    }
    return ((Work.Async<ObjectNode, ToolResult>) tool.work())
        .handler()
        .handle(object(arguments), call)
        .result();
  }
}
