package io.breakwater.api;

/**
 * A handler and where it runs.
 *
 * <p>Immutable.
 *
 * @param <I> what the handler is given
 * @param <O> what it returns
 */
public sealed interface Work<I, O> {

  /** Runs on the event loop of the call. */
  record Async<I, O>(Handler<I, O> handler) implements Work<I, O> {}

  /** Runs on a thread that may block. */
  record Blocking<I, O>(BlockingHandler<I, O> handler) implements Work<I, O> {}
}
