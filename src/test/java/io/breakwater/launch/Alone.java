package io.breakwater.launch;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.provider.Catalog;
import io.breakwater.provider.Provider;
import io.vertx.core.Future;

/**
 * The endpoint of one server alone, for tests of the whole server, which open it as the gateway does.
 *
 * <p>Thread-safe.
 */
public final class Alone {
  private final OpenRoute route;

  private Alone(OpenRoute route) {
    this.route = route;
  }

  /** Opens one of this name that offers what these offer. */
  @CanIgnoreReturnValue
  public static Alone open(Breakwater breakwater, String name, Provider... providers) {
    Catalog catalog = new Catalog();
    for (Provider provider : providers) {
      catalog.add(provider);
    }
    return new Alone(breakwater.route(name, catalog));
  }

  public String path() {
    return route.path();
  }

  public Future<Void> close() {
    return route.close();
  }
}
