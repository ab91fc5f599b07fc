package io.breakwater.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.util.function.Consumer;

/**
 * The listener of a client, whose faults are its own: what it throws is logged and breaks no conversation.
 *
 * <p>As safe as the listener within.
 */
final class GuardedListener implements ClientListener {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

  private final ClientListener within;

  GuardedListener(ClientListener within) {
    this.within = within;
  }

  @Override
  public void notified(String method, ObjectNode params) {
    guarded(() -> within.notified(method, params));
  }

  @Override
  public void warned(String warning) {
    guarded(() -> within.warned(warning));
  }

  @Override
  public void logged(String line) {
    guarded(() -> within.logged(line));
  }

  @Override
  public void relinked() {
    guarded(within::relinked);
  }

  @Override
  public void lost(ClientException why) {
    guarded(() -> within.lost(why));
  }

  /** The same for a listener of one request. */
  static void tell(Consumer<ObjectNode> listener, ObjectNode params) {
    guarded(() -> listener.accept(params));
  }

  private static void guarded(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException e) {
      LOG.warn("a listener of the client failed", e);
    }
  }
}
