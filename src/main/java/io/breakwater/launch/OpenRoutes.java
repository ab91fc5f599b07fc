package io.breakwater.launch;

import io.breakwater.era.Era;
import io.breakwater.http.RouteName;
import io.breakwater.http.Routes;
import io.breakwater.http.Served;
import io.breakwater.options.Listen;
import io.breakwater.provider.Catalog;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of a server: the one of all together, and those of one alone, which come and go.
 *
 * <p>Thread-safe: a request finds its endpoint without waiting.
 */
final class OpenRoutes implements Routes {
  /** Endpoints of one server alone that there may be at once, those that are being closed included. */
  static final int COUNT_MAX = 200;

  private final Shared shared;
  private final Served whole;
  private final Map<String, OpenRoute> routes = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean stopped;

  /** All together is there as long as the server is, whose gates refuse requests when it stops. */
  private record Whole(List<Era> eras) implements Served {
    @Override
    public Phase phase() {
      return Phase.OPEN;
    }
  }

  OpenRoutes(Shared shared, List<Era> whole) {
    this.shared = shared;
    this.whole = new Whole(whole);
  }

  @Override
  public Served whole() {
    return whole;
  }

  @Override
  public @Nullable Served named(String name) {
    return routes.get(name);
  }

  /**
   * Opens the endpoint of one server alone.
   *
   * @param catalog what it offers; it stays the caller's
   * @throws IllegalArgumentException when the name cannot stand in a path, or is taken
   * @throws IllegalStateException when there are {@value #COUNT_MAX}, or the server stops
   */
  OpenRoute open(String name, Catalog catalog) {
    requireFree(name);
    if (count.incrementAndGet() > COUNT_MAX) {
      count.decrementAndGet();
      throw new IllegalStateException(
          "route " + Refusal.clip(name) + ": there are " + COUNT_MAX + " already");
    }
    OpenRoute made = new OpenRoute(name, shared, catalog, this::remove);
    if (routes.putIfAbsent(name, made) != null) {
      discard(made);
      throw taken(name);
    }
    // Asked last: whoever stops all either is seen here or sees the route.
    if (stopped) {
      routes.remove(name, made);
      discard(made);
      throw new IllegalStateException("the server is closed");
    }
    return made;
  }

  private void requireFree(String name) {
    if (!RouteName.legal(name)) {
      throw new IllegalArgumentException("route " + Refusal.clip(name) + ": expected 1 to "
          + RouteName.CHARS_MAX
          + " characters, no slash, no control character, and neither . nor ..");
    }
    if (routes.containsKey(name) || isOfSse(name)) {
      throw taken(name);
    }
  }

  /** Whether the clients of HTTP+SSE have this path. */
  private boolean isOfSse(String name) {
    Listen listen = shared.options().listen();
    String path = listen.path() + '/' + name;
    return listen.ssePath() != null
        && (path.equals(listen.ssePath()) || path.equals(listen.messagePath()));
  }

  private static IllegalArgumentException taken(String name) {
    return new IllegalArgumentException("route " + Refusal.clip(name) + ": the name is taken");
  }

  /** Nobody has seen it yet, so that there is nothing to wait for. */
  private void discard(OpenRoute made) {
    count.decrementAndGet();
    Future<Void> unused = made.stop();
  }

  private void remove(OpenRoute gone) {
    routes.remove(gone.name(), gone);
    count.decrementAndGet();
  }

  /** Ends all of them side by side, and opens no more. */
  Future<Void> stop() {
    stopped = true;
    return Future.join(routes.values().stream().map(OpenRoute::stop).toList()).mapEmpty();
  }
}
