package io.breakwater.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON text in the making: a growing array that knows how values are spelled.
 *
 * <p>Confined to its writer.
 */
final class JsonBytes {
  private static final int DEPTH_MAX = 1_000;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** For each ASCII character: 0 as it is, 'u' by its code, else the letter after the backslash. */
  private static final byte[] ESCAPES = escapes();

  private byte[] bytes = new byte[512];
  private int length;

  byte[] bytes() {
    return Arrays.copyOf(bytes, length);
  }

  Buffer buffer() {
    return Buffer.buffer(length).appendBytes(bytes, 0, length);
  }

  String text() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  void node(JsonNode node, int depth) {
    switch (node.getNodeType()) {
      case OBJECT -> object(node, deeper(depth));
      case ARRAY -> array(node, deeper(depth));
      case STRING, BINARY -> string(node.asText());
      case NUMBER -> number(node);
      case BOOLEAN -> ascii(node.booleanValue() ? "true" : "false");
      case POJO -> raw(((POJONode) node).getPojo());
      default -> ascii("null");
    }
  }

  private static int deeper(int depth) {
    if (depth == DEPTH_MAX) {
      throw new IllegalArgumentException("a tree of more than " + DEPTH_MAX + " levels");
    }
    return depth + 1;
  }

  private void object(JsonNode object, int depth) {
    put('{');
    boolean first = true;
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (!first) {
        put(',');
      }
      first = false;
      string(member.getKey());
      put(':');
      node(member.getValue(), depth);
    }
    put('}');
  }

  private void array(JsonNode array, int depth) {
    put('[');
    for (int at = 0; at < array.size(); at++) {
      if (at > 0) {
        put(',');
      }
      node(array.get(at), depth);
    }
    put(']');
  }

  private void number(JsonNode number) {
    boolean floating = number.isDouble() || number.isFloat();
    if (floating && !Double.isFinite(number.doubleValue())) {
      ascii("null");
    } else {
      // All of Java's decimal spellings are JSON; BigDecimal.toString keeps the scale.
      ascii(number.isBigDecimal() ? number.decimalValue().toString() : number.asText());
    }
  }

  private void raw(@Nullable Object value) {
    Object raw = value instanceof RawValue held ? held.rawValue() : value;
    if (raw == null) {
      ascii("null");
    } else if (!(value instanceof RawValue)) {
      throw new IllegalArgumentException("a POJO in a tree: " + raw.getClass().getName());
    } else if (raw instanceof SerializableString text) {
      append(text.asUnquotedUTF8());
    } else if (raw instanceof JsonNode tree) {
      node(tree, 0);
    } else {
      append(raw.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  @SuppressWarnings("deprecation") // copies the low bytes, which is what ASCII is
  private void ascii(String text) {
    room(text.length());
    text.getBytes(0, text.length(), bytes, length);
    length += text.length();
  }

  private void string(String text) {
    int size = text.length();
    // Most text is plain ASCII, one byte a character; what is not makes room for itself.
    room(size + 2);
    byte[] out = bytes;
    int start = length;
    out[start++] = '"';
    int at = 0;
    while (at < size) {
      char c = text.charAt(at);
      if (c >= 0x80 || ESCAPES[c] != 0) {
        break;
      }
      out[start + at++] = (byte) c;
    }
    length = start + at;
    if (at < size) {
      odd(text, at);
    }
    put('"');
  }

  /** The rest of a string from its first character that is not one plain byte. */
  private void odd(String text, int from) {
    int at = from;
    while (at < text.length()) {
      // Room for a block at the most that a character can take: a control character by its code.
      int block = Math.min(text.length(), at + 64);
      room(6 * (block - at) + 6);
      while (at < block) {
        at += character(text, at);
      }
    }
  }

  /** Returns how many chars of the text it wrote. */
  private int character(String text, int at) {
    char c = text.charAt(at);
    if (c < 0x80) {
      plainOrEscaped(c);
    } else if (c < 0x800) {
      bytes[length++] = (byte) (0xc0 | (c >> 6));
      bytes[length++] = (byte) (0x80 | (c & 0x3f));
    } else if (!Character.isSurrogate(c)) {
      three(c);
    } else if (at + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(at + 1))) {
      four(Character.toCodePoint(c, text.charAt(at + 1)));
      return 2;
    } else {
      three('\ufffd');
    }
    return 1;
  }

  private void plainOrEscaped(char c) {
    byte escape = ESCAPES[c];
    if (escape == 0) {
      bytes[length++] = (byte) c;
      return;
    }
    bytes[length++] = '\\';
    bytes[length++] = escape;
    if (escape == 'u') {
      bytes[length++] = '0';
      bytes[length++] = '0';
      bytes[length++] = HEX[c >> 4];
      bytes[length++] = HEX[c & 0xf];
    }
  }

  private void three(char c) {
    bytes[length++] = (byte) (0xe0 | (c >> 12));
    bytes[length++] = (byte) (0x80 | ((c >> 6) & 0x3f));
    bytes[length++] = (byte) (0x80 | (c & 0x3f));
  }

  private void four(int codePoint) {
    bytes[length++] = (byte) (0xf0 | (codePoint >> 18));
    bytes[length++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
    bytes[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
    bytes[length++] = (byte) (0x80 | (codePoint & 0x3f));
  }

  private void put(char ascii) {
    room(1);
    bytes[length++] = (byte) ascii;
  }

  private void append(byte[] more) {
    room(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  private void room(int more) {
    int needed = Math.addExact(length, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int)
          Math.min(Math.max(needed, 2L * bytes.length), Integer.MAX_VALUE - 8));
    }
  }

  private static byte[] escapes() {
    byte[] escapes = new byte[0x80];
    Arrays.fill(escapes, 0, 0x20, (byte) 'u');
    escapes['\b'] = 'b';
    escapes['\t'] = 't';
    escapes['\n'] = 'n';
    escapes['\f'] = 'f';
    escapes['\r'] = 'r';
    escapes['"'] = '"';
    escapes['\\'] = '\\';
    return escapes;
  }
}
