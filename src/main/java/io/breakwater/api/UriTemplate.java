package io.breakwater.api;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A URI template of RFC 6570, levels 1 to 3, and the way back from a URI to its variables.
 *
 * <p><b>Which values.</b> A simple variable never holds a slash, written as it is or percent-encoded, and no variable of a
 * path holds a segment {@code .} or {@code ..}, a backslash or a control character: such a URI does not match, so that a
 * reader may use a value as the name of a file. Only {@code {+path}} spans several segments. Values are percent-decoded
 * once.
 *
 * <p><b>Which of several ways.</b> An expression takes as much as the rest of the template allows, but leaves an optional
 * expression behind it ({@code {.ext}}, {@code {?q}}) its part. Members of {@code {?a,b}} may come in any order or be
 * absent; other members do not match.
 *
 * <p><b>What it costs.</b> One pass over the URI per part of the template, never a second try: at most 8,192 characters of
 * URI and 1,024 of template.
 *
 * <p>Immutable.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6570">RFC 6570</a>
 */
public final class UriTemplate {
  static final int TEMPLATE_CHARS_MAX = 1024;

  private final String text;
  private final List<UriTemplatePart> parts;
  private final Set<String> variables;

  private UriTemplate(String text, List<UriTemplatePart> parts, Set<String> variables) {
    this.text = text;
    this.parts = List.copyOf(parts);
    this.variables = Collections.unmodifiableSet(variables);
  }

  /**
   * @param text at most 1,024 characters
   * @throws IllegalArgumentException for what is no template, has no variable or has one twice, or needs level 4
   */
  public static UriTemplate of(String text) {
    if (text.isEmpty() || text.length() > TEMPLATE_CHARS_MAX) {
      throw new IllegalArgumentException("uri template: " + text.length()
          + " characters (expected: 1 to " + TEMPLATE_CHARS_MAX + ")");
    }
    List<UriTemplatePart> parts = parse(text);
    Set<String> variables = new LinkedHashSet<>();
    for (UriTemplatePart part : parts) {
      for (String name : part.names()) {
        if (!variables.add(name)) {
          throw illegal(text, "variable '" + name + "' once");
        }
      }
    }
    if (variables.isEmpty()) {
      throw illegal(text, "at least one {variable}");
    }
    return new UriTemplate(text, parts, variables);
  }

  private static List<UriTemplatePart> parse(String text) {
    List<UriTemplatePart> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      int literalEnd = open < 0 ? text.length() : open;
      if (literalEnd > at) {
        parts.add(literal(text, text.substring(at, literalEnd)));
      }
      if (open < 0) {
        break;
      }
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw illegal(text, "'}' after '{'");
      }
      parts.add(UriTemplatePart.Expression.parse(text, open, close));
      at = close + 1;
    }
    return parts;
  }

  private static UriTemplatePart literal(String text, String literal) {
    if (literal.chars().anyMatch(c -> c == '}' || c <= 0x20 || c == 0x7f)) {
      throw illegal(text, "no '}' without '{', no blanks, no control characters");
    }
    return new UriTemplatePart.Literal(literal);
  }

  static IllegalArgumentException illegal(String text, String expected) {
    return new IllegalArgumentException(
        "uri template: '" + Names.clip(text) + "' (expected: " + expected + ")");
  }

  /** The names of the variables, in order. */
  public Set<String> variables() {
    return variables;
  }

  /** The variables of a URI of this form, those that it leaves out absent; null when it is of another form. */
  public @Nullable Map<String, String> match(String uri) {
    if (uri.length() > Names.URI_CHARS_MAX || !parts.get(0).mayStart(uri)) {
      return null;
    }
    BitSet[] ways = ways(uri);
    if (!ways[0].get(0)) {
      return null;
    }
    Map<String, String> values = new LinkedHashMap<>();
    int at = 0;
    for (int i = 0; i < parts.size(); i++) {
      UriTemplatePart next = i + 1 < parts.size() ? parts.get(i + 1) : null;
      int end = parts.get(i).end(uri, at, ways[i + 1], next);
      if (!parts.get(i).read(uri.substring(at, end), values)) {
        return null;
      }
      at = end;
    }
    return values;
  }

  /** For each part, the positions from which it and those behind it can reach the end of the URI. */
  private BitSet[] ways(String uri) {
    BitSet[] ways = new BitSet[parts.size() + 1];
    ways[parts.size()] = new BitSet(uri.length() + 1);
    ways[parts.size()].set(uri.length());
    for (int i = parts.size() - 1; i >= 0; i--) {
      ways[i] = parts.get(i).ways(uri, ways[i + 1]);
    }
    return ways;
  }

  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UriTemplate that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
