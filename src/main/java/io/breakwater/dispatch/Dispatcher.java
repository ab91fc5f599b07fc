package io.breakwater.dispatch;

import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the handler of a method and gives it a deadline.
 *
 * <p>Immutable; a dispatch is confined to the loop of its invocation.
 */
public final class Dispatcher {
  private final Map<Method, Handler> handlers;
  private final Clock clock;
  private final Deadlines deadlines;

  /**
   * @param quietMs longest time without progress
   * @param totalMs longest time with progress
   */
  public record Deadlines(long quietMs, long totalMs) {}

  public Dispatcher(Map<Method, Handler> handlers, Clock clock, Deadlines deadlines) {
    this.handlers = Map.copyOf(handlers);
    this.clock = clock;
    this.deadlines = deadlines;
  }

  /** Whether anybody serves this method. */
  public boolean serves(String method) {
    Method known = Method.of(method);
    return known != null && handlers.containsKey(known);
  }

  /**
   * Serves the request. The future completes on the loop of the invocation, in time, with an outcome or a failure; a
   * cancelled request fails with {@link Cancelled}.
   */
  public Future<Outcome> dispatch(Invocation invocation) {
    Method method = Method.of(invocation.method());
    Handler handler = method == null ? null : handlers.get(method);
    if (handler == null) {
      return Future.failedFuture(Refusal.methodNotFound(invocation.method()));
    }
    Promise<Outcome> promise = Promise.promise();
    invocation.onCancel(() -> promise.tryFail(new Cancelled()));
    Watch watch = handler.longLived() ? null : new Watch(invocation, promise);
    run(handler, invocation)
        .onComplete(served -> invocation.onLoop(() -> {
          if (served.succeeded()) {
            promise.tryComplete(served.result());
          } else {
            promise.tryFail(served.cause());
          }
        }));
    return promise.future().onComplete(done -> {
      if (watch != null) {
        watch.stop();
      }
      invocation.end();
    });
  }

  private static Future<Outcome> run(Handler handler, Invocation invocation) {
    try {
      return handler.handle(invocation);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  /** The deadline of one request: restarted by progress, never past the outer bound. */
  private final class Watch {
    private final Invocation invocation;
    private final Promise<Outcome> promise;
    private final long startedMs = clock.nowMs();
    private Clock.@Nullable Timer timer;

    Watch(Invocation invocation, Promise<Outcome> promise) {
      this.invocation = invocation;
      this.promise = promise;
      invocation.onProgress(this::restart);
      restart();
    }

    private void restart() {
      stop();
      long leftMs = deadlines.totalMs() - (clock.nowMs() - startedMs);
      timer = clock.after(Math.max(1, Math.min(deadlines.quietMs(), leftMs)), this::expire);
    }

    private void expire() {
      promise.tryFail(Refusal.of(
          200,
          io.breakwater.spec.ErrorCodes.INTERNAL_ERROR,
          "Request timed out: no progress for " + deadlines.quietMs()
              + " ms (limits.callMs), or running for " + deadlines.totalMs()
              + " ms (limits.callTotalMs)"));
      invocation.cancel();
    }

    void stop() {
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
    }
  }
}
