package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Mistake;
import io.breakwater.rpc.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolArgumentsTest {
  private static final String TOOL = """
      {'name':'t','inputSchema':{'type':'object','required':['text'],'properties':{
        'text':{'type':'string'},'count':{'type':'integer'},'ratio':{'type':'number'},
        'yes':{'type':'boolean'},'list':{'type':'array'},'map':{'type':'object'},
        'maybe':{'anyOf':[{'type':'integer'},{'type':'null'}]},'either':{'type':['string','number']},
        'any':{'description':'anything'}}}}""";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text=5 | {'text':'5'}",
        "text=a=b | {'text':'a=b'}",
        "text= | {'text':''}",
        "text:=\"x\" | {'text':'x'}",
        "text=x count=-7 | {'text':'x','count':-7}",
        "text=x ratio=1.50 | {'text':'x','ratio':1.50}",
        "text=x yes=true | {'text':'x','yes':true}",
        "text=x list=[1,\"a\"] | {'text':'x','list':[1,'a']}",
        "text=x map={\"a\":1} | {'text':'x','map':{'a':1}}",
        "text=x maybe=null | {'text':'x','maybe':null}",
        "text=x maybe=3 | {'text':'x','maybe':3}",
        "text=x either=3 | {'text':'x','either':3}",
        "text=x either=three | {'text':'x','either':'three'}",
        "text=x any=3 | {'text':'x','any':'3'}",
        "text=x any:=[3] | {'text':'x','any':[3]}"
      })
  void pairs_byTheSchema_becomeJson(String typed, String expected) {
    ToolArguments arguments = read(null, typed.split(" "));

    assertThat(arguments.mistakes()).isEmpty();
    assertThat(Json.quoted(arguments.arguments())).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text=x count=1.5 | count: 1.5 (expected: integer)",
        "text=x ratio=much | ratio: much (expected: number)",
        "text=x yes=1 | yes: 1 (expected: boolean)",
        "text=x list=1 | list: 1 (expected: array)",
        "text=x map={ | map: { (expected: object)",
        "text=x any:=nope | any: nope (expected: JSON)",
        "text=x cuont=1 | cuont: no parameter of the tool (did you mean count?)",
        "text=x text=y | text: given twice (expected: once)",
        "text=x five | five: not an argument (expected: key=value or key:=json)",
        "count=1 | text: missing (expected: string)",
      })
  void whatDoesNotFit_isToldBeforeTheCall(String typed, String expected) {
    assertThat(read(null, typed.split(" ")).mistakes())
        .extracting(Mistake::toString)
        .containsExactly(expected);
  }

  @Test
  void object_isTaken_andPairsWin() {
    ToolArguments arguments = read("{\"text\":\"a\",\"count\":1}", "count=2");

    assertThat(arguments.mistakes()).isEmpty();
    assertThat(Json.quoted(arguments.arguments())).isEqualTo("{'text':'a','count':2}");
    assertThat(read("[]", "text=x").mistakes()).hasSize(1);
  }

  @Test
  void parametersThatAreNotListed_areAllowed_whereTheSchemaSaysSo() {
    ToolArguments arguments = new ToolArguments(
        Json.of("{'inputSchema':{'properties':{},'additionalProperties':{'type':'string'}}}"));

    arguments.read(null, List.of("x=1"));

    assertThat(arguments.mistakes()).isEmpty();
  }

  @Test
  void mistakes_neverBringControlCharacters() {
    ToolArguments arguments = new ToolArguments(
        Json.of("{'inputSchema':{'required':['\\u001b[2Ja'],'properties':{'\\u001b[2Ja':{}}}}"));

    arguments.read(null, List.of());

    assertThat(arguments.mistakes().toString()).doesNotContain("\u001b");
  }

  private static ToolArguments read(String json, String... pairs) {
    ToolArguments arguments = new ToolArguments(Json.of(TOOL));
    arguments.read(json, List.of(pairs));
    return arguments;
  }
}
