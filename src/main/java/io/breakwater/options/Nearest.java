package io.breakwater.options;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The name that somebody who mistyped one probably meant.
 *
 * <p>Immutable.
 */
public final class Nearest {
  private Nearest() {}

  /**
   * The candidate that the fewest edits make of the name; null when none is near. What all candidates begin with says
   * nothing: it counts neither for nor against.
   */
  public static @Nullable String of(String name, Collection<String> candidates) {
    if (name.length() > 100) {
      return null;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    String prefix = candidates.size() > 1 ? prefix(candidates) : "";
    int skipped = lower.startsWith(prefix) ? prefix.length() : 0;
    String rest = lower.substring(skipped);
    int far = Math.min(Math.max(2, rest.length() / 3), Math.max(1, rest.length() / 2));
    ToIntFunction<String> distance =
        candidate -> distance(rest, candidate.toLowerCase(Locale.ROOT).substring(skipped));
    return candidates.stream()
        .filter(candidate -> distance.applyAsInt(candidate) <= far)
        .min(Comparator.comparingInt(distance))
        .orElse(null);
  }

  private static String prefix(Collection<String> words) {
    return words.stream()
        .map(word -> word.toLowerCase(Locale.ROOT))
        .reduce(Nearest::prefix)
        .orElse("");
  }

  private static String prefix(String one, String other) {
    int length = 0;
    while (length < Math.min(one.length(), other.length())
        && one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return one.substring(0, length);
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
