package io.breakwater.api;

import static io.breakwater.api.Trees.json;
import static io.breakwater.api.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.api.Field.Format;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ElicitationTest {
  private static final List<String> VALUES = List.of("a", "b");
  private static final Map<String, String> TITLES = titles();

  private static Map<String, String> titles() {
    Map<String, String> titles = new LinkedHashMap<>();
    titles.put("z", "Zed");
    titles.put("a", "Ay");
    return titles;
  }

  @Test
  void form_asksForItsFields() {
    Elicitation form = Elicitation.form("Who are you")
        .with("name", Field.text().title("Name").description("Yours").min(1).max(50))
        .with("mail", Field.text().format(Format.EMAIL).optional())
        .with("site", Field.text().format(Format.URI).optional())
        .with("born", Field.text().format(Format.DATE).optional())
        .with("at", Field.text().format(Format.DATE_TIME).optional())
        .with("age", Field.integer().min(18).max(120).defaultValue(30))
        .with("score", Field.number().min(0.5).defaultValue(95.5))
        .with("ok", Field.flag().defaultValue(true));

    assertThat(form.params()).isEqualTo(json("""
        {'message':'Who are you','requestedSchema':{'type':'object','properties':{
           'name':{'type':'string','title':'Name','description':'Yours','minLength':1,'maxLength':50},
           'mail':{'type':'string','format':'email'},
           'site':{'type':'string','format':'uri'},
           'born':{'type':'string','format':'date'},
           'at':{'type':'string','format':'date-time'},
           'age':{'type':'integer','minimum':18,'maximum':120,'default':30},
           'score':{'type':'number','minimum':0.5,'default':95.5},
           'ok':{'type':'boolean','default':true}},
         'required':['name','age','score','ok']}}"""));
  }

  @Test
  void choices_haveFiveForms() {
    Elicitation form = Elicitation.form("Choose")
        .with("untitledSingle", Field.choice(VALUES).defaultValue("a").optional())
        .with("titledSingle", Field.choice(TITLES).defaultValue("z").optional())
        .with("legacy", Field.legacyChoice(TITLES).optional())
        .with("untitledMulti", Field.choices(VALUES).min(1).max(2).optional())
        .with(
            "titledMulti", Field.choices(TITLES).defaultValue(List.of("a", "z")).optional());

    assertThat(form.params().at("/requestedSchema")).isEqualTo(json("""
        {'type':'object','properties':{
           'untitledSingle':{'type':'string','enum':['a','b'],'default':'a'},
           'titledSingle':{'type':'string',
             'oneOf':[{'const':'z','title':'Zed'},{'const':'a','title':'Ay'}],'default':'z'},
           'legacy':{'type':'string','enum':['z','a'],'enumNames':['Zed','Ay']},
           'untitledMulti':{'type':'array','items':{'type':'string','enum':['a','b']},
             'minItems':1,'maxItems':2},
           'titledMulti':{'type':'array',
             'items':{'anyOf':[{'const':'z','title':'Zed'},{'const':'a','title':'Ay'}]},
             'default':['a','z']}}}"""));
  }

  @Test
  void url_asksToOpenAPage() {
    assertThat(Elicitation.url("Sign in", "https://example.com/connect").params())
        .isEqualTo(json("{'mode':'url','message':'Sign in','url':'https://example.com/connect'}"));
  }

  @Test
  void url_thatIsNone_isRefused() {
    assertThatThrownBy(() -> Elicitation.url("Sign in", "connect"))
        .hasMessageContaining("elicitation url");
  }

  @Test
  void url_hasNoFields() {
    Elicitation url = Elicitation.url("Sign in", "https://example.com");

    assertThatThrownBy(() -> url.with("a", Field.text())).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void params_areATreeOfTheirOwn() {
    Elicitation form = Elicitation.form("x").with("a", Field.text());

    ((com.fasterxml.jackson.databind.node.ObjectNode)
            form.params().at("/requestedSchema/properties/a"))
        .put("type", "changed");

    assertThat(form.params().at("/requestedSchema/properties/a/type").asText()).isEqualTo("string");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|false|false",
        "{'elicitation':{}}|true|false",
        "{'elicitation':{'form':{}}}|true|false",
        "{'elicitation':{'url':{}}}|false|true",
        "{'elicitation':{'form':{},'url':{}}}|true|true",
        "{'elicitation':true}|false|false",
      })
  void capability_isForEachModeItsOwn(String capabilities, boolean form, boolean url) {
    assertThat(Elicitation.form("x").supportedBy(object(capabilities))).isEqualTo(form);
    assertThat(Elicitation.url("x", "https://example.com").supportedBy(object(capabilities)))
        .isEqualTo(url);
  }

  @Test
  void capability_thatIsNeeded_isNamed() {
    assertThat(Elicitation.form("x").capability()).isEqualTo(json("{'elicitation':{}}"));
    assertThat(Elicitation.url("x", "https://example.com").capability())
        .isEqualTo(json("{'elicitation':{'url':{}}}"));
  }

  @Test
  void fields_refuseWhatDoesNotBelongToThem() {
    assertThatThrownBy(() -> Field.flag().min(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Field.number().format(Format.URI))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Field.choice(VALUES).min(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Field.choice(TITLES).format(Format.URI))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Field.choice(List.of())).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Field.choices(Map.of())).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Field.choice(VALUES).defaultValue("c"))
        .hasMessage("field default: expected: one of a, b");
    assertThatThrownBy(() -> Field.text().defaultValue(1))
        .hasMessage("field default: expected: a string");
  }

  /** Field, answer, and what is wrong with it, or nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "text|'abc'|",
        "text|1|expected: a string",
        "text|null|missing",
        "short|'ab'|",
        "short|'a'|expected: at least 2 characters",
        "short|'abc'|",
        "short|'abcd'|expected: at most 3 characters",
        "short|'💧💧💧'|",
        "integer|1|",
        "integer|1.0|",
        "integer|1.5|expected: an integer",
        "integer|'1'|expected: an integer",
        "integer|0|expected: at least 1",
        "integer|10|",
        "integer|11|expected: at most 10",
        "number|0.5|",
        "number|0.4|expected: at least 0.5",
        "number|true|expected: a number",
        "flag|false|",
        "flag|'false'|expected: true or false",
        "choice|'b'|",
        "choice|'c'|expected: one of a, b",
        "titled|'z'|",
        "titled|'Zed'|expected: one of z, a",
        "legacy|'a'|",
        "legacy|'Ay'|expected: one of z, a",
        "choices|['a','b']|",
        "choices|['a']|expected: at least 2 choices",
        "choices|['a','b','a']|expected: at most 2 choices",
        "choices|['a','c']|expected: some of a, b",
        "choices|['a',1]|expected: some of a, b",
        "choices|'a'|expected: an array of strings",
        "titledChoices|['z']|",
        "titledChoices|['b']|expected: some of z, a",
      })
  void answer_isCheckedAgainstItsField(String field, String value, String problem) {
    assertThat(FIELDS.get(field).problem(json(value))).isEqualTo(problem);
  }

  private static final Map<String, Field> FIELDS = Map.of(
      "text", Field.text(),
      "short", Field.text().min(2).max(3),
      "integer", Field.integer().min(1).max(10),
      "number", Field.number().min(0.5),
      "flag", Field.flag(),
      "choice", Field.choice(VALUES),
      "titled", Field.choice(TITLES),
      "legacy", Field.legacyChoice(TITLES),
      "choices", Field.choices(VALUES).min(2).max(2),
      "titledChoices", Field.choices(TITLES));

  record Person(String name, int age) {}

  private final Elicitation person = Elicitation.form("Who")
      .with("name", Field.text())
      .with("age", Field.integer().optional());

  @Test
  void answer_thatFits_isRead() {
    ElicitResult result =
        person.read(json("{'action':'accept','content':{'name':'Al','age':5,'more':1}}"));

    assertThat(result.accepted()).isTrue();
    assertThat(result.as(Person.class)).isEqualTo(new Person("Al", 5));
  }

  @Test
  void answer_withoutAnOptionalField_fits() {
    assertThat(person.read(json("{'action':'accept','content':{'name':'Al'}}")).accepted())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"decline, DECLINE", "cancel, CANCEL"})
  void answer_thatIsRefused_hasNoContent(String word, ElicitResult.Action action) {
    ElicitResult result = person.read(json("{'action':'" + word + "','content':{'name':7}}"));

    assertThat(result).isEqualTo(new ElicitResult(action, JsonNodeFactory.instance.objectNode()));
    assertThat(result.accepted()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12345",
        "null",
        "[]",
        "{}",
        "{'action':'ACCEPT'}",
        "{'action':7}",
        "{'action':'accept','content':[]}",
        "{'action':'accept','content':'x'}",
        "{'action':'accept'}",
        "{'action':'accept','content':{}}",
        "{'action':'accept','content':{'name':7}}",
        "{'action':'accept','content':{'name':'Al','age':'5'}}"
      })
  void answer_thatIsNone_isInvalid(String answer) {
    JsonNode json = json(answer);

    assertThatThrownBy(() -> person.read(json)).isInstanceOf(InvalidAnswer.class);
  }

  @Test
  void content_thatJavaCannotHold_isInvalid() {
    ElicitResult result = new ElicitResult(ElicitResult.Action.ACCEPT, object("{'age':'x'}"));

    assertThatThrownBy(() -> result.as(Person.class))
        .isInstanceOf(InvalidAnswer.class)
        .hasMessage("content/age: not a valid value");
  }

  @Test
  void url_answer_needsNoContent() {
    Elicitation url = Elicitation.url("Sign in", "https://example.com");

    assertThat(url.read(json("{'action':'accept'}")).accepted()).isTrue();
  }
}
