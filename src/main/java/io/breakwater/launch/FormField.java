package io.breakwater.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One field of a form that a server asks somebody to fill in: how it is asked for, and what an answer comes to.
 *
 * <p>Immutable.
 *
 * @param schema in the shape of {@code PrimitiveSchemaDefinition}
 */
record FormField(String name, JsonNode schema, boolean required) {
  private static final int SHOWN_MAX = 50;
  private static final List<String> BOUNDS =
      List.of("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "format");

  /** The question, in one line or, with its choices, in several; without a line break at its end. */
  String prompt() {
    StringBuilder prompt = new StringBuilder("  ").append(line(name));
    String about = schema.path("description").asText(schema.path("title").asText());
    if (!about.isBlank()) {
      prompt.append(": ").append(line(about));
    }
    List<String> choices = choices();
    List<String> titles = titles();
    for (int at = 0; at < Math.min(choices.size(), SHOWN_MAX); at++) {
      String title =
          titles.get(at).equals(choices.get(at)) ? "" : " (" + line(titles.get(at)) + ")";
      prompt.append("\n    ").append(line(choices.get(at))).append(title);
    }
    prompt.append(" [").append(expected());
    JsonNode fallback = schema.path("default");
    if (!fallback.isMissingNode()) {
      prompt
          .append(", default ")
          .append(line(fallback.isValueNode() ? fallback.asText() : fallback.toString()));
    } else if (!required) {
      prompt.append(", optional");
    }
    return prompt.append("] ").toString();
  }

  /** What an answer must be, in words. */
  String expected() {
    if (!choices().isEmpty()) {
      return (multiple() ? "some of these, with commas between" : "one of these") + bounds();
    }
    return String.join(" or ", ToolArguments.types(schema)) + bounds();
  }

  private String bounds() {
    StringBuilder bounds = new StringBuilder();
    for (String bound : BOUNDS) {
      if (schema.has(bound)) {
        bounds
            .append(", ")
            .append(bound)
            .append(' ')
            .append(line(schema.path(bound).asText()));
      }
    }
    return bounds.toString();
  }

  /** What no answer means: the default, or null for none. */
  @Nullable
  JsonNode fallback() {
    return schema.get("default");
  }

  /** The answer as JSON, or null when it is none. */
  @Nullable
  JsonNode parse(String text) {
    List<String> choices = choices();
    if (multiple()) {
      return several(text, choices);
    }
    if (!choices.isEmpty() && !choices.contains(text)) {
      return null;
    }
    @Nullable JsonNode value = ToolArguments.typed(text, ToolArguments.types(schema));
    return value != null && within(value) ? value : null;
  }

  private @Nullable JsonNode several(String text, List<String> choices) {
    ArrayNode chosen = JsonNodeFactory.instance.arrayNode();
    for (String part : text.split(",", -1)) {
      String choice = part.strip();
      if (!choice.isEmpty()) {
        chosen.add(choice);
      }
      if (!choice.isEmpty() && !choices.contains(choice)) {
        return null;
      }
    }
    int min = schema.path("minItems").asInt(0);
    int max = schema.path("maxItems").asInt(Integer.MAX_VALUE);
    return chosen.size() >= min && chosen.size() <= max ? chosen : null;
  }

  private boolean within(JsonNode value) {
    BigDecimal measure = value.isNumber()
        ? value.decimalValue()
        : BigDecimal.valueOf(value.asText().codePointCount(0, value.asText().length()));
    JsonNode min = schema.path(value.isNumber() ? "minimum" : "minLength");
    JsonNode max = schema.path(value.isNumber() ? "maximum" : "maxLength");
    return (!min.isNumber() || measure.compareTo(min.decimalValue()) >= 0)
        && (!max.isNumber() || measure.compareTo(max.decimalValue()) <= 0);
  }

  private boolean multiple() {
    return schema.path("type").asText().equals("array");
  }

  private List<String> choices() {
    return choices("const");
  }

  private List<String> titles() {
    List<String> titles = choices("title");
    JsonNode names = schema.path("enumNames");
    for (int at = 0; at < Math.min(names.size(), titles.size()); at++) {
      titles.set(at, names.get(at).asText());
    }
    return titles;
  }

  /** @param member of a choice that has a title of its own */
  private List<String> choices(String member) {
    JsonNode source = multiple() ? schema.path("items") : schema;
    List<String> choices = new ArrayList<>();
    source.path("enum").forEach(value -> choices.add(value.asText()));
    for (String several : List.of("oneOf", "anyOf")) {
      source.path(several).forEach(choice -> {
        if (choice.has("const")) {
          choices.add(choice.path(member).asText(choice.path("const").asText()));
        }
      });
    }
    return choices;
  }

  private static String line(String text) {
    return TerminalText.line(text, 200);
  }
}
