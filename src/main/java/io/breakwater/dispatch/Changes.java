package io.breakwater.dispatch;

import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Spreads changes inside one process. Listeners are few (one per loop and era); whoever has many subscribers keeps them
 * to itself.
 *
 * <p>Thread-safe; a listener is called on the thread of whoever publishes and hops to its own loop.
 */
public final class Changes {
  private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

  private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();

  /** Adds a listener; the returned handle takes it away again. */
  public Runnable listen(Consumer<Change> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Tells all listeners; one that fails keeps the change from nobody else. */
  public void publish(Change change) {
    listeners.forEach(listener -> tell(listener, change));
  }

  private static void tell(Consumer<Change> listener, Change change) {
    try {
      listener.accept(change);
    } catch (RuntimeException e) {
      LOG.error("A listener failed on " + change.getClass().getSimpleName(), e);
    }
  }
}
