package io.breakwater.legacy;

import io.breakwater.rpc.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * The resources that a session is told of, bounded in number and in the bytes of their URIs.
 *
 * <p>Confined to the loop of its session.
 */
final class Subscribed {
  private final SessionSettings settings;
  private final Set<String> uris = new HashSet<>();
  private int bytes;

  Subscribed(SessionSettings settings) {
    this.settings = settings;
  }

  boolean contains(String uri) {
    return uris.contains(uri);
  }

  /** Adds a resource; one that is there already stays. Throws a refusal when there are too many. */
  void add(String uri) {
    if (uris.contains(uri)) {
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
    uris.add(uri);
    bytes += size(uri);
  }

  void remove(String uri) {
    if (uris.remove(uri)) {
      bytes -= size(uri);
    }
  }

  private static int size(String uri) {
    return uri.getBytes(StandardCharsets.UTF_8).length;
  }
}
