package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form: text, number, switch, or choice. Required unless it is made optional.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema">2026-07-28,
 *     Requested Schema</a>
 */
public final class Field {

  /** What a text is to look like; a hint to the client. */
  public enum Format {
    EMAIL("email"),
    URI("uri"),
    DATE("date"),
    DATE_TIME("date-time");

    private final String wireName;

    Format(String wireName) {
      this.wireName = wireName;
    }
  }

  private final ObjectNode schema;
  private final boolean required;

  private Field(ObjectNode schema, boolean required) {
    this.schema = schema;
    this.required = required;
  }

  private static Field of(String type) {
    return new Field(Json.object().put("type", type), true);
  }

  public static Field text() {
    return of("string");
  }

  public static Field number() {
    return of("number");
  }

  public static Field integer() {
    return of("integer");
  }

  /** Yes or no. */
  public static Field flag() {
    return of("boolean");
  }

  /** One of these values. */
  public static Field choice(List<String> values) {
    return of("string").edit(schema -> Json.texts(schema, "enum", requireValues(values)));
  }

  /** One of these values, each with the title that is shown for it; the map's order is kept. */
  public static Field choice(Map<String, String> titles) {
    return of("string").edit(schema -> schema.set("oneOf", options(titles)));
  }

  /** Any number of these values. */
  public static Field choices(List<String> values) {
    return of("array").edit(schema -> {
      ObjectNode items = schema.putObject("items").put("type", "string");
      Json.texts(items, "enum", requireValues(values));
    });
  }

  /** Any number of these values, each with the title that is shown for it; the map's order is kept. */
  public static Field choices(Map<String, String> titles) {
    return of("array").edit(schema -> schema.putObject("items").set("anyOf", options(titles)));
  }

  /** One of these values, with titles as clients before 2025-11-25 read them ({@code enumNames}). */
  public static Field legacyChoice(Map<String, String> titles) {
    return of("string").edit(schema -> {
      Json.texts(schema, "enum", requireValues(List.copyOf(titles.keySet())));
      Json.texts(schema, "enumNames", List.copyOf(titles.values()));
    });
  }

  @CanIgnoreReturnValue
  private static List<String> requireValues(List<String> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("choice: no values (expected: at least one)");
    }
    return values;
  }

  private static JsonNode options(Map<String, String> titles) {
    requireValues(List.copyOf(titles.keySet()));
    return Json.array(
        titles.entrySet(),
        option -> Json.object().put("const", option.getKey()).put("title", option.getValue()));
  }

  public Field title(String text) {
    return edit(copy -> copy.put("title", text));
  }

  public Field description(String text) {
    return edit(copy -> copy.put("description", text));
  }

  /** The form may be sent without it. */
  public Field optional() {
    return new Field(schema, false);
  }

  /** The least value, length in characters, or count of choices. */
  public Field min(double least) {
    return edit(copy -> copy.set(bound("minLength", "minimum", "minItems"), Json.number(least)));
  }

  /** The greatest value, length in characters, or count of choices. */
  public Field max(double greatest) {
    return edit(copy -> copy.set(bound("maxLength", "maximum", "maxItems"), Json.number(greatest)));
  }

  private String bound(String ofText, String ofNumber, String ofArray) {
    return switch (type()) {
      case "string" -> {
        requirePlainText("min and max");
        yield ofText;
      }
      case "number", "integer" -> ofNumber;
      case "array" -> ofArray;
      default -> throw new IllegalStateException("field: a " + type() + " has no min and max");
    };
  }

  public Field format(Format format) {
    requirePlainText("format");
    return edit(copy -> copy.put("format", format.wireName));
  }

  private void requirePlainText(String what) {
    if (!type().equals("string") || schema.has("enum") || schema.has("oneOf")) {
      throw new IllegalStateException("field: " + what + " belongs to a text");
    }
  }

  /** What the form starts with: a value of the field's own type; several choices as a list. */
  public Field defaultValue(Object value) {
    JsonNode json = value instanceof Double number ? Json.number(number) : Values.write(value);
    Field field = edit(copy -> copy.set("default", json));
    String problem = field.problem(json);
    if (problem != null) {
      throw new IllegalArgumentException("field default: " + problem);
    }
    return field;
  }

  private Field edit(java.util.function.Consumer<ObjectNode> change) {
    ObjectNode copy = schema.deepCopy();
    change.accept(copy);
    return new Field(copy, required);
  }

  boolean required() {
    return required;
  }

  ObjectNode schema() {
    return schema.deepCopy();
  }

  private String type() {
    return schema.path("type").asText();
  }

  /** What is wrong with a value for this field, or null. */
  @Nullable
  String problem(@Nullable JsonNode value) {
    if (value == null || value.isNull()) {
      return required ? "missing" : null;
    }
    return switch (type()) {
      case "string" -> value.isTextual() ? text(value.textValue()) : "expected: a string";
      case "integer" -> whole(value) ? range(value) : "expected: an integer";
      case "number" -> value.isNumber() ? range(value) : "expected: a number";
      case "boolean" -> value.isBoolean() ? null : "expected: true or false";
      default -> value.isArray() ? several(value) : "expected: an array of strings";
    };
  }

  private static boolean whole(JsonNode value) {
    if (!value.isNumber() || (value.isDouble() && !Double.isFinite(value.doubleValue()))) {
      return false;
    }
    BigDecimal number = value.decimalValue();
    return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
  }

  private @Nullable String text(String value) {
    Set<String> allowed = allowed();
    if (!allowed.isEmpty()) {
      return allowed.contains(value) ? null : "expected: one of " + clipped(allowed);
    }
    return between(value.codePointCount(0, value.length()), "minLength", "maxLength", "characters");
  }

  private @Nullable String range(JsonNode value) {
    BigDecimal number = value.decimalValue();
    JsonNode least = schema.get("minimum");
    JsonNode greatest = schema.get("maximum");
    if (least != null && number.compareTo(least.decimalValue()) < 0) {
      return "expected: at least " + least.asText();
    }
    if (greatest != null && number.compareTo(greatest.decimalValue()) > 0) {
      return "expected: at most " + greatest.asText();
    }
    return null;
  }

  private @Nullable String several(JsonNode values) {
    Set<String> allowed = allowed();
    for (JsonNode value : values) {
      if (!value.isTextual() || !allowed.contains(value.textValue())) {
        return "expected: some of " + clipped(allowed);
      }
    }
    return between(values.size(), "minItems", "maxItems", "choices");
  }

  private @Nullable String between(int count, String least, String greatest, String what) {
    JsonNode min = schema.get(least);
    JsonNode max = schema.get(greatest);
    if (min != null && count < min.doubleValue()) {
      return "expected: at least " + min.asText() + " " + what;
    }
    if (max != null && count > max.doubleValue()) {
      return "expected: at most " + max.asText() + " " + what;
    }
    return null;
  }

  private Set<String> allowed() {
    Set<String> allowed = new LinkedHashSet<>();
    for (JsonNode holder : List.of(schema, schema.path("items"))) {
      holder.path("enum").forEach(value -> allowed.add(value.asText()));
      holder.path("oneOf").forEach(option -> allowed.add(option.path("const").asText()));
      holder.path("anyOf").forEach(option -> allowed.add(option.path("const").asText()));
    }
    return allowed;
  }

  private static String clipped(Set<String> values) {
    return Names.clip(String.join(", ", values));
  }
}
