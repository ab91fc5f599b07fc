package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.spec.Method;
import io.breakwater.spec.Notifications;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server allows to be kept, for as long as it says and {@code client.cachedListMs} at most: lists, whole, and what was
 * read. A notification that something changed ends it early.
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">2026-07-28, Caching</a>
 */
final class Kept {
  private static final int ENTRIES_MAX = 128;

  private final long keptMs;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();
  private long changes;

  /** @param of which resource, by its URI; empty for a list */
  record Key(Method method, String of) {}

  private record Entry(List<ObjectNode> content, long untilNs) {}

  /** @param keptMs longest that anything is kept, in milliseconds */
  Kept(long keptMs) {
    this.keptMs = keptMs;
  }

  /** How long a result may be kept, in milliseconds; 0 for not at all. */
  static long ttlMs(ObjectNode result) {
    JsonNode ttl = result.path("ttlMs");
    return ttl.isIntegralNumber() && ttl.canConvertToLong() ? Math.max(0, ttl.longValue()) : 0;
  }

  @Nullable
  List<ObjectNode> get(Key key) {
    Entry entry = entries.get(key);
    if (entry == null || System.nanoTime() - entry.untilNs() >= 0) {
      entries.remove(key);
      return null;
    }
    return entry.content();
  }

  void put(Key key, List<ObjectNode> content, long ttlMs) {
    long ms = Math.min(ttlMs, keptMs);
    if (ms <= 0) {
      entries.remove(key);
      return;
    }
    entries.remove(key);
    if (entries.size() >= ENTRIES_MAX) {
      entries.remove(entries.keySet().iterator().next());
    }
    entries.put(key, new Entry(content, System.nanoTime() + ms * 1_000_000));
  }

  /** Something has changed at the server. */
  void changed(String notification, ObjectNode params) {
    switch (notification) {
      case Notifications.TOOLS_LIST_CHANGED -> forget(Method.TOOLS_LIST);
      case Notifications.PROMPTS_LIST_CHANGED -> forget(Method.PROMPTS_LIST);
      case Notifications.RESOURCES_LIST_CHANGED -> {
        forget(Method.RESOURCES_LIST);
        forget(Method.RESOURCES_TEMPLATES_LIST);
      }
      case Notifications.RESOURCES_UPDATED ->
        // What was updated may be a part of what was read.
        forget(Method.RESOURCES_READ);
      default -> {}
    }
  }

  private void forget(Method method) {
    entries.keySet().removeIf(key -> key.method() == method);
    changes++;
  }

  void clear() {
    entries.clear();
    changes++;
  }

  /** Goes up with whatever ends the keeping of something early. */
  long changes() {
    return changes;
  }

  int size() {
    return entries.size();
  }
}
