package io.breakwater.options;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings that bound each other. A value that somebody gave and that another one contradicts is a mistake; a default
 * gives way: whoever lowers {@code sessions.countMax} need not know that {@code sessions.perPrincipalMax} exists.
 *
 * <p>Confined to the thread that starts the process.
 */
final class Contradictions {
  private final Map<String, JsonNode> values;
  private final Set<String> given;

  Contradictions(Map<String, JsonNode> values, Set<String> given) {
    this.values = values;
    this.given = given;
  }

  List<Mistake> mistakes() {
    List<Mistake> mistakes = new ArrayList<>();
    for (Key key : Settings.ALL.keys()) {
      Bound bound = Bound.of(key, values);
      if (bound != null && given.contains(key.path()) && number(key.path()) > bound.most()) {
        mistakes.add(Mistake.expected(key.path(), text(key.path()), bound.words()));
      }
    }
    addExposed(mistakes);
    addPointless(mistakes);
    addSamePaths(mistakes);
    return mistakes;
  }

  /** Every value, defaults lowered to what was given. */
  Map<String, JsonNode> settled() {
    Map<String, JsonNode> settled = new LinkedHashMap<>(values);
    for (Key key : Settings.ALL.keys()) {
      Bound bound = Bound.of(key, settled);
      if (bound != null && number(key.path()) > bound.most()) {
        settled.put(key.path(), Key.whole(Math.max(key.setting().min(), bound.most())));
      }
    }
    return settled;
  }

  private void addExposed(List<Mistake> mistakes) {
    Listen listen = new Listen(value("listen.host").asText(), 0, "/", null, "/");
    if (!listen.loopback() && value("auth.mode").asText().equals("unset")) {
      mistakes.add(new Mistake(
          "listen.host",
          TextNode.valueOf(listen.host()).toString(),
          "without authentication only loopback addresses are served; to serve everybody who can"
              + " connect, on purpose, set auth.mode to \"none\" or BREAKWATER_AUTH_MODE=none"));
    }
  }

  private void addPointless(List<Mistake> mistakes) {
    boolean listed =
        !value("origins.hosts").isEmpty() || !value("origins.origins").isEmpty();
    if (value("origins.any").asBoolean() && listed) {
      mistakes.add(Mistake.expected(
          "origins.any",
          "true",
          "false, or no entries in origins.hosts and origins.origins, which it would overrule"));
    }
  }

  /** Two things cannot stand at one path. */
  private void addSamePaths(List<Mistake> mistakes) {
    Map<String, String> taken = new LinkedHashMap<>();
    if (value("observe.health").asBoolean()) {
      for (String below : List.of("", "/live", "/ready")) {
        taken.put(Observe.HEALTH_PATH + below, "observe.health");
      }
    }
    List<String> paths = value("listen.ssePath").isNull()
        ? List.of("listen.path")
        : List.of("listen.path", "listen.ssePath", "listen.messagePath");
    for (String setting : paths) {
      String other = taken.putIfAbsent(value(setting).asText(), setting);
      if (other != null) {
        mistakes.add(Mistake.expected(
            setting, text(setting), "another path, since " + other + " has this one"));
      }
    }
  }

  private JsonNode value(String path) {
    return Settings.present(values, path);
  }

  private long number(String path) {
    return value(path).longValue();
  }

  private String text(String path) {
    return value(path).toString();
  }

  /**
   * What one setting says about another.
   *
   * @param most the largest value
   * @param words the same for a message
   */
  private record Bound(long most, String words) {

    static @Nullable Bound of(Key key, Map<String, JsonNode> values) {
      Setting setting = key.setting();
      if (!setting.atMost().isEmpty()) {
        long other = other(setting.atMost(), values);
        return new Bound(other, "at most " + setting.atMost() + ", which is " + other);
      }
      if (!setting.atMostHalfOf().isEmpty()) {
        long other = other(setting.atMostHalfOf(), values);
        return new Bound(
            other / 2, "at most half of " + setting.atMostHalfOf() + ", which is " + other);
      }
      return null;
    }

    private static long other(String path, Map<String, JsonNode> values) {
      return Settings.present(values, path).longValue();
    }
  }
}
