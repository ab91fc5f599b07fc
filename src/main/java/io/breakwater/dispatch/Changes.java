package io.breakwater.dispatch;

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
  private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();

  /** Adds a listener; the returned handle takes it away again. */
  public Runnable listen(Consumer<Change> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  public void publish(Change change) {
    listeners.forEach(listener -> listener.accept(change));
  }
}
