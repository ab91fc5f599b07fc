package io.breakwater.launch;

import io.breakwater.options.Listen;
import io.breakwater.options.Mistakes;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Says in one line why the server did not start. What nobody foresaw goes to the log with its trace besides.
 *
 * <p>Immutable.
 */
final class Failure {
  static final Logger LOG = Logger.getLogger(Failure.class.getName());

  private Failure() {}

  static String line(@Nullable Throwable cause, Listen listen) {
    if (cause == null) {
      return "Breakwater did not start in time";
    }
    if (cause instanceof Mistakes) {
      return String.valueOf(cause.getMessage());
    }
    for (Throwable at = cause; at != null; at = at.getCause()) {
      String message = String.valueOf(at.getMessage());
      if (message.contains("Address already in use")) {
        return "Port " + listen.port() + " on " + listen.host()
            + " is already in use (set another with --port)";
      }
      if (at instanceof IOException || at instanceof UnresolvedAddressException) {
        return "Cannot listen on " + listen.host() + ", port " + listen.port() + ": " + reason(at);
      }
    }
    if (cause.getStackTrace().length > 0) {
      LOG.log(Level.SEVERE, "Breakwater did not start", cause);
    }
    return "Breakwater did not start: " + reason(cause);
  }

  private static String reason(Throwable e) {
    String message = e.getMessage();
    return message == null
        ? e.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
