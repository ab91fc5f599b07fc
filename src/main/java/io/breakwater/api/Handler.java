package io.breakwater.api;

import io.vertx.core.Future;

/**
 * Serves a call without blocking, on its event loop.
 *
 * @param <I> what it is given
 * @param <O> what it returns
 */
@FunctionalInterface
public interface Handler<I, O> {

  /**
   * May throw, which counts as a failed future. A {@link ToolException} tells the peer why; of anything else the peer
   * sees only that it failed.
   */
  Future<O> handle(I input, Call call) throws Exception;
}
