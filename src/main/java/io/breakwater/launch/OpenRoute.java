package io.breakwater.launch;

import io.breakwater.era.Era;
import io.breakwater.http.RouteName;
import io.breakwater.http.Served;
import io.breakwater.provider.Catalog;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of one server alone, at {@code listen.path/name}, until it is closed.
 *
 * <pre>
 * OPEN -- close --> DRAINING -- all is done, at the latest limits.drainMs later --> GONE
 * </pre>
 *
 * <p>Thread-safe.
 */
final class OpenRoute implements Served {
  private final String name;
  private final Shared shared;
  private final Graph graph;
  private final Consumer<OpenRoute> whenGone;
  private final AtomicReference<@Nullable Future<Void>> ending = new AtomicReference<>();
  private volatile Phase phase = Phase.OPEN;

  OpenRoute(String name, Shared shared, Catalog catalog, Consumer<OpenRoute> whenGone) {
    this.name = name;
    this.shared = shared;
    this.graph = new Graph(shared.within(name), catalog);
    this.whenGone = whenGone;
  }

  String name() {
    return name;
  }

  /** Where clients reach it on a server of our own, percent-encoded. */
  String path() {
    return shared.options().listen().path() + '/' + RouteName.encode(name);
  }

  @Override
  public List<Era> eras() {
    return graph.eras();
  }

  @Override
  public Phase phase() {
    return phase;
  }

  /**
   * Refuses new requests with 503, ends listen streams, lets requests end that are being served (for
   * {@code limits.drainMs} at most), cancels the others, and ends the sessions. Completes when the name is free again and
   * all places have been given back; never fails. A second call has the future of the first.
   */
  Future<Void> close() {
    return end(true);
  }

  /** The same while the whole server stops, which says so to all requests: the name stays taken. */
  Future<Void> stop() {
    return end(false);
  }

  private Future<Void> end(boolean alone) {
    Promise<Void> promise = Promise.promise();
    if (!ending.compareAndSet(null, promise.future())) {
      return Objects.requireNonNull(ending.get());
    }
    if (alone) {
      phase = Phase.DRAINING;
    }
    graph.close(shared.options().limits().drainMs()).onComplete(closed -> {
      if (alone) {
        phase = Phase.GONE;
        whenGone.accept(this);
      }
      promise.complete();
    });
    return promise.future();
  }
}
