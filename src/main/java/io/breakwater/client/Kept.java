package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Outcome;
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
  private final long bytesMax;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();
  private long bytes;
  private long changes;

  /** @param of which resource, by its URI; empty for a list */
  record Key(Method method, String of) {}

  private record Entry(List<ObjectNode> content, long bytes, long untilNs) {}

  /**
   * @param keptMs longest that anything is kept, in milliseconds
   * @param bytesMax of everything that is kept, as JSON; the oldest goes first
   */
  Kept(long keptMs, long bytesMax) {
    this.keptMs = keptMs;
    this.bytesMax = bytesMax;
  }

  /** How long a result may be kept, in milliseconds; 0 for not at all. */
  static long ttlMs(ObjectNode result) {
    JsonNode ttl = result.path("ttlMs");
    return ttl.isIntegralNumber() && ttl.canConvertToLong() ? Math.max(0, ttl.longValue()) : 0;
  }

  static Outcome.CacheHint hint(ObjectNode result) {
    return new Outcome.CacheHint(
        ttlMs(result), result.path("cacheScope").asText().equals("public"));
  }

  @Nullable
  List<ObjectNode> get(Key key) {
    Entry entry = entries.get(key);
    if (entry == null || System.nanoTime() - entry.untilNs() >= 0) {
      drop(key);
      return null;
    }
    return entry.content();
  }

  /** @param weight of the content as JSON, in bytes; what weighs more than all may is not kept */
  void put(Key key, List<ObjectNode> content, long weight, long ttlMs) {
    long ms = Math.min(ttlMs, keptMs);
    drop(key);
    if (ms <= 0 || weight > bytesMax) {
      return;
    }
    while (entries.size() >= ENTRIES_MAX || bytes + weight > bytesMax) {
      drop(entries.keySet().iterator().next());
    }
    bytes += weight;
    entries.put(key, new Entry(content, weight, System.nanoTime() + ms * 1_000_000));
  }

  private void drop(Key key) {
    Entry dropped = entries.remove(key);
    bytes -= dropped == null ? 0 : dropped.bytes();
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
    List.copyOf(entries.keySet()).stream()
        .filter(key -> key.method() == method)
        .forEach(this::drop);
    changes++;
  }

  void clear() {
    entries.clear();
    bytes = 0;
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
