package io.breakwater.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request without an answer yet, and its deadline: put off by progress, never past the outer bound. Progress is only
 * noted; one timer looks at it when it fires.
 *
 * <p>Confined to the loop of its client.
 */
final class Pending {
  /** However far off the deadline is. */
  private static final long LOOKED_AT_MS = 86_400_000;

  private final Vertx vertx;
  private final Message.Request request;
  private final Deadlines deadlines;
  private final RequestOptions options;
  private final Promise<ObjectNode> answer = Promise.promise();
  private long startedMs = now();
  private long quietSinceMs = startedMs;
  private Consumer<String> expired = why -> {};
  private BooleanSupplier excused = () -> false;
  private long timer = -1;

  /**
   * @param quietMs longest time without progress
   * @param totalMs longest time with progress; {@link Long#MAX_VALUE} for no deadline at all
   * @param leftMs what is left of the total
   * @param named the settings that say so
   */
  record Deadlines(long quietMs, long totalMs, long leftMs, Named named) {
    static final Deadlines NONE =
        new Deadlines(Long.MAX_VALUE, Long.MAX_VALUE, new Named("none", "none"));

    Deadlines(long quietMs, long totalMs, Named named) {
      this(quietMs, totalMs, totalMs, named);
    }

    /** One time for both. */
    static Deadlines of(long ms, String setting) {
      return new Deadlines(ms, ms, new Named(setting, setting));
    }

    /** The same, and not longer than this in all. */
    Deadlines within(long ms) {
      return equals(NONE) ? this : new Deadlines(quietMs, totalMs, Math.min(leftMs, ms), named);
    }
  }

  /** The settings that can be changed where a time is too short. */
  record Named(String quiet, String total) {}

  Pending(Vertx vertx, Message.Request request, Deadlines deadlines, RequestOptions options) {
    this.vertx = vertx;
    this.request = request;
    this.deadlines = deadlines;
    this.options = options;
  }

  private static long now() {
    return System.nanoTime() / 1_000_000;
  }

  Message.Request request() {
    return request;
  }

  RequestOptions options() {
    return options;
  }

  /** For whom it is made, where that was said. */
  Object owner() {
    return options.asking() == null ? this : options.asking().owner();
  }

  /** The result, or a {@link ClientException}. */
  Future<ObjectNode> answer() {
    return answer.future();
  }

  /**
   * Begins to count; the task is run with the reason when the time is over.
   *
   * @param isExcused whether the time is not the server's just now: then it counts anew
   */
  void watch(Consumer<String> whenExpired, BooleanSupplier isExcused) {
    expired = whenExpired;
    excused = isExcused;
    if (deadlines.quietMs() != Long.MAX_VALUE) {
      next();
    }
  }

  private void next() {
    long leftMs = Math.min(
        deadlines.quietMs() - (now() - quietSinceMs), deadlines.leftMs() - (now() - startedMs));
    timer = vertx.setTimer(Math.max(1, Math.min(leftMs, LOOKED_AT_MS)), fired -> check());
  }

  private void check() {
    long nowMs = now();
    if (excused.getAsBoolean()) {
      startedMs = nowMs;
      quietSinceMs = nowMs;
      next();
    } else if (nowMs - startedMs >= deadlines.leftMs()) {
      expired.accept("no answer within " + deadlines.totalMs() + " ms ("
          + deadlines.named().total() + ")");
    } else if (nowMs - quietSinceMs >= deadlines.quietMs()) {
      expired.accept("no answer and no progress for " + deadlines.quietMs() + " ms ("
          + deadlines.named().quiet() + ")");
    } else {
      next();
    }
  }

  void progressed(ObjectNode params) {
    quietSinceMs = now();
    if (options.progress() != null) {
      GuardedListener.tell(options.progress(), params);
    }
  }

  void complete(ObjectNode result) {
    stop();
    answer.tryComplete(result);
  }

  void fail(ClientException why) {
    stop();
    answer.tryFail(why);
  }

  private void stop() {
    vertx.cancelTimer(timer);
  }

  /** Whatever a channel fails with, as its caller reads it. */
  static ClientException told(Throwable failure) {
    return failure instanceof ClientException why
        ? why
        : ClientException.after(
            Kind.LOST, "the request failed: " + failure.getClass().getSimpleName());
  }

  /** What the server logs about this request, or null. */
  @Nullable
  Consumer<ObjectNode> log() {
    return options.log() == null ? null : options.log().listener();
  }
}
