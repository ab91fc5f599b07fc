package io.breakwater.options.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.options.Mistake;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The members of one object of the file, read one by one: what is wrong with one is noted with its path, and the rest is
 * read all the same. No message holds what may be a secret: where a value is shown, it is one of a few words or a number.
 *
 * <p>Confined to one thread, for one object.
 */
final class Members {
  private final String path;
  private final ObjectNode object;
  private final Expansion expansion;
  private final List<Mistake> mistakes;
  private final Set<String> read = new TreeSet<>();

  Members(String path, ObjectNode object, Expansion expansion, List<Mistake> mistakes) {
    this.path = path;
    this.object = object;
    this.expansion = expansion;
    this.mistakes = mistakes;
  }

  String path() {
    return path;
  }

  void wrong(String member, String found, String expected) {
    mistakes.add(Mistake.expected(path + "." + member, found, expected));
  }

  /** The value as it stands in the file, for a message: what a variable stands for may be a secret. */
  String written(String member) {
    JsonNode value = take(member);
    return value == null || !value.isValueNode() ? "" : Expansion.shown(value.asText());
  }

  /** Those that nobody has asked for. */
  Set<String> unread() {
    Set<String> unread = new TreeSet<>();
    object.fieldNames().forEachRemaining(name -> {
      if (!read.contains(name)) {
        unread.add(name);
      }
    });
    return unread;
  }

  private @Nullable JsonNode take(String member) {
    read.add(member);
    JsonNode value = object.get(member);
    return value == null || value.isNull() ? null : value;
  }

  boolean has(String member) {
    return take(member) != null;
  }

  /** A text with everything filled in, or null. */
  @Nullable
  String text(String member) {
    JsonNode value = take(member);
    if (value == null) {
      return null;
    }
    if (!value.isValueNode()) {
      wrong(member, kind(value), "a text");
      return null;
    }
    return filled(member, value.asText());
  }

  private @Nullable String filled(String member, String text) {
    try {
      return expansion.of(text);
    } catch (Expansion.Unresolved e) {
      wrong(member, e.found(), e.expected());
      return null;
    }
  }

  List<String> texts(String member) {
    JsonNode value = take(member);
    List<String> texts = new ArrayList<>();
    if (value == null) {
      return texts;
    }
    if (!value.isArray()) {
      wrong(member, kind(value), "a list of texts");
      return texts;
    }
    for (int i = 0; i < value.size(); i++) {
      String place = member + "[" + i + "]";
      if (!value.get(i).isValueNode() || value.get(i).isNull()) {
        wrong(place, kind(value.get(i)), "a text");
        continue;
      }
      String text = filled(place, value.get(i).asText());
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  Map<String, String> map(String member) {
    JsonNode value = take(member);
    Map<String, String> map = new LinkedHashMap<>();
    if (value == null) {
      return map;
    }
    if (!value.isObject()) {
      wrong(member, kind(value), "an object of texts");
      return map;
    }
    for (Map.Entry<String, JsonNode> entry : value.properties()) {
      String place = member + "." + Expansion.shown(entry.getKey());
      if (!entry.getValue().isValueNode()) {
        wrong(place, kind(entry.getValue()), "a text");
      } else if (!entry.getValue().isNull()) {
        String text = filled(place, entry.getValue().asText());
        if (text != null) {
          map.put(entry.getKey(), text);
        }
      }
    }
    return map;
  }

  boolean flag(String member, boolean fallback) {
    JsonNode value = take(member);
    if (value == null) {
      return fallback;
    }
    if (!value.isBoolean()) {
      wrong(member, kind(value), "true or false");
      return fallback;
    }
    return value.booleanValue();
  }

  /** A whole number, also when it is written as a text or as {@code 60.0}. */
  long whole(String member, long fallback, long min, long max) {
    JsonNode value = take(member);
    if (value == null) {
      return fallback;
    }
    String text = value.isTextual() ? filled(member, value.asText()) : value.asText();
    if (text == null) {
      return fallback;
    }
    String digits = text.strip().replaceFirst("\\.0+\\z", "");
    boolean fits = digits.matches("\\d{1,12}")
        && Long.parseLong(digits) >= min
        && Long.parseLong(digits) <= max;
    if (!fits) {
      wrong(member, written(member), "an integer from " + min + " to " + max);
      return fallback;
    }
    return Long.parseLong(digits);
  }

  /** One of the words, in lower case; null for none. */
  @Nullable
  String choice(String member, List<String> words) {
    String text = text(member);
    if (text == null) {
      return null;
    }
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (!words.contains(word)) {
      wrong(member, written(member), String.join(" or ", words));
      return null;
    }
    return word;
  }

  /** The object in this member, or null. */
  @Nullable
  Members object(String member) {
    JsonNode value = take(member);
    if (value == null) {
      return null;
    }
    if (!(value instanceof ObjectNode inner)) {
      wrong(member, kind(value), "an object");
      return null;
    }
    return new Members(path + "." + member, inner, expansion, mistakes);
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT -> "an object";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL -> "null";
      default -> "a text";
    };
  }
}
