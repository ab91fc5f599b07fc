package io.breakwater.client;

import io.breakwater.json.JsonLimits;
import io.breakwater.options.Options;
import io.breakwater.rpc.Messages;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/**
 * What the parts of one client share.
 *
 * <p>Immutable.
 *
 * @param loop the event loop to which the client and its channels are confined
 */
record ClientContext(Vertx vertx, Context loop, Options options, ClientListener listener) {

  /** The bounds of everything that is read. */
  JsonLimits jsonLimits() {
    return Messages.limits(options.limits());
  }
}
