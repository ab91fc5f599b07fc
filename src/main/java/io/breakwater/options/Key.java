package io.breakwater.options;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One setting as its record describes it.
 *
 * <p>Immutable.
 *
 * @param section the member of the file that holds it
 * @param component of the section's record
 * @param setting the rest
 */
record Key(String section, RecordComponent component, Setting setting) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** What a value is. */
  enum Kind {
    WHOLE,
    FLAG,
    TEXT,
    TEXTS,
    CHOICE
  }

  static Key of(String section, RecordComponent component) {
    Setting setting = component.getAnnotation(Setting.class);
    return new Key(section, component, Objects.requireNonNull(setting, component::toString));
  }

  String name() {
    return component.getName();
  }

  String path() {
    return section + "." + name();
  }

  /** {@code BREAKWATER_LIMITS_BODY_BYTES_MAX} for {@code limits.bodyBytesMax}. */
  String variable() {
    return "BREAKWATER_" + constant(section) + "_" + constant(name());
  }

  static String constant(String name) {
    return name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }

  Kind kind() {
    Class<?> type = component.getType();
    if (type.isEnum()) {
      return Kind.CHOICE;
    }
    return switch (type.getSimpleName()) {
      case "int", "long" -> Kind.WHOLE;
      case "boolean" -> Kind.FLAG;
      case "String" -> Kind.TEXT;
      case "List" -> Kind.TEXTS;
      default -> throw new IllegalStateException(path() + ": " + type + " is no type of a setting");
    };
  }

  boolean optional() {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  /** The words of a choice, as they stand in the file. */
  List<String> choices() {
    return Arrays.stream(component.getType().getEnumConstants())
        .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
        .toList();
  }

  JsonNode fallback() {
    return setting.fallback().isEmpty() && optional()
        ? NullNode.instance
        : ofText(setting.fallback());
  }

  /** The value that a text means, as in an environment variable; a text that means none stays a text. */
  JsonNode ofText(String text) {
    return switch (kind()) {
      case WHOLE -> text.matches("-?\\d{1,18}") ? whole(Long.parseLong(text)) : JSON.textNode(text);
      case FLAG ->
        text.matches("true|false") ? JSON.booleanNode(text.equals("true")) : JSON.textNode(text);
      case TEXT, CHOICE -> text.isEmpty() && optional() ? NullNode.instance : JSON.textNode(text);
      case TEXTS -> {
        ArrayNode list = JSON.arrayNode();
        Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .filter(member -> !member.isEmpty())
            .forEach(list::add);
        yield list;
      }
    };
  }

  static JsonNode whole(long number) {
    return (int) number == number ? JSON.numberNode((int) number) : JSON.numberNode(number);
  }

  boolean accepts(JsonNode value) {
    if (value.isNull()) {
      return optional();
    }
    return switch (kind()) {
      case WHOLE ->
        value.isIntegralNumber()
            && value.canConvertToLong()
            && value.longValue() >= setting.min()
            && value.longValue() <= setting.max();
      case FLAG -> value.isBoolean();
      case TEXT -> value.isTextual() && value.textValue().length() <= setting.max() && fits(value);
      case CHOICE -> value.isTextual() && choices().contains(value.textValue());
      case TEXTS -> value.isArray() && value.size() <= setting.max() && allFit(value);
    };
  }

  private boolean allFit(JsonNode list) {
    for (JsonNode member : list) {
      if (!member.isTextual() || member.textValue().length() > 300 || !fits(member)) {
        return false;
      }
    }
    return true;
  }

  private boolean fits(JsonNode text) {
    return setting.pattern().isEmpty()
        || Pattern.matches("(?:" + setting.pattern() + ")", text.textValue());
  }

  /** What is accepted, in words. */
  String expected() {
    String words = switch (kind()) {
      case WHOLE -> "an integer from " + setting.min() + " to " + setting.max();
      case FLAG -> "true or false";
      case CHOICE -> choices().stream().collect(Collectors.joining(" or "));
      case TEXT ->
        (setting.expected().isEmpty() ? "a text" : setting.expected())
            // How long a secret is follows from what it is.
            + (setting.secret() ? "" : ", at most " + setting.max() + " characters");
      case TEXTS -> "a list of " + setting.expected();
    };
    return optional() ? words + ", or null" : words;
  }

  /** The value as the record's constructor takes it; it was accepted before. */
  @Nullable
  Object java(JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    return switch (kind()) {
      case WHOLE ->
        component.getType() == int.class ? (Object) value.intValue() : (Object) value.longValue();
      case FLAG -> value.booleanValue();
      case TEXT -> value.textValue();
      case CHOICE -> component.getType().getEnumConstants()[choices().indexOf(value.textValue())];
      case TEXTS -> {
        List<String> list = new ArrayList<>(value.size());
        value.forEach(member -> list.add(member.textValue()));
        yield list;
      }
    };
  }

  /** The value of this setting in a record of its section. */
  JsonNode read(Record from) {
    Object value = Settings.call(component.getAccessor(), from);
    if (value == null) {
      return NullNode.instance;
    }
    return switch (kind()) {
      case WHOLE -> whole(((Number) value).longValue());
      case FLAG -> JSON.booleanNode((Boolean) value);
      case TEXT -> JSON.textNode(value.toString());
      case CHOICE -> JSON.textNode(value.toString().toLowerCase(Locale.ROOT));
      case TEXTS -> {
        ArrayNode list = JSON.arrayNode();
        ((List<?>) value).forEach(member -> list.add(member.toString()));
        yield list;
      }
    };
  }

  /** A value as a message may show it: bounded, and nothing of a secret. */
  String shown(JsonNode value) {
    if (setting.secret() && !value.isNull()) {
      return "***";
    }
    String text = value.toString();
    return text.length() > 60 ? text.substring(0, 60) + "..." : text;
  }
}
