package io.breakwater.provider;

import io.vertx.core.Future;

/**
 * Something that offers tools, resources, templates and prompts: Java code, or another MCP server.
 *
 * <p>Thread-safe.
 */
public interface Provider {

  /** What is offered now; always the same object until something changes. */
  Offers offers();

  /** Completes when the first offers are there, or the time for them is over; never fails. */
  default Future<Void> ready() {
    return Future.succeededFuture();
  }

  /**
   * Somebody wants to be told when a resource of this provider changes, or nobody any more. Called in order for one
   * resource; must not block.
   */
  default void watched(String uri, boolean wanted) {}

  /** Adds a listener, called on the thread of whoever changes something; the returned handle takes it away again. */
  Runnable listen(OfferListener listener);
}
