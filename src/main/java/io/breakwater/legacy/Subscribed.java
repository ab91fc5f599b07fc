package io.breakwater.legacy;

import io.breakwater.rpc.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The resources that a session is told of, bounded in number and in the bytes of their URIs.
 *
 * <p>Confined to the loop of its session.
 */
final class Subscribed {
  private final SessionSettings settings;
  private final Function<String, Runnable> watch;
  /** By URI, what ends the watching. */
  private final Map<String, Runnable> uris = new HashMap<>();

  private int bytes;

  /** @param watch begins to watch a resource for the session; what it returns ends that */
  Subscribed(SessionSettings settings, Function<String, Runnable> watch) {
    this.settings = settings;
    this.watch = watch;
  }

  boolean contains(String uri) {
    return uris.containsKey(uri);
  }

  /** Adds a resource; one that is there already stays. Throws a refusal when there are too many. */
  void add(String uri) {
    if (uris.containsKey(uri)) {
      return;
    }
    if (uris.size() >= settings.subscriptionsMax()) {
      throw Refusal.invalidParams("Too many subscriptions: " + settings.subscriptionsMax()
          + " in this session (limits.subscriptionsMax)");
    }
    if (size(uri) > settings.subscriptionBytesMax() - bytes) {
      throw Refusal.invalidParams("Too many subscriptions: their URIs exceed "
          + settings.subscriptionBytesMax()
          + " bytes in this session (sessions.subscriptionBytesMax)");
    }
    uris.put(uri, watch.apply(uri));
    bytes += size(uri);
  }

  void remove(String uri) {
    Runnable unwatch = uris.remove(uri);
    if (unwatch != null) {
      bytes -= size(uri);
      unwatch.run();
    }
  }

  void clear() {
    List.copyOf(uris.keySet()).forEach(this::remove);
  }

  private static int size(String uri) {
    return uri.getBytes(StandardCharsets.UTF_8).length;
  }
}
