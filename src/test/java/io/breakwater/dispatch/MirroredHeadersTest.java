package io.breakwater.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MirroredHeadersTest {
  private static final String NAME = "Mcp-Param-X";

  @ParameterizedTest
  @ValueSource(strings = {"tools/call", " tools/call", "tools/call\t", " \t tools/call  "})
  void plain_thatIsTheSame_passes(String value) {
    assertThat(plain("tools/call", value)).isNull();
  }

  @Test
  void plain_missingTwiceOrDifferent_isRefused() {
    assertThat(plain("a")).isEqualTo("400 -32020 Header mismatch: Mcp-Param-X header is required");
    assertThat(plain("a", "a", "a"))
        .isEqualTo("400 -32020 Header mismatch: Mcp-Param-X header is given 2 times");
    assertThat(plain("bar", "foo"))
        .isEqualTo("400 -32020 Header mismatch: Mcp-Param-X header value 'foo'"
            + " does not match body value 'bar'");
    assertThat(plain("tools/call", "TOOLS/CALL")).contains("does not match");
    assertThat(plain("tools/call", "")).contains("does not match");
  }

  @Test
  void plain_isNeverDecoded() {
    assertThat(plain("server/discover", "=?base64?c2VydmVyL2Rpc2NvdmVy?="))
        .contains("does not match");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          Hello                | Hello
          Hello                | =?base64?SGVsbG8=?=
          café_7               | =?base64?Y2Fmw6lfNw==?=
          no_such_tool_7       | =?base64?bm9fc3VjaF90b29sXzc=?=
          Hello, 世界           | =?base64?SGVsbG8sIOS4lueVjA==?=
          ` padded `           | =?base64?IHBhZGRlZCA=?=
          =?base64?literal?=   | =?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=
          =?base64?SGVsbG8=    | =?base64?SGVsbG8=
          SGVsbG8=             | SGVsbG8=
          =?base64?=           | =?base64?=
          =?BASE64?SGVsbG8=?=  | =?BASE64?SGVsbG8=?=
          base64?SGVsbG8=?=    | base64?SGVsbG8=?=
          ``                   | =?base64??=
          ``                   | ``
          a b                  | a b
          """)
  void encoded_thatMeansTheSame_passes(String body, String value) {
    assertThat(encoded(body, value)).isNull();
    assertThat(checked(TextNode.valueOf(body), value)).isNull();
  }

  @Test
  void encoded_lineBreak_passes() {
    assertThat(encoded("line1\nline2", "=?base64?bGluZTEKbGluZTI=?=")).isNull();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          Hello               | =?base64?SGVsbG8?=        | is not valid Base64 of UTF-8
          Hello               | =?base64?SGVs!!!bG8=?=    | is not valid Base64 of UTF-8
          Hello               | =?base64?SGVs bG8=?=      | is not valid Base64 of UTF-8
          Hello               | =?base64?SGVsbG8==?=      | is not valid Base64 of UTF-8
          Hello               | =?base64?//4=?=           | is not valid Base64 of UTF-8
          Hello               | =?base64?7aCA?=           | is not valid Base64 of UTF-8
          Hello               | =?base64?__4=?=           | is not valid Base64 of UTF-8
          Hello               | =?base64?=?=              | is not valid Base64 of UTF-8
          =?base64?literal?=  | =?base64?literal?=        | is not valid Base64 of UTF-8
          Hello               | =?base64??=               | does not match
          Hello               | SGVsbG8=                  | does not match
          Hello               | hello                     | does not match
          """)
  void encoded_thatIsBrokenOrDifferent_isRefused(String body, String value, String why) {
    assertThat(encoded(body, value)).startsWith("400 -32020 Header mismatch: ").contains(why);
    assertThat(checked(TextNode.valueOf(body), value)).startsWith("400 -32020 ").contains(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"café", "cafÃ©_7", "a\u0000b", "a\u0001", "a\nb", "a\u007fb", "\u001ca", "a\u00a0"
      })
  void characters_beyondPrintableAscii_areRefused(String value) {
    for (String refused : new String[] {
      plain(value, value), encoded(value, value), checked(TextNode.valueOf(value), value)
    }) {
      assertThat(refused)
          .isEqualTo("400 -32020 Header mismatch: Mcp-Param-X header contains invalid characters");
    }
  }

  @Test
  void encoded_missingOrTwice_isRefused() {
    assertThat(encoded("a")).contains("header is required");
    assertThat(encoded("a", "a", "b")).contains("header is given 2 times");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          42                   | 42
          42                   | 42.0
          42.0                 | 42
          42                   | +42
          -7                   | -7
          0                    | -0
          4200                 | 42e2
          123456789012345678901234567890 | 123456789012345678901234567890
          true                 | true
          false                | =?base64?ZmFsc2U=?=
          'us-west1'           | us-west1
          '42'                 | 42
          """)
  void argument_thatIsTheSame_passes(String argument, String value) {
    assertThat(checked(Json.of(argument), value)).isNull();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          42    | 43
          42    | 4 2
          42    | 0x2A
          42    | ``
          42    | NaN
          42    | 1e999999999
          42    | 1e-999999999
          '42'  | 42.0
          true  | TRUE
          true  | 1
          {}    | {}
          """)
  void argument_thatDiffers_isRefused(String argument, String value) {
    assertThat(checked(Json.of(argument), value)).contains("does not match");
  }

  /** As long as a number of the body may be. */
  @Test
  void number_ofManyDigits_isCompared() {
    assertThat(checked(Json.of("1" + "0".repeat(126) + "1"), "1" + "0".repeat(126) + "1"))
        .isNull();
    assertThat(checked(Json.of("1" + "0".repeat(126) + "1"), "1" + "0".repeat(126) + "2"))
        .contains("does not match");
    assertThat(checked(Json.of("1"), "1." + "0".repeat(100_000))).contains("does not match");
  }

  @Test
  void argument_thatIsNoneAndHeaderThatIsNone_belongTogether() {
    for (JsonNode none :
        new @Nullable JsonNode[] {null, Json.of("null"), MissingNode.getInstance()}) {
      assertThat(checked(none)).isNull();
      assertThat(checked(none, "x"))
          .isEqualTo("400 -32020 Header mismatch: Mcp-Param-X header is given,"
              + " but the body has no such argument");
    }
    assertThat(checked(Json.of("'x'")))
        .isEqualTo("400 -32020 Header mismatch: Mcp-Param-X header is required,"
            + " since the body has this argument");
  }

  @Test
  void value_thatIsLong_isNotEchoedWhole() {
    assertThat(plain("y".repeat(10_000), "x".repeat(10_000))).hasSizeLessThan(400);
  }

  private static @Nullable String plain(String body, String... values) {
    return refusal(() -> headers(values).requirePlain(NAME, body));
  }

  private static @Nullable String encoded(String body, String... values) {
    return refusal(() -> headers(values).requireEncoded(NAME, body));
  }

  private static @Nullable String checked(@Nullable JsonNode argument, String... values) {
    return refusal(() -> headers(values).check(NAME, argument));
  }

  private static MirroredHeaders headers(String... values) {
    return new MirroredHeaders(name -> name.equals(NAME) ? List.of(values) : List.of());
  }

  private static @Nullable String refusal(Runnable check) {
    Refusal refusal = catchThrowableOfType(Refusal.class, check::run);
    return refusal == null
        ? null
        : refusal.status() + " " + refusal.error().code() + " " + refusal.getMessage();
  }
}
