package io.breakwater.api;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.net.URI;
import java.net.URISyntaxException;

/** What names and URIs must look like. */
final class Names {
  static final int TOOL_NAME_CHARS_MAX = 128;
  static final int NAME_CHARS_MAX = 256;
  static final int URI_CHARS_MAX = 8192;

  private Names() {}

  /** A tool name: 1 to 128 of {@code A-Z a-z 0-9 _ - .}, as on the page Tools, heading Tool Names. */
  static String requireToolName(String name) {
    boolean legal = !name.isEmpty()
        && name.length() <= TOOL_NAME_CHARS_MAX
        && name.chars().allMatch(Names::toolNameChar);
    if (!legal) {
      throw new IllegalArgumentException(
          "tool name: '" + clip(name) + "' (expected: 1 to 128 of A-Z a-z 0-9 _ - .)");
    }
    return name;
  }

  private static boolean toolNameChar(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-'
        || c == '.';
  }

  /** Any other name: 1 to 256 characters without control characters. */
  static String requireName(String what, String name) {
    if (name.isBlank()
        || name.length() > NAME_CHARS_MAX
        || name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(what + " name: '" + clip(name)
          + "' (expected: 1 to 256 characters, no control characters)");
    }
    return name;
  }

  /** An absolute URI of at most 8,192 characters. */
  @CanIgnoreReturnValue
  static String requireUri(String what, String uri) {
    try {
      if (uri.length() <= URI_CHARS_MAX && new URI(uri).isAbsolute()) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw illegalUri(what, uri, e);
    }
    throw illegalUri(what, uri, null);
  }

  private static IllegalArgumentException illegalUri(
      String what, String uri, @org.jspecify.annotations.Nullable Exception cause) {
    return new IllegalArgumentException(
        what + ": '" + clip(uri) + "' (expected: an absolute URI of at most 8192 characters)",
        cause);
  }

  static String clip(String text) {
    return text.length() <= 120 ? text : text.substring(0, 120) + "…";
  }
}
