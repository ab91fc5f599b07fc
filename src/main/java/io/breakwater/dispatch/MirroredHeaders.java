package io.breakwater.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.rpc.Refusal;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The request headers that repeat members of the body, so that intermediaries can route without reading it. What a
 * header says must be what the body says.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation">2026-07-28,
 *     Server Validation</a>
 */
public final class MirroredHeaders {
  private static final String SENTINEL_HEAD = "=?base64?";
  private static final String SENTINEL_TAIL = "?=";

  private final Function<String, List<String>> lines;

  /** @param lines all values of a header by its name without regard to case, empty when it is absent */
  public MirroredHeaders(Function<String, List<String>> lines) {
    this.lines = lines;
  }

  /** Checks a header that must be there as it is, without Base64: {@code Mcp-Method}, {@code MCP-Protocol-Version}. */
  public void requirePlain(String name, String expected) {
    String value = single(name);
    if (value == null) {
      throw Refusal.headerMismatch(name + " header is required");
    }
    if (!value.equals(expected)) {
      throw differs(name, value, expected);
    }
  }

  /** Checks a header that must be there and may be Base64-encoded: {@code Mcp-Name}. */
  public void requireEncoded(String name, String expected) {
    String value = single(name);
    if (value == null) {
      throw Refusal.headerMismatch(name + " header is required");
    }
    if (!decode(name, value).equals(expected)) {
      throw differs(name, value, expected);
    }
  }

  /**
   * Checks a header against an argument: absent or null arguments expect no header, strings, integers and booleans
   * expect their text. Numbers are compared as numbers.
   */
  public void check(String name, @Nullable JsonNode argument) {
    String value = single(name);
    if (argument == null || argument.isNull() || argument.isMissingNode()) {
      if (value != null) {
        throw Refusal.headerMismatch(name + " header is given, but the body has no such argument");
      }
      return;
    }
    if (value == null) {
      throw Refusal.headerMismatch(name + " header is required, since the body has this argument");
    }
    String text = decode(name, value);
    boolean same = text.equals(argument.asText());
    if (!same && !(argument.isNumber() && sameNumber(text, argument))) {
      throw differs(name, value, argument.asText());
    }
  }

  private @Nullable String single(String name) {
    List<String> values = lines.apply(name);
    if (values.isEmpty()) {
      return null;
    }
    if (values.size() > 1) {
      throw Refusal.headerMismatch(name + " header is given " + values.size() + " times");
    }
    String value = withoutBlanks(values.get(0));
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c != '\t' && (c < 0x20 || c > 0x7e)) {
        throw Refusal.headerMismatch(name + " header contains invalid characters");
      }
    }
    return value;
  }

  /** Only space and tab may surround a value; {@link String#strip} would take control characters away as well. */
  private static String withoutBlanks(String value) {
    int from = 0;
    int to = value.length();
    while (from < to && blank(value.charAt(from))) {
      from++;
    }
    while (from < to && blank(value.charAt(to - 1))) {
      to--;
    }
    return value.substring(from, to);
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\t';
  }

  private static String decode(String name, String value) {
    boolean encoded = value.startsWith(SENTINEL_HEAD)
        && value.endsWith(SENTINEL_TAIL)
        && value.length() >= SENTINEL_HEAD.length() + SENTINEL_TAIL.length();
    if (!encoded) {
      return value;
    }
    String base64 =
        value.substring(SENTINEL_HEAD.length(), value.length() - SENTINEL_TAIL.length());
    try {
      if (base64.length() % 4 != 0) {
        throw new IllegalArgumentException("padding");
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(Base64.getDecoder().decode(base64)))
          .toString();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw Refusal.headerMismatch(name + " header is not valid Base64 of UTF-8");
    }
  }

  /** Longer numbers are the same when their texts are, or not at all. */
  private static boolean sameNumber(String text, JsonNode number) {
    if (text.length() > 64) {
      return false;
    }
    try {
      BigDecimal given = new BigDecimal(text);
      return Math.abs(given.scale()) <= 400 && given.compareTo(number.decimalValue()) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static Refusal differs(String name, String value, String expected) {
    return Refusal.headerMismatch(name + " header value '" + Refusal.clip(value)
        + "' does not match body value '" + Refusal.clip(expected) + "'");
  }
}
