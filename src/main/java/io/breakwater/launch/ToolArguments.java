package io.breakwater.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonRefused;
import io.breakwater.options.Mistake;
import io.breakwater.options.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a tool as somebody types them, by the tool's own schema: {@code a=2} is a number where it wants one and a
 * text where it wants that; {@code a:=[1,2]} is JSON in any case.
 *
 * <p>Confined to one thread.
 */
final class ToolArguments {
  /** In the order in which they are tried where a schema allows several. */
  private static final List<String> TYPES =
      List.of("null", "boolean", "integer", "number", "object", "array", "string");

  private final JsonNode schema;
  private final JsonNode properties;
  private final ObjectNode arguments = JsonNodeFactory.instance.objectNode();
  private final List<Mistake> mistakes = new ArrayList<>();

  /** @param tool in the shape of {@code Tool}, as its server sent it */
  ToolArguments(JsonNode tool) {
    this.schema = tool.path("inputSchema");
    this.properties = schema.path("properties");
  }

  /**
   * Reads what was typed.
   *
   * @param json an object with arguments, or null
   * @param pairs {@code key=value} and {@code key:=json}; they win over the object
   */
  void read(@Nullable String json, List<String> pairs) {
    if (json != null) {
      object(json);
    }
    Set<String> given = new TreeSet<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      boolean asJson = equals > 0 && pair.charAt(equals - 1) == ':';
      String name = equals < 0 ? "" : pair.substring(0, asJson ? equals - 1 : equals);
      if (name.isEmpty()) {
        mistake(pair, "not an argument", "expected: key=value or key:=json");
      } else if (!given.add(name)) {
        mistake(name, "given twice", "expected: once");
      } else {
        take(name, pair.substring(equals + 1), asJson);
      }
    }
    arguments.fieldNames().forEachRemaining(this::requireKnown);
    schema.path("required").forEach(name -> requireGiven(name.asText()));
  }

  ObjectNode arguments() {
    return arguments;
  }

  /** What is wrong with them; empty when the server may be asked. */
  List<Mistake> mistakes() {
    return List.copyOf(mistakes);
  }

  private void object(String json) {
    @Nullable JsonNode read = json(json);
    if (read instanceof ObjectNode object) {
      arguments.setAll(object);
    } else {
      mistake("--args", "not a JSON object", "expected: such as '{\"a\":1}'");
    }
  }

  private void take(String name, String text, boolean asJson) {
    @Nullable JsonNode value = asJson ? json(text) : typed(text, types(properties.path(name)));
    if (value != null) {
      arguments.set(name, value);
    } else if (asJson) {
      mistake(name, TerminalText.line(text, 60), "expected: JSON");
    } else {
      String wanted = String.join(" or ", types(properties.path(name)));
      mistake(name, TerminalText.line(text, 60), "expected: " + wanted);
    }
  }

  private void requireKnown(String name) {
    JsonNode others = schema.path("additionalProperties");
    boolean open = others.isObject() || others.asBoolean(false) || !properties.isObject();
    if (open || properties.has(name) || schema.has("patternProperties")) {
      return;
    }
    List<String> names = new ArrayList<>();
    properties.fieldNames().forEachRemaining(names::add);
    @Nullable String near = Nearest.of(name, names);
    mistake(
        name,
        "no parameter of the tool",
        near == null ? "see below" : "did you mean " + near + "?");
  }

  private void requireGiven(String name) {
    boolean wrong = mistakes.stream().anyMatch(mistake -> mistake.where().equals(name));
    if (!arguments.has(name) && !wrong) {
      mistake(name, "missing", "expected: " + String.join(" or ", types(properties.path(name))));
    }
  }

  private void mistake(String where, String found, String hint) {
    mistakes.add(new Mistake(TerminalText.line(where, 100), found, TerminalText.line(hint, 200)));
  }

  /** The types that a schema allows, in our order; all text where it does not say. */
  static List<String> types(JsonNode property) {
    Set<String> found = new TreeSet<>();
    property.path("type").forEach(type -> found.add(type.asText()));
    if (property.path("type").isTextual()) {
      found.add(property.path("type").asText());
    }
    for (String any : List.of("anyOf", "oneOf")) {
      property.path(any).forEach(one -> found.addAll(types(one)));
    }
    List<String> types = TYPES.stream().filter(found::contains).toList();
    return types.isEmpty() ? List.of("string") : types;
  }

  /** The text as the first of these types that it can be, or null. */
  static @Nullable JsonNode typed(String text, List<String> types) {
    for (String type : types) {
      @Nullable JsonNode value = typed(text, type);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  private static @Nullable JsonNode typed(String text, String type) {
    if (type.equals("string")) {
      return TextNode.valueOf(text);
    }
    if (type.equals("null")) {
      return text.equals("null") ? NullNode.getInstance() : null;
    }
    if (type.equals("boolean")) {
      return text.equals("true") || text.equals("false")
          ? BooleanNode.valueOf(text.equals("true"))
          : null;
    }
    @Nullable JsonNode value = json(text);
    boolean fits = value != null
        && switch (type) {
          case "integer" -> value.isIntegralNumber();
          case "number" -> value.isNumber();
          case "object" -> value.isObject();
          default -> value.isArray();
        };
    return fits ? value : null;
  }

  private static @Nullable JsonNode json(String text) {
    try {
      return JsonReader.readText(text, JsonLimits.defaults(), "argument");
    } catch (JsonRefused e) {
      return null;
    }
  }
}
