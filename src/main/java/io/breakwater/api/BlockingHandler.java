package io.breakwater.api;

/**
 * Serves a call on a thread that may block: a virtual thread from JDK 21 on, before that one of a bounded pool. It is
 * interrupted when the call is cancelled.
 *
 * @param <I> what it is given
 * @param <O> what it returns
 */
@FunctionalInterface
public interface BlockingHandler<I, O> {

  /** See {@link Handler#handle}; {@link Call#await} waits for an answer of the client. */
  O handle(I input, Call call) throws Exception;
}
