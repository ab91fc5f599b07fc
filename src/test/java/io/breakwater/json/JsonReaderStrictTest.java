package io.breakwater.json;

import static io.breakwater.json.Feeding.latin1;
import static io.breakwater.json.Feeding.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.json.Feeding.Cuts;
import io.breakwater.json.JsonRefused.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is JSON in UTF-8 and what is not, the same at every cut. */
final class JsonReaderStrictTest {
  private static final JsonLimits LIMITS = JsonLimits.defaults();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "12",
        "-12.5e+3",
        "true",
        "false",
        "null",
        "\"\"",
        "{}",
        "[]",
        " [ ] ",
        "\t\r\n{ }\n",
        "{\"\":{\"\":\"\"}}",
        "[1,[2,{\"a\":[]}],\"x\"]",
        "{\"a\":1,\"b\":2,\"A\":3}",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u0000\\u001f\\u007f\\u0080\\u07ff\\u0800\\uffff\"",
        "\"\\uD83D\\ude00\"",
        "[\"\u007f\u0080\u2028\u2029\"]",
        "\"\u00e9\u20ac\uD83D\uDE00\uDBFF\uDFFF\"",
        "{\"\u00e9\\u00e9\uD83D\uDE00\\ud83d\\ude01\":1}",
        "\ufeff[1]"
      })
  void json_anyCut_isReadAlike(String text) {
    byte[] bytes = utf8(text);
    String expected = JsonWriter.text(new BlockingJackson(LIMITS).readOrNull(bytes));
    for (Cuts cuts : Feeding.all(bytes.length)) {
      assertThat(Feeding.verdict(bytes, LIMITS, cuts)).as("%s", cuts).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "]",
        "}",
        ",",
        ":",
        "[1,]",
        "[1, ]",
        "[ ,1]",
        "{ ,\"a\":1}",
        "{\"a\":1, }",
        "{\"a\":1, ,\"b\":2}",
        "{\"a\":[1],}",
        "[{},]",
        "[\"a,\",]",
        "{\"a\":\"b,\",}",
        "[,1]",
        "[1,,2]",
        "[1 2]",
        "[1}",
        "[}",
        "{]",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\": }",
        "{\"a\":,\"b\":1}",
        "{\"a\":]}",
        "{\"a\":1,}",
        "{\"a\":1,,\"b\":2}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "{1:2}",
        "{a:1}",
        "{'a':1}",
        "'a'",
        "[\"a\":1]",
        "{\"a\":1]",
        "[1]]",
        "{}}",
        "{} x",
        "[]:",
        "1,",
        "\"a\"\"",
        "01",
        "-01",
        "00",
        "+1",
        ".5",
        "1.",
        "1.e1",
        "1e",
        "1e+",
        "-",
        "--1",
        "1.2.3",
        "1e5.5",
        "0x10",
        "1_000",
        "1x",
        "tru",
        "True",
        "truex",
        "nul",
        "undefined",
        "NaN",
        "Infinity",
        "-Infinity",
        "-NaN",
        "// a\n1",
        "/* a */1",
        "# a\n1",
        "[1/**/]",
        "1 //",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\U0041\"",
        "\"\n\"",
        "\"\t\"",
        "\"\u0000\"",
        "{\"a\nb\":1}",
        "\u0000",
        "1\u0000",
        "\u00a01",
        "\u2028[]",
        " \ufeff1",
        "\ufeff\ufeff1"
      })
  void notJson_anyCut_isRefusedAlike(String text) {
    assertEveryCut(utf8(text), Kind.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "[1",
        "[1,",
        "\"a",
        "\"\\",
        "\"\\u00"
      })
  void json_cutOff_isRefusedAtItsEnd(String text) {
    assertEveryCut(utf8(text), Kind.MALFORMED);
    JsonReader reader = new JsonReader(LIMITS, "body");
    reader.feed(utf8(text), 0, text.length());
    reader.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\r\n\t ", "\ufeff", "\ufeff  "})
  void blanks_alone_areEmpty(String text) {
    assertEveryCut(utf8(text), Kind.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}{}",
        "{} []",
        "[]1",
        "1 2",
        "\"a\" \"b\"",
        "true null",
        "{}{",
        "[]{\"a\":1}",
        "1 \"a\""
      })
  void value_afterTheValue_isRefused(String text) {
    assertEveryCut(utf8(text), Kind.SECOND_ROOT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":1}",
        "{\"a\":1,\"b\":2,\"a\":3}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"\\u0061\":1,\"a\":2}",
        "{\"a\":{},\"a\":{}}",
        "{\"a\":[],\"a\":1}",
        "[{\"x\":{\"a\":1,\"a\":2}}]",
        "{\"\":1,\"\":2}",
        "{\"a\":null,\"a\":null}",
        "{\"\u00e9\":1,\"\\u00e9\":2}",
        "{\"\uD83D\uDE00\":1,\"\\ud83d\\ude00\":2}",
        "{\"a\":1,\"a\":{",
        "{\"a/b\":1,\"a\\/b\":2}"
      })
  void member_sentTwice_isRefusedHoweverSpelled(String text) {
    assertEveryCut(utf8(text), Kind.DUPLICATE_MEMBER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\ud800",
        "\\udfff",
        "\\ud83d",
        "\\ude00\\ud83d",
        "\\ud83d\\ud83d\\ude00",
        "\\ud83dx\\ude00",
        "\\ud83d\\u0041",
        "a\\ud83d\\n"
      })
  void surrogate_withoutItsPair_isRefused(String escaped) {
    assertEveryCut(utf8("[\"" + escaped + "\"]"), Kind.MALFORMED);
    assertEveryCut(utf8("{\"" + escaped + "\":1}"), Kind.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00c0\u00af",
        "\u00c1\u00bf",
        "\u00e0\u0080\u00af",
        "\u00e0\u009f\u00bf",
        "\u00f0\u0080\u0080\u00af",
        "\u00f0\u008f\u00bf\u00bf",
        "\u00ed\u00a0\u0080",
        "\u00ed\u00bf\u00bf",
        "\u00ed\u00a0\u00bd\u00ed\u00b8\u0080",
        "\u00f4\u0090\u0080\u0080",
        "\u00f5\u0080\u0080\u0080",
        "\u00f7\u00bf\u00bf\u00bf",
        "\u00f8\u0088\u0080\u0080\u0080",
        "\u00fe",
        "\u00ff",
        "\u0080",
        "\u00bf",
        "\u00c3",
        "\u00c3(",
        "\u00e2\u0082",
        "\u00e2\u0082(",
        "\u00e2(\u00a1",
        "\u00f0\u009f\u0098",
        "\u00f0\u009f\u0098(",
        "\u00f0\u009f(\u00bc",
        "\u00f0(\u008c\u00bc",
        "\u00c3\u00c3\u00a9"
      })
  void bytes_notUtf8_areRefusedInValuesAndNames(String bytes) {
    assertEveryCut(latin1("[\"" + bytes + "\"]"), Kind.NOT_UTF8);
    assertEveryCut(latin1("[\"\u00c3\u00a9" + bytes + "abc\"]"), Kind.NOT_UTF8);
    assertEveryCut(latin1("{\"" + bytes + "\":1}"), Kind.NOT_UTF8);
    assertEveryCut(latin1("{\"abc" + bytes + "defghij\":1}"), Kind.NOT_UTF8);
    assertEveryCut(latin1("{\"\\n" + bytes + "\":1}"), Kind.NOT_UTF8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00fe\u00ff\u0000[\u0000]",
        "\u00ff\u00fe[\u0000]\u0000",
        "\u0000[\u0000]",
        "[\u0000]\u0000",
        "\u0000\u0000\u00fe\u00ff\u0000\u0000\u0000[",
        "\u0000\u0000\u0000[\u0000\u0000\u0000]",
        "[\u0000\u0000\u0000]\u0000\u0000\u0000",
        "\u00ef\u00bb[]",
        "\u00ef[]",
        "\u00ef\u00bb",
        "\u00c3\u00a9",
        "[\u00c0\u00af]"
      })
  void bytes_ofAnotherEncoding_areRefused(String bytes) {
    assertEveryCut(latin1(bytes), Kind.MALFORMED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[\"SECRET\\x\"]|MALFORMED: body is not JSON (at byte 10)",
        "{\"SECRET\":1,\"SECRET\":2}|DUPLICATE_MEMBER: body has two members of one name in an object (at byte 22)",
        "[SECRET]|MALFORMED: body is not JSON (at byte 2)",
        "[] \"SECRET\"|SECOND_ROOT: body has more than one JSON value (at byte 11)",
        "[\"SECRET|MALFORMED: body ends before its JSON value does",
        "[\"SECRET\\ud800\"]|MALFORMED: body has an unpaired surrogate in a string (at byte 15)"
      })
  void refusal_saysWhere_andQuotesNothing(String text, String verdict) {
    for (Cuts cuts : Feeding.all(text.length())) {
      assertThat(Feeding.verdict(utf8(text), LIMITS, cuts)).isEqualTo(verdict);
    }
  }

  private static void assertEveryCut(byte[] text, Kind kind) {
    String whole = Feeding.verdict(text, LIMITS, new Cuts());
    assertThat(whole).startsWith(kind + ": ");
    for (Cuts cuts : Feeding.all(text.length)) {
      assertThat(Feeding.verdict(text, LIMITS, cuts)).as("%s", cuts).isEqualTo(whole);
    }
  }
}
