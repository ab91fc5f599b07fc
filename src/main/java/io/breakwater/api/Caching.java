package io.breakwater.api;

/**
 * How long and by whom the contents of a resource may be kept.
 *
 * <p>Immutable.
 *
 * @param ttlMs milliseconds; 0 for not at all
 * @param shared true when the contents are the same for every caller
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">2026-07-28, Caching</a>
 */
public record Caching(long ttlMs, boolean shared) {
  public static final Caching NONE = new Caching(0, false);

  public Caching {
    if (ttlMs < 0) {
      throw new IllegalArgumentException("caching ttlMs: " + ttlMs + " (expected: >= 0)");
    }
  }
}
