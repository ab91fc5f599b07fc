package io.breakwater.behaviour;

/** JSON texts of a given depth and of a given size. */
final class Nesting {
  private Nesting() {}

  /** So many arrays in one another. */
  static String arrays(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  /** So many objects in one another. */
  static String objects(int depth) {
    return "{\"a\":".repeat(depth - 1) + "{}" + "}".repeat(depth - 1);
  }

  /** An {@code initialize} whose whole text has this depth, 5 at least. */
  static String initialize(int depth) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
        + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"},\"capabilities\":{\"experimental\":"
        + objects(depth - 3) + "}}}";
  }

  /** The text with blanks before its last character until it has so many bytes. */
  static String padded(String text, int bytes) {
    int last = text.length() - 1;
    return text.substring(0, last) + " ".repeat(bytes - text.length()) + text.substring(last);
  }
}
