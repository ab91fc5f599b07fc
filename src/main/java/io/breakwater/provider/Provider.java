package io.breakwater.provider;

import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that offers tools, resources, templates and prompts: Java code, or another MCP server.
 *
 * <p>Thread-safe.
 */
public interface Provider {

  /** What is offered now; always the same object until something changes. */
  Offers offers();

  /**
   * Reads resources that are not listed, and fails for those that are not there; null when what is listed is all there
   * is.
   */
  default @Nullable ResourceReader unlisted() {
    return null;
  }

  /**
   * Completes when the first offers are there, or the time for them is over, and when offers that were too old to be shown
   * are there anew; never fails. Asked before each list.
   */
  default Future<Void> ready() {
    return Future.succeededFuture();
  }

  /** How long and by whom its lists may be kept. */
  default Outcome.CacheHint hint() {
    return Outcome.CacheHint.ANY;
  }

  /** What cannot be offered at the moment, a few words for whoever misses it: {@code server 'git' is down}. */
  default List<String> missing() {
    return List.of();
  }

  /**
   * Somebody wants to be told when a resource of this provider changes, or nobody any more. Called in order for one
   * resource; must not block.
   */
  default void watched(String uri, boolean wanted) {}

  /** Adds a listener, called on the thread of whoever changes something; the returned handle takes it away again. */
  Runnable listen(OfferListener listener);
}
