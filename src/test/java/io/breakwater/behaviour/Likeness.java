package io.breakwater.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares messages with what a test expects. Expected values are equal, but for texts that begin with a dollar sign:
 *
 * <pre>
 * "$any"     takes everything
 * "$name"    takes everything the first time, and the same again later; in what is sent, stands for it
 * "$more"    as the name of a member: other members may be there too
 * </pre>
 *
 * <p>Confined to one thread.
 */
final class Likeness {
  private static final String MORE = "$more";

  private final Map<String, JsonNode> known = new HashMap<>();

  /** The value that was taken under this name, with the dollar sign. */
  JsonNode known(String name) {
    return known.get(name);
  }

  /** The tree with what is known in the place of its names. */
  JsonNode fill(JsonNode tree) {
    if (tree.isTextual() && known.containsKey(tree.asText())) {
      return known.get(tree.asText());
    }
    if (tree instanceof ObjectNode object) {
      ObjectNode filled = Json.object();
      object.properties().forEach(member -> filled.set(member.getKey(), fill(member.getValue())));
      return filled;
    }
    if (tree instanceof ArrayNode array) {
      ArrayNode filled = Json.object().arrayNode();
      array.forEach(element -> filled.add(fill(element)));
      return filled;
    }
    return tree;
  }

  /** Fails, with the place, where the two differ. */
  void require(JsonNode expected, JsonNode actual) {
    require("", expected, actual);
  }

  private void require(String place, JsonNode expected, JsonNode actual) {
    if (expected.asText().startsWith("$")) {
      JsonNode before =
          expected.asText().equals("$any") ? null : known.putIfAbsent(expected.asText(), actual);
      if (before != null && !before.equals(actual)) {
        throw differs(place, before, actual);
      }
    } else if (expected instanceof ObjectNode object && actual.isObject()) {
      requireMembers(place, object, actual);
    } else if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
      for (int i = 0; i < expected.size(); i++) {
        require(place + '/' + i, expected.get(i), actual.get(i));
      }
    } else if (!same(expected, actual)) {
      throw differs(place, expected, actual);
    }
  }

  private void requireMembers(String place, ObjectNode expected, JsonNode actual) {
    expected.properties().forEach(member -> {
      if (!member.getKey().equals(MORE)) {
        require(place + '/' + member.getKey(), member.getValue(), actual.path(member.getKey()));
      }
    });
    Set<String> others = new TreeSet<>();
    actual.fieldNames().forEachRemaining(others::add);
    expected.fieldNames().forEachRemaining(others::remove);
    if (!others.isEmpty() && !expected.has(MORE)) {
      throw new AssertionError("not expected at " + place + ": " + others + " in " + actual);
    }
  }

  private static boolean same(JsonNode expected, JsonNode actual) {
    return expected.isNumber() && actual.isNumber()
        ? expected.decimalValue().compareTo(actual.decimalValue()) == 0
        : expected.equals(actual);
  }

  private static AssertionError differs(String place, JsonNode expected, JsonNode actual) {
    return new AssertionError(
        "at \"" + place + "\": " + Json.clip(actual.toString()) + " (expected: " + expected + ")");
  }
}
