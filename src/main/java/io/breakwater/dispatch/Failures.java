package io.breakwater.dispatch;

import io.breakwater.rpc.Refusal;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;

/** Turns whatever went wrong into what the peer may know of it; the rest goes into the log. */
public final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /**
   * The refusal that a failure of this invocation comes to, under its id. An internal error is answered with HTTP 200:
   * the call has failed, while client libraries take a 500 for the end of the connection.
   */
  public static Refusal refusal(Throwable failure, Invocation invocation) {
    if (failure instanceof Refusal refusal) {
      return (refusal.status() == 500 ? refusal.status(200) : refusal).under(invocation.id());
    }
    LOG.error(
        "Request " + Refusal.clip(invocation.id().toString()) + " ("
            + Refusal.clip(invocation.method()) + ") failed",
        failure);
    return Refusal.internal().status(200).under(invocation.id());
  }
}
