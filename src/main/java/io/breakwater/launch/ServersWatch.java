package io.breakwater.launch;

import io.breakwater.options.servers.Servers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps a server at what the files say: reads them at the start, looks at them now and then, and reads them again when one
 * has changed. A file that is broken changes nothing until it is mended; the log says so.
 *
 * <p>Thread-safe.
 */
final class ServersWatch {
  private static final Logger LOG = Logger.getLogger(ServersWatch.class.getName());

  private final Vertx vertx;
  private final Breakwater breakwater;
  private final ServersSource source;
  /** What was said when the files were read last; it is not said again while it stays as it is. */
  private volatile Set<String> told = Set.of();

  private final AtomicBoolean looking = new AtomicBoolean();

  private ServersWatch(Vertx vertx, Breakwater breakwater, ServersSource source) {
    this.vertx = vertx;
    this.breakwater = breakwater;
    this.source = source;
  }

  /**
   * Reads the servers and begins to watch, for as long as the server is there. Where nobody names one, it offers what comes
   * with Breakwater, unless that is switched off.
   *
   * @param everyMs between two looks, or 0 for none
   * @return completes when the servers are being reached
   */
  static Future<Void> begin(
      Vertx vertx, Breakwater breakwater, ServersSource source, long everyMs) {
    ServersWatch watch = new ServersWatch(vertx, breakwater, source);
    return vertx
        .executeBlocking(() -> watch.first(), false)
        .compose(read -> {
          watch.tell(read);
          return breakwater.servers(read.entries());
        })
        .onSuccess(begun -> watch.lookLater(everyMs));
  }

  /** On a worker, since schemas take their time. */
  private Servers first() {
    Servers read = source.read();
    boolean named = !read.entries().isEmpty() || !read.failures().isEmpty();
    if (!named && breakwater.options().server().builtins()) {
      Builtins.addTo(breakwater.local());
    }
    return read;
  }

  private void lookLater(long everyMs) {
    if (everyMs > 0) {
      long unused = vertx.setPeriodic(everyMs, this::look);
    }
  }

  private void look(long timer) {
    if (breakwater.closing()) {
      vertx.cancelTimer(timer);
    } else if (looking.compareAndSet(false, true)) {
      vertx
          .executeBlocking(
              () -> source.changed() ? List.of(source.read()) : List.<Servers>of(), false)
          .onComplete(looked -> {
            looking.set(false);
            if (looked.succeeded()) {
              looked.result().forEach(this::take);
            } else {
              LOG.log(Level.WARNING, "The files with servers", looked.cause());
            }
          });
    }
  }

  private void take(Servers servers) {
    LOG.info("The files with servers have changed");
    tell(servers);
    breakwater
        .servers(servers.entries())
        .onFailure(closed -> LOG.fine(() -> "not taken: " + closed.getMessage()));
  }

  private void tell(Servers servers) {
    Set<String> now = new HashSet<>();
    servers.failures().forEach(mistake -> tell(Level.WARNING, mistake.toString(), now));
    servers.warnings().forEach(warning -> tell(Level.WARNING, warning, now));
    servers.notes().forEach(note -> tell(Level.INFO, note, now));
    told = Set.copyOf(now);
  }

  private void tell(Level level, String line, Set<String> now) {
    if (now.add(line) && !told.contains(line)) {
      LOG.log(level, line);
    }
  }
}
