package io.breakwater.options;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Answers to names that no setting has: what was probably meant.
 *
 * <p>Immutable.
 */
final class Unknown {
  private Unknown() {}

  static Mistake section(String name) {
    List<String> sections = Settings.ALL.sections();
    @Nullable String near = nearest(name, sections);
    @Nullable String meant = near == null ? elsewhere(name) : near;
    return mistake(name, "section", meant, "one of " + String.join(", ", sections));
  }

  static Mistake setting(String section, String name) {
    List<String> names = Settings.ALL.keys(section).stream().map(Key::name).toList();
    @Nullable String near = nearest(name, names);
    @Nullable String meant = near == null ? elsewhere(name) : section + "." + near;
    return mistake(section + "." + name, "setting", meant, oneOf(names));
  }

  static Mistake path(String path) {
    List<String> paths = Settings.ALL.keys().stream().map(Key::path).toList();
    return mistake(path, "setting", nearest(path, paths), "a setting of conf/README.md");
  }

  static Mistake variable(String name, Collection<String> variables) {
    return mistake(name, "variable", nearest(name, variables), "a variable of conf/README.md");
  }

  private static Mistake mistake(
      String path, String what, @Nullable String meant, String otherwise) {
    return new Mistake(
        bounded(path),
        "unknown " + what,
        meant == null ? otherwise : "did you mean " + meant + "?");
  }

  private static String oneOf(List<String> names) {
    return names.size() > 12 ? "a setting of conf/README.md" : "one of " + String.join(", ", names);
  }

  /** The path of a setting with this very name in whatever section. */
  private static @Nullable String elsewhere(String name) {
    return Settings.ALL.keys().stream()
        .filter(key -> key.name().equalsIgnoreCase(name))
        .map(Key::path)
        .findFirst()
        .orElse(null);
  }

  /** The candidate that the fewest edits make of the name; null when none is near. */
  static @Nullable String nearest(String name, Collection<String> candidates) {
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

  private static String bounded(String name) {
    return name.length() > 100 ? name.substring(0, 100) + "..." : name;
  }
}
