package io.breakwater.client.oauth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code WWW-Authenticate}: several challenges in one field or in several, parameters as tokens or quoted strings.
 * What is malformed ends the field it stands in; what was read before counts. At most {@value #FIELD_CHARS_MAX} characters
 * of a field and {@value #COUNT_MAX} challenges are read.
 *
 * <p>Confined to one call.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1">RFC 9110, WWW-Authenticate</a>
 */
final class Challenges {
  static final int FIELD_CHARS_MAX = 16_384;
  static final int COUNT_MAX = 32;

  /**
   * One challenge.
   *
   * @param scheme in lower case
   * @param parameters by their names in lower case; of several with one name the first
   */
  record Challenge(String scheme, Map<String, String> parameters) {
    @Nullable
    String parameter(String name) {
      return parameters.get(name);
    }
  }

  private final String text;
  private final List<Challenge> challenges;
  private int at;

  private Challenges(String text, List<Challenge> challenges) {
    this.text = text;
    this.challenges = challenges;
  }

  /** All challenges, in their order. */
  static List<Challenge> of(List<String> fields) {
    List<Challenge> challenges = new ArrayList<>();
    fields.forEach(field -> new Challenges(
            field.length() <= FIELD_CHARS_MAX ? field : field.substring(0, FIELD_CHARS_MAX),
            challenges)
        .read());
    return List.copyOf(challenges);
  }

  private void read() {
    while (challenges.size() < COUNT_MAX) {
      skip(" \t,");
      String scheme = token();
      if (scheme.isEmpty()) {
        return;
      }
      Map<String, String> parameters = new LinkedHashMap<>();
      boolean wellFormed = parameters(parameters);
      challenges.add(new Challenge(scheme.toLowerCase(Locale.ROOT), parameters));
      if (!wellFormed) {
        return;
      }
    }
  }

  /** Up to the next scheme: a token that no equals sign follows. */
  private boolean parameters(Map<String, String> into) {
    while (true) {
      skip(" \t,");
      int before = at;
      String name = token();
      skip(" \t");
      if (name.isEmpty()) {
        return at >= text.length();
      }
      if (at >= text.length() || text.charAt(at) != '=') {
        // A token68 of a scheme that we do not speak looks the same; it is then read as a scheme,
        // which harms nobody.
        at = before;
        return true;
      }
      at++;
      skip(" \t");
      String value = value();
      if (value == null) {
        return false;
      }
      into.putIfAbsent(name.toLowerCase(Locale.ROOT), value);
    }
  }

  private @Nullable String value() {
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted();
    }
    int from = at;
    while (at < text.length() && " \t,".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  private @Nullable String quoted() {
    StringBuilder value = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return value.toString();
      }
      if (c == '\\' && ++at == text.length()) {
        return null;
      }
      value.append(text.charAt(at));
    }
    return null;
  }

  private String token() {
    int from = at;
    while (at < text.length() && " \t,=\"".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  private void skip(String chars) {
    while (at < text.length() && chars.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }
}
