package io.breakwater.http;

import io.vertx.core.Vertx;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends a comment on every open event stream, at the same beat for all, so that no idle timer between here and the client
 * cuts a stream on which nothing happens.
 *
 * <p>Thread-safe: each stream hops to its own loop.
 */
final class KeepAlives {
  private final Set<HttpEventStream> streams = ConcurrentHashMap.newKeySet();
  private final Vertx vertx;
  private final long timer;

  /** The timer ends with the verticle whose context this is, or with {@link #stop}. */
  KeepAlives(Vertx vertx, long periodMs) {
    this.vertx = vertx;
    this.timer = vertx.setPeriodic(periodMs, tick -> streams.forEach(HttpEventStream::keepAlive));
  }

  void stop() {
    vertx.cancelTimer(timer);
  }

  void add(HttpEventStream stream) {
    streams.add(stream);
  }

  void remove(HttpEventStream stream) {
    streams.remove(stream);
  }

  /** Open streams, for tests. */
  int count() {
    return streams.size();
  }
}
