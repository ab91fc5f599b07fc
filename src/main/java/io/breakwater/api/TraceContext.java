package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The trace that a request belongs to, as the client gave it.
 *
 * <p>Immutable.
 *
 * @param traceparent of W3C Trace Context: {@code version-traceId-parentId-flags} in lower-case hexadecimal
 * @param tracestate null when absent or malformed; at most 512 characters
 * @param baggage of W3C Baggage; null when absent or malformed; at most 8,192 characters
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta">2026-07-28, _meta</a>
 */
public record TraceContext(
    String traceparent,
    @Nullable String tracestate,
    @Nullable String baggage) {
  private static final int TRACEPARENT_CHARS = 55;
  private static final int TRACEPARENT_CHARS_MAX = 256;
  private static final int TRACESTATE_CHARS_MAX = 512;
  private static final int BAGGAGE_CHARS_MAX = 8192;
  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /** The context in this {@code _meta}, or null when {@code traceparent} is absent or malformed. */
  public static @Nullable TraceContext of(ObjectNode meta) {
    String parent = meta.path("traceparent").textValue();
    if (parent == null || !legal(parent)) {
      return null;
    }
    return new TraceContext(
        parent,
        printable(meta.path("tracestate").textValue(), TRACESTATE_CHARS_MAX),
        printable(meta.path("baggage").textValue(), BAGGAGE_CHARS_MAX));
  }

  /** Version 00 ends after its four parts; later versions may add more. */
  private static boolean legal(String parent) {
    if (parent.length() < TRACEPARENT_CHARS || parent.length() > TRACEPARENT_CHARS_MAX) {
      return false;
    }
    boolean exact = parent.length() == TRACEPARENT_CHARS;
    boolean longer = !parent.startsWith("00")
        && !exact
        && parent.charAt(TRACEPARENT_CHARS) == '-'
        && printable(parent, TRACEPARENT_CHARS_MAX) != null;
    return (exact || longer)
        && TRACEPARENT.matcher(parent).region(0, TRACEPARENT_CHARS).matches();
  }

  private static @Nullable String printable(@Nullable String value, int charsMax) {
    if (value == null || value.isEmpty() || value.length() > charsMax) {
      return null;
    }
    return value.chars().allMatch(c -> c == '\t' || (c >= 0x20 && c <= 0x7e)) ? value : null;
  }

  public String traceId() {
    return traceparent.substring(3, 35);
  }

  /** The span of the client under which ours belongs. */
  public String parentId() {
    return traceparent.substring(36, 52);
  }

  public boolean sampled() {
    return (Integer.parseInt(traceparent.substring(53, 55), 16) & 1) == 1;
  }
}
