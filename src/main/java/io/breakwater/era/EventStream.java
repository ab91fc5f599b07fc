package io.breakwater.era;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A {@code text/event-stream} response. Keep-alive comments go out by themselves; a reader that is too slow is cut, which
 * looks as if it had gone away.
 *
 * <p>Thread-safe like its {@link Exchange}.
 */
public interface EventStream {

  /** Sends one JSON text, without line breaks, as one event; the id may be null for none. */
  void message(@Nullable String id, Buffer json);

  /** Sends an event with an id and empty data, from which a client can resume, and a reconnection time if positive. */
  void prime(String id, long retryMs);

  /** Tells the client how long to wait before it comes back, in milliseconds. */
  void retry(long retryMs);

  /** Ends the response. */
  void end();
}
