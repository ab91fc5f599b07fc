package io.breakwater.options;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All settings there are, read from the records once.
 *
 * <p>Immutable.
 */
final class Settings {
  /** Sections that later versions read; a file that has one must not be half obeyed. */
  static final List<String> RESERVED = List.of("cluster");

  static final Settings ALL = new Settings();

  private final Map<String, RecordComponent> sections = new LinkedHashMap<>();
  private final Map<String, Key> keys = new LinkedHashMap<>();

  private Settings() {
    for (RecordComponent section : Options.class.getRecordComponents()) {
      sections.put(section.getName(), section);
      for (RecordComponent component : section.getType().getRecordComponents()) {
        Key key = Key.of(section.getName(), component);
        keys.put(key.path(), key);
      }
    }
  }

  List<String> sections() {
    return List.copyOf(sections.keySet());
  }

  String about(String section) {
    return present(present(sections, section).getAnnotation(Section.class), section)
        .value();
  }

  List<Key> keys() {
    return List.copyOf(keys.values());
  }

  List<Key> keys(String section) {
    return keys.values().stream().filter(key -> key.section().equals(section)).toList();
  }

  /** The setting with this path, or null when there is none. */
  @Nullable
  Key key(String path) {
    return keys.get(path);
  }

  /** Makes the records. {@code values} has an accepted value for every key. */
  Options build(Function<Key, JsonNode> values) {
    List<Object> records = new ArrayList<>();
    for (RecordComponent section : sections.values()) {
      Object[] arguments = keys(section.getName()).stream()
          .map(key -> key.java(values.apply(key)))
          .toArray();
      records.add(make(section.getType(), arguments));
    }
    return (Options) make(Options.class, records.toArray());
  }

  /** The value of every setting, by path. */
  Map<String, JsonNode> read(Options options) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    for (Key key : keys.values()) {
      RecordComponent section = present(sections, key.section());
      values.put(key.path(), key.read((Record) call(section.getAccessor(), options)));
    }
    return values;
  }

  /** The value that is there for sure. */
  static <V> V present(Map<String, V> map, String name) {
    return present(map.get(name), name);
  }

  private static <V> V present(@Nullable V value, String name) {
    return Objects.requireNonNull(value, name);
  }

  private static Object make(Class<?> type, Object[] arguments) {
    Class<?>[] types = Arrays.stream(type.getRecordComponents())
        .map(RecordComponent::getType)
        .toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types).newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static Object call(Method accessor, Object target) {
    try {
      return accessor.invoke(target);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }
}
