package io.breakwater.options;

/**
 * One thing that is wrong with the configuration or the command line, as one line.
 *
 * <p>Immutable.
 *
 * @param where a setting, an option, or the file with line and column
 * @param found the value or what is wrong with it, safe to print
 * @param hint how to get it right
 */
public record Mistake(String where, String found, String hint) {

  /** @param expected what would have been right */
  public static Mistake expected(String where, String found, String expected) {
    return new Mistake(where, found, "expected: " + expected);
  }

  /** For example {@code limits.depthMax: 0 (expected: an integer from 1 to 1000)}. */
  @Override
  public String toString() {
    return where + ": " + found + " (" + hint + ")";
  }
}
