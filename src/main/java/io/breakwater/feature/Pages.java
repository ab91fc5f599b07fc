package io.breakwater.feature;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Invocation;
import io.breakwater.dispatch.Seal;
import io.breakwater.rpc.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives lists out in pages. A cursor names, sealed, the last item of its page: the next page begins after it, also when
 * the list has changed; when that item is gone, the cursor is refused and the client begins anew.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination">2026-07-28,
 *     Pagination</a>
 */
final class Pages {
  private static final int CURSOR_CHARS_MAX = 16_384;
  private static final long AGE_MS_MAX = 86_400_000;

  private final Seal seal;
  private final int sizeMax;

  /** @param sizeMax items of one page */
  Pages(Seal seal, int sizeMax) {
    this.seal = seal;
    this.sizeMax = sizeMax;
  }

  /**
   * The asked page of a list.
   *
   * @param member what the list is called in the result
   * @param key what tells an item from all others
   */
  <T> ObjectNode page(
      Invocation invocation,
      String member,
      List<T> items,
      Function<T, String> key,
      Function<T, JsonNode> json) {
    int from = from(invocation, items, key);
    int to = Math.min(items.size(), from + sizeMax);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode array = result.putArray(member);
    items.subList(from, to).forEach(item -> array.add(json.apply(item)));
    if (to < items.size()) {
      byte[] last = key.apply(items.get(to - 1)).getBytes(StandardCharsets.UTF_8);
      result.put(
          "nextCursor", seal.seal(purpose(invocation), invocation.caller().principal(), last));
    }
    return result;
  }

  private <T> int from(Invocation invocation, List<T> items, Function<T, String> key) {
    JsonNode cursor = invocation.params().get("cursor");
    if (cursor == null) {
      return 0;
    }
    byte[] last = open(invocation, cursor);
    String name = last == null ? null : new String(last, StandardCharsets.UTF_8);
    for (int i = 0; name != null && i < items.size(); i++) {
      if (key.apply(items.get(i)).equals(name)) {
        return i + 1;
      }
    }
    throw Refusal.invalidParams(
        "Invalid params: params.cursor is not valid, or not any more (list from the start)");
  }

  private byte @Nullable [] open(Invocation invocation, JsonNode cursor) {
    return cursor.isTextual() && cursor.asText().length() <= CURSOR_CHARS_MAX
        ? seal.open(
            purpose(invocation), invocation.caller().principal(), cursor.asText(), AGE_MS_MAX)
        : null;
  }

  private static String purpose(Invocation invocation) {
    return "cursor:" + invocation.method();
  }
}
