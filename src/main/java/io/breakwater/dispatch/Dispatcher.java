package io.breakwater.dispatch;

import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds the handler of a method and gives it a deadline.
 *
 * <p>Thread-safe; a dispatch is confined to the loop of its invocation.
 */
public final class Dispatcher {
  private static final long IDLE_CHECK_MS = 20;

  private final Map<Method, Handler> handlers;
  private final Clock clock;
  private final Deadlines deadlines;
  private final AtomicInteger running = new AtomicInteger();

  /** Those of them that were not served at once. */
  private final Set<Invocation> waiting = ConcurrentHashMap.newKeySet();

  private volatile @Nullable Refusal over;

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

  /** Requests with a deadline that are being served now. */
  public int running() {
    return running.get();
  }

  /** Completes when no request with a deadline is being served, at the latest after this many milliseconds. */
  public Future<Void> idle(long waitMs) {
    Promise<Void> promise = Promise.promise();
    awaitIdle(promise, clock.nowMs() + waitMs);
    return promise.future();
  }

  private void awaitIdle(Promise<Void> promise, long untilMs) {
    if (running.get() == 0 || clock.nowMs() >= untilMs) {
      promise.complete();
    } else {
      Clock.Timer unused = clock.after(IDLE_CHECK_MS, () -> awaitIdle(promise, untilMs));
    }
  }

  /**
   * Serves no more: what is asked from now on is refused. What is being served with a deadline ends with the same error,
   * under HTTP 200, since it may have been done already and is not to be sent again unseen.
   */
  public void end(Refusal why) {
    over = why;
    waiting.forEach(invocation -> invocation.cancel(why.status(200)));
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
    if (invocation.cancelled()) {
      return Future.failedFuture(new Cancelled());
    }
    Refusal refused = over;
    if (refused != null) {
      return Future.failedFuture(refused);
    }
    Promise<Outcome> promise = Promise.promise();
    int counted = handler.longLived() ? 0 : 1;
    running.addAndGet(counted);
    Watch watch = new Watch(invocation);
    invocation.watched(watch::progressed, promise::tryFail);
    run(handler, invocation)
        .onComplete(served -> invocation.onLoopInOrder(() -> {
          if (served.succeeded()) {
            boolean heard = promise.tryComplete(served.result());
            if (!heard && served.result() instanceof Outcome.InputRequired unheard) {
              unheard.dropped().run();
            }
          } else {
            promise.tryFail(served.cause());
          }
        }));
    // Most are served by now, and need no timer.
    if (!handler.longLived() && !promise.future().isComplete()) {
      watch.begin();
      await(invocation);
    }
    return promise.future().onComplete(done -> {
      watch.stop();
      waiting.remove(invocation);
      running.addAndGet(-counted);
      invocation.end();
    });
  }

  private void await(Invocation invocation) {
    waiting.add(invocation);
    Refusal refused = over;
    if (refused != null) {
      // Whoever ended everything meanwhile may not have seen this one.
      invocation.cancel(refused.status(200));
    }
  }

  /** Whatever a handler throws is the failure of one request, a stack overflow as well. */
  private static Future<Outcome> run(Handler handler, Invocation invocation) {
    try {
      return handler.handle(invocation).map(Objects::requireNonNull);
    } catch (Throwable e) {
      return Future.failedFuture(e);
    }
  }

  /**
   * The deadline of one request: put off by progress, never past the outer bound. Progress is only noted; one timer
   * looks at it when it fires.
   */
  private final class Watch {
    private final Invocation invocation;
    private final long startedMs = clock.nowMs();
    private long quietSinceMs = startedMs;
    private Clock.@Nullable Timer timer;

    Watch(Invocation invocation) {
      this.invocation = invocation;
    }

    void begin() {
      timer = next();
    }

    void progressed() {
      quietSinceMs = clock.nowMs();
    }

    private Clock.Timer next() {
      long dueMs = Math.min(quietSinceMs + deadlines.quietMs(), startedMs + deadlines.totalMs());
      return clock.after(Math.max(1, dueMs - clock.nowMs()), this::check);
    }

    private void check() {
      long nowMs = clock.nowMs();
      if (nowMs - startedMs >= deadlines.totalMs()) {
        expire("not done within " + deadlines.totalMs() + " ms (limits.callTotalMs)");
      } else if (nowMs - quietSinceMs >= deadlines.quietMs()) {
        expire("no progress for " + deadlines.quietMs() + " ms (limits.callMs)");
      } else {
        begin();
      }
    }

    private void expire(String why) {
      timer = null;
      invocation.cancel(Refusal.of(200, ErrorCodes.INTERNAL_ERROR, "Request timed out: " + why));
    }

    void stop() {
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
    }
  }
}
