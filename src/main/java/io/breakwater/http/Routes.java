package io.breakwater.http;

import org.jspecify.annotations.Nullable;

/**
 * What serves which endpoint: all servers together at {@code listen.path}, and one alone at
 * {@code listen.path/name}. Those alone come and go while requests arrive.
 *
 * <p>An implementation is thread-safe.
 */
public interface Routes {

  /** All servers together. */
  Served whole();

  /** The one alone that has this name, as {@link RouteName#legal} lets it be; null when there is none. */
  @Nullable
  Served named(String name);
}
