package io.breakwater.dispatch;

/**
 * Time and timers, so that a test can hold both in its hand. Durations are milliseconds.
 *
 * <p>Thread-safe; a timer fires on the context of whoever set it.
 */
public interface Clock {

  /** Milliseconds of a clock that never goes back; only differences mean something. */
  long nowMs();

  /** Milliseconds since 1970, for what outlives the process. */
  long wallMs();

  /** Runs the task once, after at least this many milliseconds (at least 1). */
  Timer after(long delayMs, Runnable task);

  /** A running timer. */
  interface Timer {
    /** Stops the timer; nothing happens when it has fired already. */
    void cancel();
  }
}
