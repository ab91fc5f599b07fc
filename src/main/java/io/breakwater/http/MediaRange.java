package io.breakwater.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A media type or a range of them, with its parameters.
 *
 * <p>Immutable.
 *
 * @param type lower case, {@code *} for any
 * @param subtype lower case, {@code *} for any
 * @param parameters by lower-case name; values without their quotes, the first one of a name counts
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1">RFC 9110, Media Type</a>
 */
record MediaRange(String type, String subtype, Map<String, String> parameters) {

  /** The members of a list of media ranges, in order; what is not one is left out. */
  static List<MediaRange> list(String text) {
    List<MediaRange> ranges = new ArrayList<>(4);
    for (String member : split(text, ',')) {
      List<String> parts = split(member, ';');
      String name = parts.get(0).strip().toLowerCase(Locale.ROOT);
      // Some old clients write a lone asterisk.
      int slash = name.equals("*") ? 0 : name.indexOf('/');
      if (slash > 0 && slash < name.length() - 1) {
        ranges.add(
            new MediaRange(name.substring(0, slash), name.substring(slash + 1), parameters(parts)));
      } else if (slash == 0 && name.equals("*")) {
        ranges.add(new MediaRange("*", "*", parameters(parts)));
      }
    }
    return ranges;
  }

  private static Map<String, String> parameters(List<String> parts) {
    Map<String, String> parameters = new LinkedHashMap<>(4);
    for (String part : parts.subList(1, parts.size())) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        String name = part.substring(0, equals).strip().toLowerCase(Locale.ROOT);
        parameters.putIfAbsent(name, unquote(part.substring(equals + 1).strip()));
      }
    }
    return parameters;
  }

  private static String unquote(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
  }

  /** Splits at the separator where it stands outside quotes. */
  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>(4);
    boolean quoted = false;
    int from = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quoted && c == '\\') {
        at++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        parts.add(text.substring(from, at));
        from = at + 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }

  boolean is(String otherType, String otherSubtype) {
    return type.equals(otherType) && subtype.equals(otherSubtype);
  }

  /** 3 for the very type, 2 for its family, 1 for anything, 0 for no match. */
  int specificity(String otherType, String otherSubtype) {
    if (is(otherType, otherSubtype)) {
      return 3;
    }
    if (is(otherType, "*")) {
      return 2;
    }
    return is("*", "*") ? 1 : 0;
  }

  /** Whether the quality is above zero; one that is not a number counts as none. */
  boolean wanted() {
    String q = parameters.get("q");
    return q == null || !zero(q);
  }

  /** Zeros, with one point at most: read once, since a peer writes it. */
  private static boolean zero(String q) {
    boolean digit = false;
    boolean point = false;
    for (int i = 0; i < q.length(); i++) {
      char c = q.charAt(i);
      if (c == '.' && !point) {
        point = true;
      } else if (c == '0') {
        digit = true;
      } else {
        return false;
      }
    }
    return digit;
  }
}
