package io.breakwater.provider;

import io.breakwater.api.Call;
import io.breakwater.api.Work;
import io.vertx.core.Future;
import java.util.Objects;

/**
 * Runs handlers where they belong.
 *
 * <p>Thread-safe.
 */
final class Works {
  private final BlockingExecutor blocking;

  Works(BlockingExecutor blocking) {
    this.blocking = blocking;
  }

  /** Runs the work; whatever it throws and a null that it returns is a failed future. */
  <I, O> Future<O> run(Work<I, O> work, I input, Call call) {
    Future<O> done = work instanceof Work.Async<I, O> async
        ? start(async, input, call)
        : blocking.run(() -> ((Work.Blocking<I, O>) work).handler().handle(input, call), call);
    return done.map(output -> Objects.requireNonNull(output, "the handler returned null"));
  }

  private static <I, O> Future<O> start(Work.Async<I, O> work, I input, Call call) {
    try {
      return Objects.requireNonNull(
          work.handler().handle(input, call), "the handler returned no future");
    } catch (Throwable e) {
      // An Error too: the caller waits for an answer, whatever happened to the handler.
      return Future.failedFuture(e);
    }
  }
}
