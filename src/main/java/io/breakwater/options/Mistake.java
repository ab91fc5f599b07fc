package io.breakwater.options;

/**
 * One thing that is wrong with the configuration, as one line.
 *
 * <p>Immutable.
 *
 * @param path of the setting, or where the text of the configuration came from
 * @param found the value or what is wrong with it, safe to print
 * @param expected what would have been right
 */
public record Mistake(String path, String found, String expected) {

  /** For example {@code limits.depthMax: 0 (expected: an integer from 1 to 1000)}. */
  @Override
  public String toString() {
    return path + ": " + found + " (expected: " + expected + ")";
  }
}
