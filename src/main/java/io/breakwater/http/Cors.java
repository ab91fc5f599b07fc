package io.breakwater.http;

import io.breakwater.spec.Headers;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Lets pages of allowed origins read our answers. Only an origin that {@link HostRules} has let pass gets here; it is
 * echoed, never answered with an asterisk, and cookies are never asked for.
 *
 * <p>Immutable.
 *
 * @see <a href="https://fetch.spec.whatwg.org/#http-cors-protocol">Fetch, CORS protocol</a>
 */
final class Cors {
  private static final Set<String> REQUEST_FIELDS = Set.of(
      "accept",
      "authorization",
      "content-type",
      "last-event-id",
      "mcp-method",
      "mcp-name",
      "mcp-protocol-version",
      "mcp-session-id",
      "traceparent",
      "tracestate");
  private static final String RESPONSE_FIELDS = String.join(
      ", ", Headers.SESSION_ID, Headers.PROTOCOL_VERSION, "WWW-Authenticate", "Retry-After");
  private static final String MAX_AGE_SECONDS = "7200";

  private Cors() {}

  /** Marks an answer as readable for the page that asked; a request without an origin needs nothing. */
  static void mark(HttpHead head, MultiMap answer) {
    answer.add("Vary", "Origin");
    List<String> origin = head.headers("Origin");
    if (origin.size() == 1) {
      answer.set("Access-Control-Allow-Origin", origin.get(0));
      answer.set("Access-Control-Expose-Headers", RESPONSE_FIELDS);
    }
  }

  /**
   * What an OPTIONS request is told; a preflight, for the fields that it asks for, more than others.
   *
   * @param methods what its path offers, as in {@code Allow}
   */
  static Map<String, String> options(HttpHead head, String methods) {
    Map<String, String> fields = new TreeMap<>();
    fields.put("Allow", methods);
    boolean preflight = head.headers("Origin").size() == 1
        && !head.headers("Access-Control-Request-Method").isEmpty();
    if (preflight) {
      fields.put("Access-Control-Allow-Methods", methods);
      fields.put("Access-Control-Allow-Headers", requestFields(head));
      fields.put("Access-Control-Max-Age", MAX_AGE_SECONDS);
    }
    return fields;
  }

  /** The known fields, and those that a tool mirrors from its arguments, which only the page knows by name. */
  private static String requestFields(HttpHead head) {
    String prefix = Headers.PARAM_PREFIX.toLowerCase(Locale.ROOT);
    Set<String> fields = head.headers("Access-Control-Request-Headers").stream()
        .flatMap(field -> List.of(field.split(",")).stream())
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .filter(name -> name.startsWith(prefix) && name.matches("[a-z0-9!#$%&'*+.^_`|~-]+"))
        .collect(Collectors.toCollection(java.util.TreeSet::new));
    fields.addAll(REQUEST_FIELDS);
    return String.join(", ", fields);
  }
}
