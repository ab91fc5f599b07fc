package io.breakwater.json;

import static io.breakwater.json.Feeding.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.json.Feeding.Cuts;
import io.breakwater.json.JsonRefused.Kind;
import io.vertx.core.buffer.Buffer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds: each at its limit and one beyond, with the message that names it. */
final class JsonReaderTest {
  private static final JsonLimits LIMITS = JsonLimits.defaults();

  /** A way to nest: what opens and closes a level, by its number. */
  record Nesting(String name, String[] opens, String[] closes) {
    String text(int levels) {
      StringBuilder text = new StringBuilder();
      for (int level = 0; level < levels; level++) {
        text.append(opens[level % opens.length]);
      }
      for (int level = levels - 1; level >= 0; level--) {
        boolean innermost = level == levels - 1;
        boolean named = opens[level % opens.length].endsWith(":");
        text.append(innermost && named ? "0" : "").append(closes[level % closes.length]);
      }
      return text.toString();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Nesting> nestings() {
    return Stream.of(
        new Nesting("arrays", new String[] {"["}, new String[] {"]"}),
        new Nesting("objects", new String[] {"{\"a\":"}, new String[] {"}"}),
        new Nesting("mixed", new String[] {"{\"a\": ", "[1, "}, new String[] {"}", "]"}),
        new Nesting("second members", new String[] {"{\"b\":0,\"a\":"}, new String[] {"}"}));
  }

  /** Counts what is built. */
  private static final class CountingNodes extends JsonNodeFactory {
    private static final long serialVersionUID = 1L;
    private int containers;

    @Override
    public ObjectNode objectNode() {
      containers++;
      return super.objectNode();
    }

    @Override
    public ArrayNode arrayNode() {
      containers++;
      return super.arrayNode();
    }
  }

  @ParameterizedTest
  @MethodSource("nestings")
  void nesting_of64_parses_65IsRefusedBeforeAContainerIsBuilt(Nesting nesting) {
    byte[] fits = utf8(nesting.text(64).replace(", ]", "]").replace(", }", "}"));
    byte[] deep = utf8(nesting.text(65));
    for (Cuts cuts : Feeding.all(fits.length)) {
      JsonReader reader = new JsonReader(LIMITS, "request body");
      assertThat(Feeding.read(reader, fits, cuts)).isNotNull();
      assertThat(reader.depthMax()).isEqualTo(64);
    }
    for (Cuts cuts : Feeding.all(deep.length)) {
      CountingNodes nodes = new CountingNodes();
      JsonReader reader = new JsonReader(LIMITS, "request body", nodes);
      assertRefused(Kind.TOO_DEEP, () -> Feeding.read(reader, deep, cuts))
          .hasMessage("request body nesting exceeds 64 levels (limits.depthMax)");
      assertThat(nodes.containers).isEqualTo(64);
      assertThat(reader.depthMax()).isEqualTo(64);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void nesting_fedByteByByte_isRefusedAtThe65thBracket(String open) {
    byte[] text = utf8(open.repeat(65));
    int last = text.length - open.length();
    JsonReader reader = new JsonReader(LIMITS, "request body");
    IntStream.range(0, last).forEach(at -> reader.feed(text, at, at + 1));
    assertRefused(Kind.TOO_DEEP, () -> reader.feed(text, last, last + 1));
  }

  @Test
  void nesting_ofEmptyContainers_countsThem() {
    assertThat(read("[".repeat(63) + "{}" + "]".repeat(63))).isNotNull();
    assertRefused(Kind.TOO_DEEP, () -> read("[".repeat(64) + "{}" + "]".repeat(64)));
    assertRefused(Kind.TOO_DEEP, () -> read("[".repeat(64) + "[]" + "]".repeat(64)));
  }

  @Test
  void width_withoutDepth_isNotNesting() {
    JsonReader reader = new JsonReader(LIMITS, "request body");
    byte[] text = utf8("[" + "[],".repeat(1_000) + "{}]");
    reader.feed(text, 0, text.length);
    assertThat(reader.end()).hasSize(1_001);
    assertThat(reader.depthMax()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 8_192, 4_194_303, 4_194_304, 5_000_000})
  void value_ofExactly4MiB_parses_oneByteMoreIsRefused(int chunk) {
    byte[] fits = utf8("\"" + "x".repeat(4_194_302) + "\"");
    assertThat(inChunks(fits, chunk).textValue()).hasSize(4_194_302);
    byte[] large = utf8("\"" + "x".repeat(4_194_303) + "\"");
    assertRefused(Kind.TOO_LARGE, () -> inChunks(large, chunk))
        .hasMessage("Payload too large: request body exceeds 4194304 bytes (limits.bodyBytesMax)");
  }

  @Test
  void blanks_aroundTheValue_countAsBytes() {
    JsonLimits limits = LIMITS.bytesMax(5);
    assertThat(JsonReader.read(utf8(" 123 "), limits, "line").intValue()).isEqualTo(123);
    assertRefused(Kind.TOO_LARGE, () -> JsonReader.read(utf8(" 123  "), limits, "line"))
        .hasMessage("Payload too large: line exceeds 5 bytes (limits.bodyBytesMax)");
  }

  @Test
  void bytesOverTheLimit_afterSomethingWrong_tellTheWrongThing() {
    byte[] text = utf8("]" + " ".repeat(100));
    assertRefused(Kind.MALFORMED, () -> JsonReader.read(text, LIMITS.bytesMax(10), "request body"));
  }

  @Test
  void tokens_of200000_parse_oneMoreIsRefused() {
    assertThat(read("[" + "0,".repeat(199_997) + "0]")).hasSize(199_998);
    assertRefused(Kind.TOO_MANY_TOKENS, () -> read("[" + "0,".repeat(199_998) + "0]"))
        .hasMessage("request body exceeds 200000 tokens (limits.tokensMax)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":[]}", "[1,true,\"\"]", "[[{}]]", "[[],1]"})
  void tokens_areNamesScalarsAndBrackets(String text) {
    int tokens = text.equals("[[{}]]") ? 6 : 5;
    assertThat(JsonReader.read(utf8(text), LIMITS.tokensMax(tokens), "line")).isNotNull();
    assertRefused(
        Kind.TOO_MANY_TOKENS,
        () -> JsonReader.read(utf8(text), LIMITS.tokensMax(tokens - 1), "line"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n", "\u00e9", "\u20ac", "\uD83D\uDE00", "\\u00e9", "\\ud83d\\ude00"})
  void name_of1024Bytes_parses_oneMoreIsRefused(String character) {
    int bytes = utf8(read("\"" + character + "\"").textValue()).length;
    String name = character.repeat(1_024 / bytes) + "x".repeat(1_024 % bytes);
    assertThat(read("{\"" + name + "\":1}")).hasSize(1);
    assertRefused(Kind.NAME_TOO_LONG, () -> read("{\"" + name + "x\":1}"))
        .hasMessage("request body member name exceeds 1024 bytes (limits.nameBytesMax)");
  }

  @Test
  void name_withoutEnd_isRefusedWhileItStreamsIn() {
    JsonReader reader = new JsonReader(LIMITS, "request body");
    byte[] text = utf8("{\"" + "n".repeat(2_100));
    assertRefused(Kind.NAME_TOO_LONG, () -> reader.feed(text, 0, text.length));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9", "-9", "0.9", "-1.5", "9e0", "1.5E-0"})
  void number_of128Characters_parses_oneMoreIsRefused(String start) {
    String number = start + "0".repeat(128 - start.length());
    assertThat(read(number).isNumber()).isTrue();
    assertRefused(Kind.NUMBER_TOO_LONG, () -> read(number + "0"))
        .hasMessage("request body number exceeds 128 characters (limits.numberCharsMax)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1.", "1e", "1.5e-"})
  void number_withoutEnd_isRefusedWhileItStreamsIn(String start) {
    JsonReader reader = new JsonReader(LIMITS, "request body");
    byte[] digits = utf8("1".repeat(50));
    reader.feed(utf8(start), 0, start.length());
    assertRefused(Kind.NUMBER_TOO_LONG, () -> {
      for (int chunk = 0; chunk < 10; chunk++) {
        reader.feed(digits, 0, digits.length);
      }
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e", "1E+", "1e-", "0.5e", "-1.25E-", "0e"})
  void exponent_of400_parses_401IsRefused(String start) {
    assertThat(read(start + "400").isBigDecimal()).isTrue();
    assertThat(read(start + "0400").isBigDecimal()).isTrue();
    assertRefused(Kind.NUMBER_TOO_LONG, () -> read(start + "401"))
        .hasMessage("request body exponent of a number exceeds 400 (limits.exponentMax)");
    assertRefused(Kind.NUMBER_TOO_LONG, () -> read(start + "99999999999999999999"));
  }

  @Test
  void numbers_keepTheirDigits() {
    JsonNode numbers = read(
        "[0,-1,2147483648,9223372036854775808,1.50,100e-2,1e5,0.1,0.0,12345678901234567890.123456789]");
    assertThat(JsonWriter.text(numbers))
        .isEqualTo(
            "[0,-1,2147483648,9223372036854775808,1.50,1.00,1E+5,0.1,0.0,12345678901234567890.123456789]");
    assertThat(numbers.get(0).isInt()).isTrue();
    assertThat(numbers.get(2).isLong()).isTrue();
    assertThat(numbers.get(3).isBigInteger()).isTrue();
    assertThat(numbers.get(4).decimalValue().scale()).isEqualTo(2);
  }

  @Test
  void names_withOneHashCode_areReadLikeOthers() {
    StringBuilder text = new StringBuilder("{");
    IntStream.range(0, 1 << 14)
        .mapToObj(number -> colliding(number, 14))
        .forEach(name -> text.append('"').append(name).append("\":0,"));
    assertThat(read(text + "\"last\":1}")).hasSize((1 << 14) + 1);
  }

  @Test
  void member_afterARefusal_isWhatWasReadBefore() {
    JsonReader reader = new JsonReader(LIMITS, "request body");
    byte[] text = utf8("{\"id\":7,\"text\":\"a\",\"done\":{\"b\":[]},\"params\":" + "[".repeat(64));
    assertRefused(Kind.TOO_DEEP, () -> reader.feed(text, 0, text.length));
    assertThat(reader.member("id")).hasToString("7");
    assertThat(reader.member("text")).hasToString("\"a\"");
    assertThat(reader.member("done")).hasToString("{\"b\":[]}");
    assertThat(reader.member("params")).as("half read").isNull();
    assertThat(reader.member("b")).as("not of the root").isNull();
  }

  @Test
  void member_notYetComplete_isNull() {
    JsonReader reader = new JsonReader(LIMITS, "request body");
    byte[] text = utf8("{\"id\":12");
    reader.feed(text, 0, text.length);
    assertThat(reader.member("id")).as("more digits may follow").isNull();
    reader.feed(utf8("3}"), 0, 2);
    assertThat(reader.member("id")).hasToString("123");
    assertThat(reader.end()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":1,\"id\":2", "{\"id\":1,\"id\":{", "{\"id\":[],\"\\u0069d\":0"})
  void member_sentTwice_isNeither(String text) {
    JsonReader reader = new JsonReader(LIMITS, "request body");
    byte[] bytes = utf8(text + " ");
    assertRefused(Kind.DUPLICATE_MEMBER, () -> reader.feed(bytes, 0, bytes.length));
    assertThat(reader.member("id")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "\"id\"", "", "5 "})
  void member_ofNoObject_isNull(String text) {
    JsonReader reader = new JsonReader(LIMITS, "request body");
    reader.feed(utf8(text), 0, text.length());
    assertThat(reader.member("id")).isNull();
    reader.close();
  }

  @Test
  void reader_afterARefusal_repeatsIt() {
    JsonReader reader = new JsonReader(LIMITS, "request body");
    JsonRefused first = catchThrowableOfType(JsonRefused.class, () -> reader.feed(utf8("]"), 0, 1));
    assertThatThrownBy(() -> reader.feed(utf8("1"), 0, 1)).isSameAs(first);
    assertThatThrownBy(reader::end).isSameAs(first);
    reader.close();
    assertThat(first.getStackTrace()).isEmpty();
  }

  @Test
  void reader_afterItsEnd_takesNoMore() {
    JsonReader reader = new JsonReader(LIMITS, "request body");
    reader.feed(Buffer.buffer("[1]"));
    assertThat(reader.end()).hasToString("[1]");
    assertThatThrownBy(() -> reader.feed(utf8("1"), 0, 1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(reader::end).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void text_asString_isReadUnderTheSameLimits() {
    assertThat(JsonReader.readText("{\"a\":\"\u20ac\"}", LIMITS, "arguments")
            .get("a")
            .textValue())
        .isEqualTo("\u20ac");
    assertRefused(Kind.TOO_DEEP, () -> JsonReader.readText("[".repeat(65), LIMITS, "arguments"));
    assertRefused(Kind.EMPTY, () -> JsonReader.readText("", LIMITS, "arguments"))
        .hasMessage("arguments is empty");
    assertRefused(Kind.NOT_UTF8, () -> JsonReader.readText("\"\ud800\"", LIMITS, "arguments"));
  }

  @Test
  void text_asString_isMeasuredInBytes() {
    JsonLimits limits = LIMITS.bytesMax(8);
    assertThat(JsonReader.readText("\"\u20ac\u20ac\"", limits, "arguments")).isNotNull();
    assertRefused(
            Kind.TOO_LARGE, () -> JsonReader.readText("\"\u20ac\u20acx\"", limits, "arguments"))
        .hasMessage("Payload too large: arguments exceeds 8 bytes (limits.bodyBytesMax)");
    assertRefused(Kind.TOO_LARGE, () -> JsonReader.readText("\"1234567\"", limits, "arguments"));
  }

  @Test
  void limits_ofZero_nameTheSetting() {
    assertThatThrownBy(() -> LIMITS.depthMax(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limits.depthMax: 0 (expected: > 0)");
  }

  /** Strings of pairs that Java hashes alike: "Aa" and "BB". */
  private static String colliding(int number, int bits) {
    StringBuilder name = new StringBuilder();
    for (int bit = 0; bit < bits; bit++) {
      name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return name.toString();
  }

  private static JsonNode read(String text) {
    return JsonReader.read(utf8(text), LIMITS, "request body");
  }

  private static JsonNode inChunks(byte[] text, int chunk) {
    try (JsonReader reader = new JsonReader(LIMITS, "request body")) {
      for (int from = 0; from < text.length; from += chunk) {
        reader.feed(text, from, Math.min(text.length, from + chunk));
      }
      return reader.end();
    }
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, JsonRefused> assertRefused(
      Kind kind, ThrowingCallable reading) {
    JsonRefused refused = catchThrowableOfType(JsonRefused.class, reading);
    assertThat(refused).isNotNull();
    assertThat(refused.kind()).as(refused.getMessage()).isEqualTo(kind);
    return assertThat(refused);
  }
}
