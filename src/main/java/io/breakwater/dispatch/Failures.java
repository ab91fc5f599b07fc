package io.breakwater.dispatch;

import io.breakwater.rpc.Refusal;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;

/** Turns whatever went wrong into what the peer may know of it; the rest goes into the log. */
public final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** The refusal that a failure of this invocation comes to, under its id. */
  public static Refusal refusal(Throwable failure, Invocation invocation) {
    if (failure instanceof Refusal refusal) {
      return refusal.under(invocation.id());
    }
    LOG.error(
        "Request " + Refusal.clip(invocation.id().toString()) + " ("
            + Refusal.clip(invocation.method()) + ") failed",
        failure);
    return Refusal.internal().under(invocation.id());
  }
}
