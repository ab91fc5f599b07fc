package io.breakwater.client;

import io.breakwater.json.JsonLimits;
import io.breakwater.options.Options;
import io.breakwater.rpc.Messages;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.RejectedExecutionException;

/**
 * What the parts of one client share.
 *
 * <p>Immutable.
 *
 * @param loop the event loop to which the client and its channels are confined
 */
record ClientContext(Vertx vertx, Context loop, Options options, ClientListener listener) {

  /**
   * Does this in a turn of its own on the loop; false when the loop has ended with its Vert.x.
   */
  static boolean turn(Context loop, Runnable task) {
    try {
      loop.runOnContext(now -> task.run());
      return true;
    } catch (RejectedExecutionException ended) {
      return false;
    }
  }

  /** Why nothing can be done any more. */
  static ClientException ended() {
    return ClientException.before(ClientException.Kind.CLOSED, "Vert.x was closed");
  }

  /** The bounds of everything that is read. */
  JsonLimits jsonLimits() {
    return Messages.limits(options.limits());
  }
}
