package io.breakwater.dispatch;

import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private final Map<String, Integer> watched = new ConcurrentHashMap<>();
  private final Watcher watcher;

  /** Hears which resources somebody wants to be told of. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * Called in order for one resource, on the thread of whoever asks; must not block.
     *
     * @param wanted false once nobody wants to be told any more
     */
    void watched(String uri, boolean wanted);
  }

  public Changes() {
    this((uri, wanted) -> {});
  }

  public Changes(Watcher watcher) {
    this.watcher = watcher;
  }

  /**
   * Somebody wants to be told of a resource; whoever asks sees to the bound.
   *
   * @return ends it, once
   */
  public Runnable watch(String uri) {
    watched.compute(uri, (key, count) -> {
      if (count == null) {
        watcher.watched(uri, true);
      }
      return count == null ? 1 : count + 1;
    });
    AtomicBoolean over = new AtomicBoolean();
    return () -> {
      if (over.compareAndSet(false, true)) {
        unwatch(uri);
      }
    };
  }

  private void unwatch(String uri) {
    watched.computeIfPresent(uri, (key, count) -> {
      if (count == 1) {
        watcher.watched(uri, false);
      }
      return count == 1 ? null : count - 1;
    });
  }

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
