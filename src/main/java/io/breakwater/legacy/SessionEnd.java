package io.breakwater.legacy;

import io.breakwater.api.CallerSession;
import io.vertx.core.Context;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells those who work for a session when it has ended.
 *
 * <p>Thread-safe: what is said from elsewhere hops to the loop of the session.
 */
final class SessionEnd implements CallerSession {
  private final Context loop;

  // Confined to the loop.
  private final Set<Runnable> tasks = new LinkedHashSet<>();
  private boolean over;

  SessionEnd(Context loop) {
    this.loop = loop;
  }

  @Override
  public Runnable onEnd(Runnable task) {
    // Of its own, so that the same task given twice is run twice and taken back once.
    Runnable own = () -> task.run();
    loop.runOnContext(later -> {
      if (over) {
        own.run();
      } else {
        tasks.add(own);
      }
    });
    return () -> loop.runOnContext(later -> tasks.remove(own));
  }

  /** The session has ended. On the loop. */
  void now() {
    over = true;
    List<Runnable> told = List.copyOf(tasks);
    tasks.clear();
    told.forEach(task -> loop.runOnContext(later -> task.run()));
  }
}
