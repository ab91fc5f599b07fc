package io.breakwater.launch;

/**
 * Text of a server, made safe for a terminal: what would move the cursor, change colours, type keys or turn the direction
 * of writing is replaced, so that a server can show nothing but text.
 *
 * <p>Immutable.
 */
final class TerminalText {
  private static final char REPLACEMENT = '\ufffd';

  private TerminalText() {}

  /** Text of several lines; line breaks and tabs stay. */
  static String block(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> safe.appendCodePoint(c == '\n' || c == '\t' || harmless(c) ? c : replaced(c)));
    return safe.toString().replace("\r", "");
  }

  /** The first line that is not blank, in so many characters at most. */
  static String line(String text, int charsMax) {
    String first = text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElse("");
    String safe = block(first).replace('\t', ' ');
    if (safe.codePointCount(0, safe.length()) <= charsMax) {
      return safe;
    }
    int end = safe.offsetByCodePoints(0, Math.max(0, charsMax - 1));
    return safe.substring(0, end).stripTrailing() + "…";
  }

  /** The same, of which no more than the beginning is shown. */
  static String block(String text, int charsMax) {
    if (text.codePointCount(0, text.length()) <= charsMax) {
      return block(text);
    }
    return block(text.substring(0, text.offsetByCodePoints(0, charsMax))) + "…";
  }

  /** A JSON text of ASCII that means the same; what is not ASCII can only stand inside its strings. */
  static String json(String json) {
    StringBuilder safe = new StringBuilder(json.length());
    for (int at = 0; at < json.length(); at++) {
      char c = json.charAt(at);
      boolean plain = c == '\n' || (c >= ' ' && c <= '~');
      safe.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
    }
    return safe.toString();
  }

  private static int replaced(int codePoint) {
    // The CR of a CRLF goes without a trace.
    return codePoint == '\r' ? '\r' : REPLACEMENT;
  }

  private static boolean harmless(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR -> false;
      // The joiners belong to words and to pictures; the others turn or hide what stands there.
      case Character.FORMAT -> codePoint == 0x200c || codePoint == 0x200d;
      default -> true;
    };
  }
}
