package io.breakwater.dispatch;

import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;

/** Serves one method. Runs on the event loop of the invocation. */
@FunctionalInterface
public interface Handler {

  /**
   * Serves the request. Fails with a {@link io.breakwater.rpc.Refusal} for what the peer caused; anything else is an
   * internal error. May be called again for the same request, with the answers to what it asked.
   */
  Future<Outcome> handle(Invocation invocation);

  /** Whether the request stays open until somebody ends it, without a deadline. */
  default boolean longLived() {
    return false;
  }
}
