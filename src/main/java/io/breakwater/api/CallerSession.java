package io.breakwater.api;

/**
 * The session of a client of a revision that has sessions: the same object for all its calls, and for nobody else's.
 *
 * <p>Thread-safe.
 */
public interface CallerSession {

  /**
   * Runs the task once the session has ended, at once if it has; on any event loop.
   *
   * @return takes the task back
   */
  Runnable onEnd(Runnable task);
}
