package io.breakwater.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The name of a server as one segment of a path, percent-encoded.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc3986#section-3.3">RFC 3986, 3.3, Path</a>
 */
public final class RouteName {
  /** Longest name, in UTF-16 units. */
  public static final int CHARS_MAX = 128;

  /** Three bytes of UTF-8 for each unit at most, and three characters for each byte. */
  private static final int SEGMENT_CHARS_MAX = 9 * CHARS_MAX;

  private static final String PLAIN = "-._~";

  private RouteName() {}

  /**
   * Whether a name can stand in a path so that every client and proxy on the way leaves it there: 1 to
   * {@value #CHARS_MAX} characters of well-formed Unicode, no slash, no control character, and neither {@code .} nor
   * {@code ..}.
   */
  public static boolean legal(String name) {
    return !name.isEmpty()
        && name.length() <= CHARS_MAX
        && !name.equals(".")
        && !name.equals("..")
        && name.codePoints()
            .noneMatch(c -> c == '/'
                || Character.isISOControl(c)
                || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
  }

  /** The segment that {@link #decode} reads as this name. */
  public static String encode(String name) {
    StringBuilder segment = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      if (plain(b)) {
        segment.append((char) b);
      } else {
        segment.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return segment.toString();
  }

  private static boolean plain(byte b) {
    return (b >= 'A' && b <= 'Z')
        || (b >= 'a' && b <= 'z')
        || (b >= '0' && b <= '9')
        || PLAIN.indexOf(b) >= 0;
  }

  /** The name that a segment stands for, decoded once; null when it is none. */
  static @Nullable String decode(String segment) {
    byte[] bytes = segment.length() > SEGMENT_CHARS_MAX ? null : bytes(segment);
    if (bytes == null) {
      return null;
    }
    try {
      String name =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return legal(name) ? name : null;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Null when there is a percent sign without two digits, or what cannot be in a request line. */
  private static byte @Nullable [] bytes(String segment) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(segment.length());
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c <= ' ' || c > '~') {
        return null;
      }
      if (c != '%') {
        bytes.write(c);
      } else if (i + 2 < segment.length() && hex(segment, i + 1) && hex(segment, i + 2)) {
        bytes.write(HexFormat.fromHexDigits(segment, i + 1, i + 3));
        i += 2;
      } else {
        return null;
      }
    }
    return bytes.toByteArray();
  }

  private static boolean hex(String segment, int at) {
    return HexFormat.isHexDigit(segment.charAt(at));
  }
}
