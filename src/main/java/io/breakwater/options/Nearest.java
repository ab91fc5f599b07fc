package io.breakwater.options;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The name that somebody who mistyped one probably meant.
 *
 * <p>Immutable.
 */
public final class Nearest {
  private Nearest() {}

  /** The candidate that the fewest edits make of the name; null when none is near. */
  public static @Nullable String of(String name, Collection<String> candidates) {
    if (name.length() > 100) {
      return null;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    int far = Math.max(2, name.length() / 3);
    return candidates.stream()
        .filter(candidate -> distance(lower, candidate.toLowerCase(Locale.ROOT)) <= far)
        .min(Comparator.comparingInt(
            candidate -> distance(lower, candidate.toLowerCase(Locale.ROOT))))
        .orElse(null);
  }

  /** Insertions, deletions and replacements that make one word the other. */
  private static int distance(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] line = new int[to.length() + 1];
      line[0] = row;
      for (int column = 1; column <= to.length(); column++) {
        int swap = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
        line[column] =
            Math.min(above[column - 1] + swap, Math.min(above[column], line[column - 1]) + 1);
      }
      above = line;
    }
    return above[to.length()];
  }
}
