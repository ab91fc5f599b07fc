package io.breakwater.provider;

import static io.breakwater.api.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Bounds;
import io.breakwater.api.Default;
import io.breakwater.api.Shape;
import io.breakwater.options.Options;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused when a tool is registered. */
final class SchemasTest {
  private final Schemas schemas = new Schemas(SchemaLimits.of(Options.defaults().limits()));

  @Test
  void limits_areThoseOfTheOptions() {
    assertThat(SchemaLimits.of(Options.defaults().limits()))
        .isEqualTo(new SchemaLimits(64, 10_000, 100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'type':'array'}", "{'type':['object']}", "{'type':7}"})
  void input_whoseRootIsNoObject_isRefused(String schema) {
    assertThatThrownBy(() -> input(schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("inputSchema")
        .hasMessageContaining("(expected: \"object\")");
  }

  @Test
  void output_mayBeAnything() {
    assertThat(schemas.output(new Shape.OfSchema(object("{'type':'array'}"))).mirrored())
        .isEmpty();
    assertThat(schemas.output(new Shape.OfSchema(object("{}"))).schema()).isEmpty();
  }

  @Test
  void schema_writtenByHand_staysAsItIs() {
    ObjectNode schema = object("""
        {'$schema':'https://json-schema.org/draft/2020-12/schema','type':'object',
         '$defs':{'address':{'$anchor':'addressDef','type':'object',
           'properties':{'street':{'type':'string'},'city':{'type':'string'}}}},
         'properties':{'name':{'type':'string'},'address':{'$ref':'#/$defs/address'},
           'other':{'$ref':'#addressDef'},
           'contactMethod':{'type':'string','enum':['phone','email']},
           'phone':{'type':'string'},'email':{'type':'string'}},
         'allOf':[{'anyOf':[{'required':['phone']},{'required':['email']}]}],
         'if':{'properties':{'contactMethod':{'const':'phone'}},'required':['contactMethod']},
         'then':{'required':['phone']},'else':{'required':['email']},
         'additionalProperties':false}""");

    Schemas.Ready ready = schemas.input(new Shape.OfSchema(schema));

    assertThat(ready.schema()).isEqualTo(schema);
    assertThat(ready.check().problems(object("{'contactMethod':'phone','phone':'1'}")))
        .isEmpty();
    assertThat(ready.check().problems(object("{'contactMethod':'phone','email':'a'}")))
        .containsExactly("required property 'phone' not found");
    assertThat(ready.check().problems(object("{'email':'a','other':{'city':1}}")))
        .containsExactly("/other/city: integer found, string expected");
  }

  @Test
  void depth_atTheLimit_passes_oneBeyondIsRefused() {
    assertThat(input(nested(64)).schema()).isNotEmpty();
    assertThatThrownBy(() -> input(nested(65)))
        .hasMessageContaining("more than 64 schemas within each other (limits.schemaDepthMax)");
  }

  @Test
  void depth_ofThousands_isRefusedToo() {
    assertThatThrownBy(() -> input(nested(20_000))).hasMessageContaining("limits.schemaDepthMax");
  }

  /** A schema of so many schemas within each other. */
  private static ObjectNode nested(int depth) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    for (int i = 1; i < depth; i++) {
      ObjectNode outer = JsonNodeFactory.instance.objectNode();
      outer.putObject("properties").set("a", schema);
      schema = outer;
    }
    return schema.put("type", "object");
  }

  @Test
  void subschemas_atTheLimit_pass_oneBeyondIsRefused() {
    assertThat(input(wide(10_000)).schema()).isNotEmpty();
    assertThatThrownBy(() -> input(wide(10_001)))
        .hasMessageContaining("more than 10000 subschemas (limits.subschemasMax)");
  }

  private static ObjectNode wide(int subschemas) {
    ObjectNode schema = object("{'type':'object'}");
    ObjectNode properties = schema.putObject("properties");
    for (int i = 1; i < subschemas; i++) {
      properties.put("p" + i, true);
    }
    return schema;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/other.json",
        "http://127.0.0.1:1/x",
        "file:///etc/passwd",
        "classpath:schema.json",
        "other.json",
        "other.json#/a",
        "https://json-schema.org/draft/2020-12/schema"
      })
  void reference_outOfTheDocument_isRefused(String reference) {
    ObjectNode schema = object("{'type':'object','properties':{'a':{}}}");
    ((ObjectNode) schema.at("/properties/a")).put("$ref", reference);

    assertThatThrownBy(() -> input(schema))
        .hasMessageContaining("/properties/a/$ref")
        .hasMessageContaining("outside of the document");
  }

  @Test
  void reference_toAnIdInTheDocument_isFollowed() {
    Schemas.Ready ready = input("""
        {'$id':'https://example.com/root.json','type':'object',
         'properties':{'a':{'$ref':'item.json'},'b':{'$ref':'https://example.com/item.json#/$defs/deep'}},
         '$defs':{'item':{'$id':'item.json','type':'string','$defs':{'deep':{'type':'integer'}}}}}""");

    assertThat(ready.check().problems(object("{'a':'x','b':1}"))).isEmpty();
    assertThat(ready.check().problems(object("{'a':1,'b':'x'}"))).hasSize(2);
  }

  @Test
  void reference_toNothing_isRefused() {
    assertThatThrownBy(() -> input("{'type':'object','properties':{'a':{'$ref':'#/$defs/none'}}}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/$defs/none cannot be resolved");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object','$ref':'#'}",
        "{'type':'object','allOf':[{'$ref':'#/$defs/a'}],'$defs':{'a':{'anyOf':[{'$ref':'#/$defs/a'}]}}}"
      })
  void reference_toItselfWithoutEnd_isRefused(String schema) {
    assertThatThrownBy(() -> input(schema)).hasMessageContaining("refers to itself without end");
  }

  @Test
  void reference_toItselfThatDescends_passes() {
    Schemas.Ready ready =
        input("{'type':'object','properties':{'child':{'$ref':'#'}},'additionalProperties':false}");

    assertThat(ready.check().problems(object("{'child':{'child':{}}}"))).isEmpty();
    assertThat(ready.check().problems(object("{'child':{'child':{'x':1}}}"))).hasSize(1);
  }

  @Test
  void dataThatLooksLikeSchemas_isNotJudged() {
    Schemas.Ready ready = input("""
        {'type':'object','properties':{
           '$ref':{'type':'string'},
           'a':{'const':{'$ref':'http://example.com'}},
           'b':{'enum':[{'x-mcp-header':'X'}]},
           'c':{'default':{'$schema':'nothing','pattern':'('}},
           'pattern':{'type':'string'}},
         'examples':[{'$ref':'http://example.com'}]}""");

    assertThat(ready.mirrored()).isEmpty();
  }

  @Test
  void dialect_thatIsNotSupported_isRefused() {
    assertThatThrownBy(
            () -> input("{'$schema':'http://json-schema.org/draft-04/schema#','type':'object'}"))
        .hasMessage(
            "inputSchema: /$schema: dialect 'http://json-schema.org/draft-04/schema#' is not"
                + " supported (expected: one of https://json-schema.org/draft/2020-12/schema,"
                + " https://json-schema.org/draft/2019-09/schema, http://json-schema.org/draft-07/schema)");
  }

  @Test
  void dialect_draft07_isCheckedAsSuch() {
    Schemas.Ready ready = input("""
        {'$schema':'http://json-schema.org/draft-07/schema#','type':'object',
         'definitions':{'n':{'type':'number'}},
         'properties':{'a':{'$ref':'#/definitions/n'},
           'pair':{'items':[{'type':'string'},{'type':'integer'}],'additionalItems':false}},
         'dependencies':{'a':['pair']}}""");

    assertThat(ready.check().problems(object("{'a':1,'pair':['x',1]}"))).isEmpty();
    assertThat(ready.check().problems(object("{'pair':['x',1,2]}"))).hasSize(1);
    assertThat(ready.check().problems(object("{'a':1}"))).hasSize(1);
  }

  @Test
  void dialect_2019_isCheckedAsSuch() {
    Schemas.Ready ready = input("""
        {'$schema':'https://json-schema.org/draft/2019-09/schema','type':'object',
         'dependentRequired':{'a':['b']}}""");

    assertThat(ready.check().problems(object("{'a':1}"))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object','properties':{'a':{'type':'strin'}}}",
        "{'type':'object','properties':{'a':{'minimum':'5'}}}",
        "{'type':'object','required':'a'}",
        "{'type':'object','properties':[]}",
        "{'type':'object','properties':{'a':7}}",
        "{'type':'object','$ref':5}"
      })
  void schema_thatIsNone_isRefused(String schema) {
    assertThatThrownBy(() -> input(schema)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object','properties':{'a':{'pattern':'('}}}",
        "{'type':'object','patternProperties':{'[':{}}}",
        "{'type':'object','properties':{'a':{'pattern':'(?:){100000}'}}}",
        "{'type':'object','properties':{'a':{'pattern':'a{1,100000}'}}}"
      })
  void pattern_thatIsNone_isRefused(String schema) {
    assertThatThrownBy(() -> input(schema)).hasMessageContaining("is not a pattern");
  }

  @Test
  void repetition_belowTheBound_passes() {
    assertThat(input("{'type':'object','properties':{'a':{'pattern':'^a{1,99999}$'}}}")
            .mirrored())
        .isEmpty();
  }

  private Schemas.Ready input(String schema) {
    return input(object(schema));
  }

  private Schemas.Ready input(ObjectNode schema) {
    return schemas.input(new Shape.OfSchema(schema));
  }

  @Test
  void mirrored_isFoundThroughPropertiesAlone() {
    Schemas.Ready ready = input("""
        {'type':'object','properties':{
           'region':{'type':'string','x-mcp-header':'Region'},
           'nested':{'type':'object','properties':{
             'flag':{'type':'boolean','x-mcp-header':'a!#$%&'},
             'count':{'type':'integer','x-mcp-header':'COUNT'}}}}}""".replace("a!#$%&", "a!#$%&*+-.^_`|~"));

    assertThat(ready.mirrored())
        .isEqualTo(List.of(
            new MirroredParam(List.of("region"), "Mcp-Param-Region"),
            new MirroredParam(List.of("nested", "flag"), "Mcp-Param-a!#$%&*+-.^_`|~"),
            new MirroredParam(List.of("nested", "count"), "Mcp-Param-COUNT")));
    assertThat(ready.mirrored().get(2).in(object("{'nested':{'count':7}}"))).hasToString("7");
    assertThat(ready.mirrored().get(2).in(object("{'nested':7}"))).isNull();
    assertThat(ready.mirrored().get(0).in(object("{'region':null}"))).hasToString("null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "''",
        "'a b'",
        "'a:b'",
        "'é'",
        "'a\\r\\nb'",
        "'a\\u0000'",
        "7",
        "null",
        "true",
        "['a']"
      })
  void mirrored_underNoToken_isRefused(String name) {
    assertThatThrownBy(() -> input(
            "{'type':'object','properties':{'a':{'type':'string','x-mcp-header':" + name + "}}}"))
        .hasMessageContaining("/properties/a/x-mcp-header")
        .hasMessageContaining("(expected: a token of 1 to 128 characters)");
  }

  @Test
  void mirroredName_atTheLimit_passes_oneBeyondIsRefused() {
    assertThat(mirrored("x".repeat(128)).mirrored()).hasSize(1);
    assertThatThrownBy(() -> mirrored("x".repeat(129))).hasMessageContaining("a token");
  }

  private Schemas.Ready mirrored(String name) {
    return input(
        "{'type':'object','properties':{'a':{'type':'string','x-mcp-header':'" + name + "'}}}");
  }

  @Test
  void mirrored_twiceWithoutRegardToCase_isRefused() {
    assertThatThrownBy(() -> input("""
            {'type':'object','properties':{
               'a':{'type':'string','x-mcp-header':'Region'},
               'b':{'type':'string','x-mcp-header':'rEGION'}}}"""))
        .hasMessageContaining("/properties/b/x-mcp-header")
        .hasMessageContaining("a name that no other parameter has");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'type':'number'",
        "'type':'object'",
        "'type':'array'",
        "'type':'null'",
        "'enum':['a']",
        "'type':['string','null']"
      })
  void mirrored_ofAnotherType_isRefused(String type) {
    assertThatThrownBy(
            () -> input("{'type':'object','properties':{'a':{" + type + ",'x-mcp-header':'A'}}}"))
        .hasMessageContaining("a property of type string, integer or boolean");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'x-mcp-header':'A'",
        "'items':{'type':'string','x-mcp-header':'A'}",
        "'properties':{'l':{'type':'array','items':{'type':'string','x-mcp-header':'A'}}}",
        "'properties':{'l':{'type':'array','items':{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}}}",
        "'allOf':[{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}]",
        "'anyOf':[{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}]",
        "'oneOf':[{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}]",
        "'not':{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}",
        "'if':{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}",
        "'then':{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}",
        "'else':{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}",
        "'$defs':{'a':{'type':'string','x-mcp-header':'A'}},'properties':{'a':{'$ref':'#/$defs/a'}}",
        "'additionalProperties':{'type':'string','x-mcp-header':'A'}",
        "'patternProperties':{'a':{'type':'string','x-mcp-header':'A'}}",
        "'dependentSchemas':{'a':{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}}",
        "'prefixItems':[{'type':'string','x-mcp-header':'A'}]",
        "'contains':{'type':'string','x-mcp-header':'A'}",
        "'propertyNames':{'type':'string','x-mcp-header':'A'}"
      })
  void mirrored_elsewhere_isRefused(String members) {
    assertThatThrownBy(() -> input("{'type':'object'," + members + "}"))
        .hasMessageContaining("x-mcp-header")
        .hasMessageContaining("a property that is reached through properties alone");
  }

  record Fitting(
      @Default("7") @Bounds(max = 7) int a, @Default("RED") Color color, int must) {}

  enum Color {
    RED
  }

  record TooMuch(@Default("8") @Bounds(max = 7) int a) {}

  record NoNumber(@Default("seven") int a) {}

  record NoColor(@Default("BLUE") Color color) {}

  @Test
  void default_thatFits_passes() {
    assertThat(schemas.input(new Shape.OfType(Fitting.class)).mirrored()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(classes = {TooMuch.class, NoNumber.class, NoColor.class})
  void default_thatDoesNotFit_isRefused(Class<?> type) {
    assertThatThrownBy(() -> schemas.input(new Shape.OfType(type)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/default")
        .hasMessageContaining("(expected: a value that fits the property)");
  }
}
