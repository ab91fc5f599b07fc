package io.breakwater.provider;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Offers by name, in the order in which they were added. A change makes a new shelf.
 *
 * <p>Immutable.
 */
record Shelf<T>(Map<String, T> byName) {
  static <T> Shelf<T> empty() {
    return new Shelf<>(Map.of());
  }

  /** @throws IllegalArgumentException when a name is taken */
  Shelf<T> with(String what, List<T> more, Function<T, String> name) {
    Map<String, T> all = new LinkedHashMap<>(byName);
    for (T offer : more) {
      if (all.putIfAbsent(name.apply(offer), offer) != null) {
        throw new IllegalArgumentException(
            what + " '" + name.apply(offer) + "' is there already (expected: a new name)");
      }
    }
    return new Shelf<>(Collections.unmodifiableMap(all));
  }

  /** The same shelf when there is no such offer. */
  Shelf<T> without(String name) {
    if (!byName.containsKey(name)) {
      return this;
    }
    Map<String, T> all = new LinkedHashMap<>(byName);
    all.remove(name);
    return new Shelf<>(Collections.unmodifiableMap(all));
  }

  List<T> offers() {
    return List.copyOf(byName.values());
  }
}
