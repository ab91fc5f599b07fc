package io.breakwater.era;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A head in tests: accepts both types and is nobody's, unless told otherwise. Confined to one thread while it is made. */
public final class FakeHead implements Head {
  private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private boolean json = true;
  private boolean stream = true;
  private @Nullable String principal;

  /** A head without headers. */
  public static FakeHead bare() {
    return new FakeHead();
  }

  /** One more line. */
  public FakeHead with(String name, String value) {
    headers.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    return this;
  }

  /** No line of this name. */
  public FakeHead without(String name) {
    headers.remove(name);
    return this;
  }

  public FakeHead jsonOnly() {
    stream = false;
    return this;
  }

  public FakeHead streamOnly() {
    json = false;
    return this;
  }

  public FakeHead of(@Nullable String name) {
    principal = name;
    return this;
  }

  @Override
  public List<String> headers(String name) {
    return headers.getOrDefault(name, List.of());
  }

  @Override
  public boolean acceptsJson() {
    return json;
  }

  @Override
  public boolean acceptsStream() {
    return stream;
  }

  @Override
  public @Nullable String principal() {
    return principal;
  }
}
