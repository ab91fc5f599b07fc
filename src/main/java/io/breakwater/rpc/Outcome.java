package io.breakwater.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.spec.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What serving a request came to, in the form of the newest revision: a complete result, or a wish for input. An era
 * shapes it for its caller.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">2026-07-28, Multi
 *     Round-Trip Requests</a>
 */
public sealed interface Outcome {

  /** A complete result, without {@code resultType} and without server info; hints only where the method is cacheable. */
  record Complete(ObjectNode result, @Nullable CacheHint cache) implements Outcome {
    public Complete(ObjectNode result) {
      this(result, null);
    }
  }

  /**
   * The caller is asked for input and calls again with the answers.
   *
   * @param requests what is asked, by a key that is unique in this request; may be empty when there is a state
   * @param state what the handler wants to read on the next round, or null
   * @param dropped run when it is known that the caller will not call again; that is not always known
   */
  record InputRequired(
      Map<String, InputRequest> requests, @Nullable JsonNode state, Runnable dropped)
      implements Outcome {
    public InputRequired(Map<String, InputRequest> requests, @Nullable JsonNode state) {
      this(requests, state, () -> {});
    }

    public InputRequired {
      requests = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(requests));
    }
  }

  /** A question to the client: {@code elicitation/create}, {@code sampling/createMessage} or {@code roots/list}. */
  record InputRequest(Method method, ObjectNode params) {}

  /**
   * How long and by whom a result may be kept.
   *
   * @param ttlMs milliseconds, not negative
   * @param shared true for {@code public}: the same for every caller
   */
  record CacheHint(long ttlMs, boolean shared) {
    /** For ever, by everybody. */
    public static final CacheHint ANY = new CacheHint(Long.MAX_VALUE, true);

    /** What both of them allow. */
    public CacheHint and(CacheHint other) {
      return new CacheHint(Math.min(ttlMs, other.ttlMs), shared && other.shared);
    }
  }
}
