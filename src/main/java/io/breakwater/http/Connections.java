package io.breakwater.http;

import io.vertx.core.http.HttpConnection;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the open connections of all doors of a process, and closes what is one too many. Vert.x shows a connection with
 * its first bytes; one that sends nothing is closed by the idle timeout.
 *
 * <p>Thread-safe.
 */
public final class Connections {
  private final int max;
  private final AtomicInteger open = new AtomicInteger();

  public Connections(int max) {
    this.max = max;
  }

  public int open() {
    return open.get();
  }

  void opened(HttpConnection connection) {
    connection.closeHandler(closed -> open.decrementAndGet());
    if (open.incrementAndGet() > max) {
      connection.close().onFailure(gone -> {});
    }
  }
}
