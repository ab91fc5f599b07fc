package io.breakwater.behaviour;

import io.breakwater.launch.Breakwater;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A whole server in this process, on a free loopback port, on two event loops: a client's connections are spread over
 * both, so that sessions are met on a loop that is not their own.
 *
 * <p>Confined to the thread of its test.
 */
final class TestServer implements AutoCloseable {
  private static final int LOOPS = 2;
  private static final long PATIENCE_MS = 30_000;

  private final Vertx vertx;
  private final Breakwater breakwater;
  private final int port;
  private Future<Void> ended = Future.succeededFuture();

  private TestServer(Vertx vertx, Breakwater breakwater) {
    this.vertx = vertx;
    this.breakwater = breakwater;
    this.port = await(breakwater.listen(LOOPS));
  }

  static TestServer start() {
    return start(Options.defaults(), breakwater -> {});
  }

  /** With these settings but for the port. */
  static TestServer start(Options options, Consumer<Breakwater> offers) {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(LOOPS));
    Breakwater breakwater = Breakwater.create(vertx, options.with("listen.port", 0));
    offers.accept(breakwater);
    return new TestServer(vertx, breakwater);
  }

  int port() {
    return port;
  }

  Breakwater breakwater() {
    return breakwater;
  }

  /** Begins to end the server, as when the process is told to. */
  void shutDown() {
    ended = breakwater.close();
  }

  static <T> T await(Future<T> future) {
    return await(future, PATIENCE_MS);
  }

  static <T> T await(Future<T> future, long patienceMs) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(patienceMs, TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    await(ended);
    await(vertx.close());
  }
}
