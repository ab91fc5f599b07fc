package io.breakwater.http;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a web page comes from, by its {@code Origin} field.
 *
 * <p>Immutable.
 *
 * @param scheme lower case
 * @param authority with the port of the scheme when the text had none and the scheme has one
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6454#section-7">RFC 6454, The HTTP Origin Header Field</a>
 */
record WebOrigin(String scheme, Authority authority) {
  private static final Pattern SHAPE = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/?#@]+)");

  /** The origin in this text, or null when it is not one; {@code null}, which browsers send, is none. */
  static @Nullable WebOrigin parse(String text) {
    Matcher shape = SHAPE.matcher(text);
    if (!shape.matches()) {
      return null;
    }
    String scheme = shape.group(1).toLowerCase(Locale.ROOT);
    Authority authority = Authority.parse(shape.group(2));
    return authority == null ? null : new WebOrigin(scheme, withPort(scheme, authority));
  }

  private static Authority withPort(String scheme, Authority authority) {
    if (authority.port() >= 0) {
      return authority;
    }
    return switch (scheme) {
      case "http" -> authority.withPort(80);
      case "https" -> authority.withPort(443);
      default -> authority;
    };
  }

  /** Whether it is a page that a browser fetched over HTTP. */
  boolean web() {
    return scheme.equals("http") || scheme.equals("https");
  }
}
