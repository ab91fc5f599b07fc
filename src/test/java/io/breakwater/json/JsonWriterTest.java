package io.breakwater.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.FloatNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.ShortNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonWriterTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(NODES.objectNode(), "{}"),
        Arguments.of(NODES.arrayNode(), "[]"),
        Arguments.of(NODES.arrayNode().add(1).add(true).addNull().add("x"), "[1,true,null,\"x\"]"),
        Arguments.of(NODES.objectNode().put("b", false).put("a", 2), "{\"b\":false,\"a\":2}"),
        Arguments.of(NullNode.instance, "null"),
        Arguments.of(MissingNode.getInstance(), "null"),
        Arguments.of(LongNode.valueOf(Long.MIN_VALUE), "-9223372036854775808"),
        Arguments.of(ShortNode.valueOf((short) -1), "-1"),
        Arguments.of(BigIntegerNode.valueOf(BigInteger.TEN.pow(30)), "1" + "0".repeat(30)),
        Arguments.of(DoubleNode.valueOf(1e300), "1.0E300"),
        Arguments.of(DoubleNode.valueOf(-0.0), "-0.0"),
        Arguments.of(FloatNode.valueOf(0.1f), "0.1"),
        Arguments.of(DoubleNode.valueOf(Double.NaN), "null"),
        Arguments.of(DoubleNode.valueOf(Double.NEGATIVE_INFINITY), "null"),
        Arguments.of(FloatNode.valueOf(Float.POSITIVE_INFINITY), "null"),
        Arguments.of(BinaryNode.valueOf(new byte[] {1, 2, 3}), "\"AQID\""),
        Arguments.of(new POJONode(null), "null"),
        Arguments.of(new POJONode(new RawValue("{\"\u00e9\": 1}")), "{\"\u00e9\": 1}"),
        Arguments.of(new POJONode(new RawValue(new SerializedString("[\u20ac]"))), "[\u20ac]"),
        Arguments.of(new POJONode(new RawValue(NODES.arrayNode().add(1))), "[1]"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void value_written_isItsJson(JsonNode node, String json) {
    assertThat(JsonWriter.text(node)).isEqualTo(json);
    assertThat(JsonWriter.bytes(node)).isEqualTo(json.getBytes(StandardCharsets.UTF_8));
    assertThat(JsonWriter.buffer(node).getBytes()).isEqualTo(JsonWriter.bytes(node));
  }

  @ParameterizedTest
  @CsvSource({
    "1.50,1.50",
    "100e-2,1.00",
    "1e5,1E+5",
    "-0.0,0.0",
    "1E-400,1E-400",
    "12.3E+7,1.23E+8",
    "0e3,0E+3"
  })
  void decimal_written_keepsDigitsAndScale(String decimal, String json) {
    assertThat(JsonWriter.text(DecimalNode.valueOf(new BigDecimal(decimal)))).isEqualTo(json);
    assertThat(new BigDecimal(json)).isEqualTo(new BigDecimal(decimal));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "22|\\\"",
        "5c|\\\\",
        "2f|/",
        "8|\\b",
        "9|\\t",
        "a|\\n",
        "c|\\f",
        "d|\\r",
        "0|\\u0000",
        "1f|\\u001f",
        "7f|\u007f"
      })
  void character_withAMeaning_isEscaped(String code, String escape) {
    String text = "x" + (char) Integer.parseInt(code, 16) + "y";
    assertThat(JsonWriter.text(TextNode.valueOf(text))).isEqualTo("\"x" + escape + "y\"");
    assertThat(JsonWriter.text(NODES.objectNode().put(text, 1)))
        .isEqualTo("{\"x" + escape + "y\":1}");
  }

  @Test
  void everyCharacter_written_isReadAgain() {
    StringBuilder all = new StringBuilder();
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
        all.appendCodePoint(point);
      }
    }
    byte[] written = JsonWriter.bytes(TextNode.valueOf(all.toString()));
    JsonLimits limits = JsonLimits.defaults().bytesMax(written.length);
    assertThat(JsonReader.read(written, limits, "text").textValue()).isEqualTo(all.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\ud800", "\udc00", "a\udbff", "\udfffb", "\ud83d\ud83d\ude00", "\ude00\ud83d"})
  void surrogate_withoutItsPair_isReplaced(String text) throws Exception {
    byte[] written = JsonWriter.bytes(NODES.objectNode().put(text, text));
    String decoded =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(written)).toString();
    String replaced = new String(text.getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16);
    assertThat(decoded).isEqualTo("{\"" + replaced + "\":\"" + replaced + "\"}").contains("\ufffd");
  }

  @Test
  void strings_ofAnyLengthAndMix_areReadAgain() {
    SplittableRandom random = new SplittableRandom(7);
    String[] pieces = {"a", "\n", "\u0001", "\u00e9", "\u20ac", "\uD83D\uDE00", "\"", "plain text "
    };
    for (int round = 0; round < 2_000; round++) {
      ArrayNode array = NODES.arrayNode();
      StringBuilder text = new StringBuilder("x".repeat(random.nextInt(600)));
      int count = random.nextInt(200);
      for (int piece = 0; piece < count; piece++) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      array.add(text.toString()).add(round);
      assertThat(JsonReader.read(JsonWriter.bytes(array), JsonLimits.defaults(), "text"))
          .isEqualTo(array);
    }
  }

  @Test
  void text_written_hasNoLineBreak() {
    ObjectNode node = NODES.objectNode().put("a\r\n", "b\r\n\u2028");
    assertThat(JsonWriter.text(node)).doesNotContain("\r", "\n").contains("\u2028");
  }

  @Test
  void tree_of1000Levels_isWritten_oneMoreIsRefused() {
    JsonNode deep = nested(1_000);
    assertThat(JsonWriter.text(deep)).isEqualTo("[".repeat(1_000) + "]".repeat(1_000));
    assertThatThrownBy(() -> JsonWriter.bytes(nested(1_001)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a tree of more than 1000 levels");
  }

  @Test
  void pojo_unlessRaw_isRefused() {
    assertThatThrownBy(() -> JsonWriter.bytes(new POJONode(java.util.List.of("a"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static JsonNode nested(int levels) {
    ArrayNode node = NODES.arrayNode();
    for (int level = 1; level < levels; level++) {
      node = NODES.arrayNode().add(node);
    }
    return node;
  }
}
