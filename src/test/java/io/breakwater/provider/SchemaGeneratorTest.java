package io.breakwater.provider;

import static io.breakwater.api.Trees.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Bounds;
import io.breakwater.api.Default;
import io.breakwater.api.Description;
import io.breakwater.api.Header;
import io.breakwater.api.Optional;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SchemaGeneratorTest {
  record Add(int a, int b) {}

  @Test
  void record_ofInts_isAnObjectThatRequiresBoth() {
    assertThat(schema(Add.class)).isEqualTo(json("""
        {'type':'object',
         'properties':{'a':{'type':'integer'},'b':{'type':'integer'}},
         'required':['a','b']}"""));
  }

  record Nothing() {}

  @Test
  void record_withoutComponents_isAnObject() {
    assertThat(schema(Nothing.class)).isEqualTo(json("{'type':'object'}"));
  }

  record Order(String z, String a, String m) {}

  @Test
  void properties_keepTheOrderOfTheRecord() {
    assertThat(schema(Order.class).path("properties").fieldNames())
        .toIterable()
        .containsExactly("z", "a", "m");
  }

  record Optionals(
      String must,
      @Nullable String nullable,
      @Optional boolean flag,
      @Default("7") int seven,
      byte @Nullable [] bytes) {}

  @Test
  void required_isWhatIsNeitherNullableNorOptionalNorHasADefault() {
    assertThat(schema(Optionals.class).path("required")).isEqualTo(json("['must']"));
  }

  @Description("Where to look")
  record Place(
      @Header("Region") @Description("The region") String region,
      @Bounds(min = 1, max = 5) @Default("3") int zone,
      @Bounds(min = 2) @Default("10") String name,
      @Bounds(max = 0.5) double share,
      @Bounds(max = 3) @Description("Some") List<String> tags) {}

  @Test
  void annotations_becomeKeywords() {
    assertThat(schema(Place.class)).isEqualTo(json("""
        {'type':'object',
         'description':'Where to look',
         'properties':{
           'region':{'type':'string','description':'The region','x-mcp-header':'Region'},
           'zone':{'type':'integer','default':3,'minimum':1,'maximum':5},
           'name':{'type':'string','default':'10','minLength':2},
           'share':{'type':'number','maximum':0.5},
           'tags':{'type':'array','description':'Some','items':{'type':'string'},'maxItems':3}},
         'required':['region','share','tags']}"""));
  }

  enum Color {
    RED,
    @JsonProperty("blue")
    BLUE;

    @Override
    public String toString() {
      return "not this";
    }
  }

  record Kinds(
      Color color,
      LocalDate date,
      Instant moment,
      UUID id,
      URI uri,
      BigDecimal amount,
      byte[] bytes,
      Map<String, Integer> counts,
      JsonNode any,
      ObjectNode object,
      @JsonProperty("renamed") String original,
      @JsonIgnore @Nullable String hidden) {}

  @Test
  void types_areWhatJacksonWrites() {
    JsonNode properties = schema(Kinds.class).path("properties");

    assertThat(properties).isEqualTo(json("""
        {'color':{'type':'string','enum':['RED','blue']},
         'date':{'type':'string','format':'date'},
         'moment':{'type':'string','format':'date-time'},
         'id':{'type':'string','format':'uuid'},
         'uri':{'type':'string','format':'uri'},
         'amount':{'type':'number'},
         'bytes':{'type':'string','contentEncoding':'base64'},
         'counts':{'type':'object','additionalProperties':{'type':'integer'}},
         'any':{},
         'object':{'type':'object'},
         'renamed':{'type':'string'}}"""));
  }

  record Point(@Bounds(min = 0) int x, @Optional int y) {}

  record Line(Point from, Point to) {}

  @Test
  void record_usedTwice_isDefinedOnce() {
    assertThat(schema(Line.class)).isEqualTo(json("""
        {'$defs':{'Point':{'type':'object',
           'properties':{'x':{'type':'integer','minimum':0},'y':{'type':'integer'}},
           'required':['x']}},
         'type':'object',
         'properties':{'from':{'$ref':'#/$defs/Point'},'to':{'$ref':'#/$defs/Point'}},
         'required':['from','to']}"""));
  }

  record Tree(String name, List<Tree> children) {}

  @Test
  void record_ofItself_refersToItself() {
    assertThat(schema(Tree.class)).isEqualTo(json("""
        {'type':'object',
         'properties':{'name':{'type':'string'},'children':{'type':'array','items':{'$ref':'#'}}},
         'required':['name','children']}"""));
  }

  static final class Bean {
    private String name = "";
    private @Nullable Integer age;

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public @Nullable Integer getAge() {
      return age;
    }

    public void setAge(@Nullable Integer age) {
      this.age = age;
    }
  }

  @Test
  void bean_isAnObject() {
    assertThat(schema(Bean.class)).isEqualTo(json("""
        {'type':'object',
         'properties':{'name':{'type':'string'},'age':{'type':'integer'}},
         'required':['name']}"""));
  }

  @Test
  void output_mayBeAnyType() {
    assertThat(schema(String[].class))
        .isEqualTo(json("{'type':'array','items':{'type':'string'}}"));
    assertThat(schema(Integer.class)).isEqualTo(json("{'type':'integer'}"));
  }

  private static JsonNode schema(Type type) {
    // Read again, since 1 as an int and 1 as a long are two nodes.
    return json(new SchemaGenerator().generate(type).toString());
  }
}
