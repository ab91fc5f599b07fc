package io.breakwater.options;

import java.util.Collection;
import java.util.List;
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
    @Nullable String near = Nearest.of(name, sections);
    @Nullable String meant = near == null ? elsewhere(name) : near;
    return mistake(name, "section", meant, "one of " + String.join(", ", sections));
  }

  static Mistake setting(String section, String name) {
    List<String> names = Settings.ALL.keys(section).stream().map(Key::name).toList();
    @Nullable String near = Nearest.of(name, names);
    @Nullable String meant = near == null ? elsewhere(name) : section + "." + near;
    return mistake(section + "." + name, "setting", meant, oneOf(names));
  }

  static Mistake path(String path) {
    List<String> paths = Settings.ALL.keys().stream().map(Key::path).toList();
    return mistake(path, "setting", Nearest.of(path, paths), "a setting of conf/README.md");
  }

  static Mistake variable(String name, Collection<String> variables) {
    return mistake(name, "variable", Nearest.of(name, variables), "a variable of conf/README.md");
  }

  private static Mistake mistake(
      String path, String what, @Nullable String meant, String otherwise) {
    String found = "unknown " + what;
    return meant == null
        ? Mistake.expected(bounded(path), found, otherwise)
        : new Mistake(bounded(path), found, "did you mean " + meant + "?");
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

  private static String bounded(String name) {
    return name.length() > 100 ? name.substring(0, 100) + "..." : name;
  }
}
