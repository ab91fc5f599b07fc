package io.breakwater.launch;

import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The program over standard input and output: one peer, no port, and nothing on standard output but messages to it.
 *
 * <p>Confined to the main thread, but for the end of the process, which has a thread of its own.
 */
final class StdioRun {
  private static final Logger LOG = Logger.getLogger(StdioRun.class.getName());

  /** Whoever tells a process to end that has not ended with its input is not patient any more. */
  private static final long END_MS = 1_500;

  private final Options options;
  private final ServersSource servers;

  StdioRun(Options options, ServersSource servers) {
    this.options = options;
    this.servers = servers;
  }

  /** Serves until the peer is gone. Returns whether that went well. */
  boolean serve() {
    System.setOut(System.err);
    Vertx vertx = Vertx.vertx();
    Breakwater breakwater = Breakwater.create(vertx, options);
    Future<Void> named =
        ServersWatch.begin(vertx, breakwater, servers, options.gateway().reloadMs());
    Future<Void> gone = named.transform(begun -> breakwater.stdio());
    Thread end = new Thread(
        () -> {
          var unused = await(breakwater.close(), END_MS);
        },
        "breakwater-end");
    Runtime.getRuntime().addShutdownHook(end);
    boolean well = await(gone, Long.MAX_VALUE);
    return await(breakwater.close().eventually(vertx::close), options.limits().drainMs() + END_MS)
        && well;
  }

  private static boolean await(Future<Void> future, long ms) {
    try {
      future.toCompletionStage().toCompletableFuture().get(ms, TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      boolean expected = cause.getStackTrace().length == 0;
      LOG.log(
          Level.WARNING, "Did not end in order: " + cause.getMessage(), expected ? null : cause);
    } catch (TimeoutException e) {
      LOG.log(Level.WARNING, "Did not end in order", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
