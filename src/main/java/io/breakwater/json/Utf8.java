package io.breakwater.json;

/** What UTF-8 asks of text in UTF-16: surrogates in pairs, and how many bytes it takes. */
final class Utf8 {
  private Utf8() {}

  /** Bytes of the text in UTF-8; an unpaired surrogate counts three. */
  static int length(CharSequence text) {
    int bytes = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      // The two halves of a pair are four bytes together.
      bytes += c < 0x80 ? 1 : c < 0x800 || isHalf(text, at) ? 2 : 3;
    }
    return bytes;
  }

  static boolean unpairedSurrogate(char[] chars, int from, int to) {
    int at = from;
    while (at < to) {
      if (!Character.isSurrogate(chars[at])) {
        at++;
      } else if (at + 1 < to && Character.isSurrogatePair(chars[at], chars[at + 1])) {
        at += 2;
      } else {
        return true;
      }
    }
    return false;
  }

  static boolean unpairedSurrogate(CharSequence text) {
    int at = 0;
    while (at < text.length()) {
      if (!Character.isSurrogate(text.charAt(at))) {
        at++;
      } else if (pairAt(text, at)) {
        at += 2;
      } else {
        return true;
      }
    }
    return false;
  }

  private static boolean isHalf(CharSequence text, int at) {
    return Character.isSurrogate(text.charAt(at))
        && (pairAt(text, at) || (at > 0 && pairAt(text, at - 1)));
  }

  private static boolean pairAt(CharSequence text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }
}
