package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the values of this package as JSON: absent members are left out, never null. */
final class Json {
  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static void text(ObjectNode object, String member, @Nullable String value) {
    if (value != null) {
      object.put(member, value);
    }
  }

  static void number(ObjectNode object, String member, @Nullable Double value) {
    if (value != null) {
      object.set(member, number(value));
    }
  }

  /** Whole numbers without a fraction: {@code 1}, not {@code 1.0}. */
  static JsonNode number(double value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (value == (int) value) {
      return nodes.numberNode((int) value);
    }
    long whole = (long) value;
    return whole == value && Math.abs(value) < 1L << 53
        ? nodes.numberNode(whole)
        : nodes.numberNode(value);
  }

  static void flag(ObjectNode object, String member, @Nullable Boolean value) {
    if (value != null) {
      object.put(member, value);
    }
  }

  static void node(ObjectNode object, String member, @Nullable JsonNode value) {
    if (value != null) {
      object.set(member, value);
    }
  }

  static void texts(ObjectNode object, String member, List<String> values) {
    if (!values.isEmpty()) {
      values.forEach(object.putArray(member)::add);
    }
  }

  static <T> ArrayNode array(Collection<T> values, Function<T, JsonNode> json) {
    ArrayNode array = array();
    values.forEach(value -> array.add(json.apply(value)));
    return array;
  }
}
