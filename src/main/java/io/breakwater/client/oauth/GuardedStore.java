package io.breakwater.client.oauth;

import io.vertx.core.Future;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Somebody's store, whose faults are failures of its futures.
 *
 * <p>Thread-safe, as the store is.
 */
record GuardedStore(TokenStore store) implements TokenStore {
  @Override
  public Future<@Nullable Kept> load(Key key) {
    return guarded(() -> store.load(key));
  }

  @Override
  public Future<Void> save(Key key, Kept kept) {
    return guarded(() -> store.save(key, kept));
  }

  @Override
  public Future<Void> remove(Key key) {
    return guarded(() -> store.remove(key));
  }

  private static <T extends @Nullable Object> Future<T> guarded(Supplier<Future<T>> verb) {
    try {
      return Objects.requireNonNull(verb.get());
    } catch (RuntimeException broken) {
      return Future.failedFuture(broken);
    }
  }
}
