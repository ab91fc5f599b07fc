package io.breakwater.api;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The percent-encoding of RFC 3986. */
final class PercentEncoding {
  private PercentEncoding() {}

  /** The text with its percent-encoded octets, decoded once; null when that is not legal or not UTF-8. */
  static @Nullable String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == '%') {
        int octet = octet(text, at);
        if (octet < 0) {
          return null;
        }
        bytes.write(octet);
        at += 3;
      } else {
        int next = text.indexOf('%', at);
        int end = next < 0 ? text.length() : next;
        bytes.writeBytes(text.substring(at, end).getBytes(StandardCharsets.UTF_8));
        at = end;
      }
    }
    return utf8(bytes.toByteArray());
  }

  private static int octet(String text, int at) {
    if (at + 2 >= text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(at + 1), 16);
    int low = Character.digit(text.charAt(at + 2), 16);
    boolean ascii = text.charAt(at + 1) < 0x80 && text.charAt(at + 2) < 0x80;
    return ascii && high >= 0 && low >= 0 ? high << 4 | low : -1;
  }

  private static @Nullable String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
