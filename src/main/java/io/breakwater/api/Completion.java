package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that an argument may be completed to, the best first.
 *
 * <p>Immutable.
 *
 * @param values at most 100
 * @param total how many there are in all, or null when not known
 * @param hasMore whether there are more than these
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion#completion-results">2026-07-28,
 *     Completion Results</a>
 */
public record Completion(List<String> values, @Nullable Integer total, boolean hasMore) {
  public static final int VALUES_MAX = 100;
  public static final Completion NONE = new Completion(List.of(), 0, false);

  public Completion {
    values = List.copyOf(values);
    if (values.size() > VALUES_MAX) {
      throw new IllegalArgumentException(
          "completion: " + values.size() + " values (expected: at most 100)");
    }
  }

  /** The first 100 of all values there are. */
  public static Completion of(List<String> all) {
    return new Completion(
        all.subList(0, Math.min(all.size(), VALUES_MAX)), all.size(), all.size() > VALUES_MAX);
  }

  /** The member {@code completion} of a {@code CompleteResult}, in an object of its own. */
  public ObjectNode json() {
    ObjectNode json = Json.object();
    ObjectNode completion = json.putObject("completion");
    values.forEach(completion.putArray("values")::add);
    if (total != null) {
      completion.put("total", total);
    }
    completion.put("hasMore", hasMore);
    return json;
  }
}
