package io.breakwater.http;

import io.vertx.core.Future;

/**
 * One row of the table of refusals that needs the head of a request alone. It is asked before the first byte of the body
 * is parsed; the body waits unread meanwhile.
 *
 * <p>An implementation may be called from several loops.
 */
@FunctionalInterface
public interface Admission {

  /**
   * Lets the request pass, or fails with a {@link io.breakwater.rpc.Refusal}. The head that it gives back takes the place
   * of the one it was asked about: {@link HttpHead#as} names the peer.
   */
  Future<HttpHead> admit(HttpHead head);
}
