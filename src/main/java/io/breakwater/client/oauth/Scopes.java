package io.breakwater.client.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A set of scopes in the order in which they were named. At most {@value #COUNT_MAX} are kept, so that no server makes our
 * requests grow without end.
 *
 * <p>Immutable.
 */
record Scopes(Set<String> names) {
  static final int COUNT_MAX = 100;
  static final String OFFLINE_ACCESS = "offline_access";
  static final Scopes NONE = new Scopes(Set.of());

  Scopes {
    names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
  }

  /** From the space-separated form; null is none. */
  static Scopes of(@Nullable String text) {
    return text == null ? NONE : of(Set.<String>of(), java.util.List.of(text.split(" ", -1)));
  }

  /** From the array form; anything else is none. */
  static Scopes of(@Nullable JsonNode array) {
    return array == null || !array.isArray()
        ? NONE
        : of(
            Set.<String>of(),
            array
                .valueStream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .toList());
  }

  static Scopes of(Collection<String> names) {
    return of(Set.of(), names);
  }

  private static Scopes of(Collection<String> first, Collection<String> then) {
    Set<String> all = new LinkedHashSet<>(first);
    for (String name : then) {
      if (all.size() < COUNT_MAX && wellFormed(name)) {
        all.add(name);
      }
    }
    return new Scopes(all);
  }

  /** RFC 6749, section 3.3: printable ASCII but blank, quote and backslash. */
  private static boolean wellFormed(String name) {
    return !name.isEmpty()
        && name.length() <= 1_000
        && name.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != '\\');
  }

  Scopes and(Scopes others) {
    return of(names, others.names);
  }

  Scopes without(String name) {
    Set<String> left = new LinkedHashSet<>(names);
    left.remove(name);
    return new Scopes(left);
  }

  boolean covers(Scopes others) {
    return names.containsAll(others.names);
  }

  boolean has(String name) {
    return names.contains(name);
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  /** Space-separated. */
  @Override
  public String toString() {
    return String.join(" ", names);
  }
}
