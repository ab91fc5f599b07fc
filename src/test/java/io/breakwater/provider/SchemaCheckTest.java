package io.breakwater.provider;

import static io.breakwater.api.Trees.json;
import static io.breakwater.api.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Shape;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a check says of a value, and what it may cost. */
final class SchemaCheckTest {
  private final Schemas schemas = new Schemas(new SchemaLimits(64, 10_000, 100));

  @Test
  void problems_ofAFittingValue_areNone() {
    SchemaCheck check =
        check("{'type':'object','properties':{'a':{'type':'integer'}},'required':['a']}");

    assertThat(check.problems(object("{'a':1}"))).isEmpty();
    assertThat(check.problems(object("{'a':1.0}"))).isEmpty();
  }

  @Test
  void problems_haveTheirPointer() {
    SchemaCheck check = check("""
        {'type':'object','properties':{'a':{'type':'integer'},
         'list':{'type':'array','items':{'type':'string','enum':['x']}}},'required':['b']}""");

    assertThat(check.problems(object("{'a':'1','list':['x','y']}")))
        .containsExactlyInAnyOrder(
            "/a: string found, integer expected",
            "/list/1: does not have a value in the enumeration [\"x\"]",
            "required property 'b' not found");
  }

  @Test
  void problems_beyondTheFirstFive_areCounted() {
    SchemaCheck check = check("{'type':'array','items':{'type':'string'}}");

    assertThat(check.problems(json("[1,2,3,4,5]"))).hasSize(5);
    assertThat(check.problems(json("[1,2,3,4,5,6,7]"))).hasSize(6).endsWith("2 more");
  }

  @Test
  void problems_areInEnglish_whateverTheProcessSpeaks() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMAN);
      assertThat(check("{'type':'string'}").problems(json("1")))
          .containsExactly("integer found, string expected");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void problem_doesNotEchoALongName() {
    SchemaCheck check = check("{'type':'object','additionalProperties':false}");
    ObjectNode value = JsonNodeFactory.instance.objectNode().put("x".repeat(1000), 1);

    assertThat(check.problems(value).get(0)).hasSize(401);
  }

  @Test
  void formats_areHintsAlone() {
    assertThat(check("{'type':'string','format':'email'}").problems(json("'no'")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"^a+$, aaa, true", "^a+$, aab, false", "b, abc, true", "^\\p{Letter}+$, äb, true"})
  void pattern_isLookedForInTheText(String pattern, String text, boolean fits) {
    ObjectNode schema = object("{'type':'string'}").put("pattern", pattern);

    assertThat(schemas
            .output(new Shape.OfSchema(schema))
            .check()
            .problems(JsonNodeFactory.instance.textNode(text)))
        .hasSize(fits ? 0 : 1);
  }

  @Test
  void pattern_dollar_isTheEndOfTheText() {
    assertThat(check("{'type':'string','pattern':'^a$'}").problems(json("'a\\n'")))
        .hasSize(1);
  }

  @Test
  void pattern_thatTriesForEver_isEnded() {
    SchemaCheck check = check("{'type':'string','pattern':'^(?:(a|aa)+)+$'}");

    assertThat(check.problems(json("'" + "a".repeat(100) + "!'")))
        .containsExactly("cannot be checked: a pattern takes too long (limits.regexMs)");
  }

  @Test
  void pattern_thatNestsTooDeeply_isEnded() {
    SchemaCheck check = check("{'type':'string','pattern':'^(a|b)*$'}");

    assertThat(check.problems(json("'" + "a".repeat(1_000_000) + "'")))
        .containsExactly("cannot be checked: nested too deeply");
  }

  @Test
  void check_afterOneThatWasEnded_worksAgain() {
    SchemaCheck check = check("{'type':'string','pattern':'^(?:(a|aa)+)+$'}");

    assertThat(check.problems(json("'" + "a".repeat(100) + "!'"))).hasSize(1);
    assertThat(check.problems(json("'aaa'"))).isEmpty();
  }

  @Test
  void patternTime_atTheLimit_passes_oneBeyondIsRefused() {
    AtomicLong now = new AtomicLong();
    CheckBudget budget = new CheckBudget(100, now::get);

    budget.patternStarts();
    now.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
    read(budget, 1024);
    now.incrementAndGet();

    assertThatThrownBy(() -> read(budget, 1024))
        .hasMessage("a pattern takes too long (limits.regexMs)");
  }

  @Test
  void patternTime_isForEachMatchAnew_andNotAskedForAShortText() {
    AtomicLong now = new AtomicLong();
    CheckBudget budget = new CheckBudget(100, now::get);

    for (int i = 0; i < 10; i++) {
      budget.patternStarts();
      read(budget, 1024);
      now.addAndGet(TimeUnit.MILLISECONDS.toNanos(99));
    }
    budget.patternStarts();
    now.addAndGet(TimeUnit.DAYS.toNanos(1));
    read(budget, 100);
  }

  @Test
  void reads_atTheLimit_pass_oneBeyondIsRefused() {
    CheckBudget budget = new CheckBudget(100, () -> 0);
    read(budget, CheckBudget.READS_MAX);

    assertThatThrownBy(budget::patternReads).hasMessage("its patterns read too much");
  }

  private static void read(CheckBudget budget, int characters) {
    for (int i = 0; i < characters; i++) {
      budget.patternReads();
    }
  }

  @Test
  void keywords_atTheLimit_pass_oneBeyondIsRefused() {
    CheckBudget budget = new CheckBudget(100, () -> 0);
    for (int i = 0; i < CheckBudget.KEYWORDS_MAX; i++) {
      budget.keyword();
    }

    assertThatThrownBy(budget::keyword).hasMessage("too much to check");
  }

  @Test
  void problems_atTheLimit_pass_oneBeyondIsRefused() {
    SchemaCheck check = check("{'type':'array','items':{'type':'string'}}");

    assertThat(check.problems(numbers(CheckBudget.PROBLEMS_MAX))).endsWith("9995 more");
    assertThat(check.problems(numbers(CheckBudget.PROBLEMS_MAX + 1)))
        .containsExactly("cannot be checked: too many problems");
  }

  private static ArrayNode numbers(int count) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < count; i++) {
      array.add(i);
    }
    return array;
  }

  /** Forty schemas that double the work each. */
  @Test
  void schema_thatExplodes_isEnded() {
    ObjectNode schema = object("{'allOf':[{'$ref':'#/$defs/d0'}]}");
    ObjectNode defs = schema.putObject("$defs");
    for (int i = 0; i < 40; i++) {
      String next = "{'$ref':'#/$defs/d" + (i + 1) + "'}";
      defs.set("d" + i, object("{'allOf':[" + next + "," + next + "]}"));
    }
    defs.set("d40", object("{'type':'string'}"));

    assertThatThrownBy(() -> schemas.output(new Shape.OfSchema(schema)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Descends with the value, so that the empty object does not show it. */
  @Test
  void schema_thatExplodesWithItsValue_isEnded() {
    SchemaCheck check = check("""
        {'type':'object','properties':{'a':{'allOf':[{'$ref':'#'},{'$ref':'#'}]}}}""");
    ObjectNode value = object("{'a':7}");
    for (int i = 0; i < 60; i++) {
      ObjectNode outer = JsonNodeFactory.instance.objectNode();
      outer.set("a", value);
      value = outer;
    }

    List<String> problems = check.problems(value);

    assertThat(problems).hasSize(1);
    assertThat(problems.get(0)).startsWith("cannot be checked: too m");
  }

  private SchemaCheck check(String schema) {
    return schemas.output(new Shape.OfSchema(object(schema))).check();
  }
}
