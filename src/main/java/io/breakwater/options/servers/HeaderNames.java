package io.breakwater.options.servers;

import java.util.Locale;
import java.util.Set;

/**
 * Which header fields an entry can ask for.
 *
 * <p>Immutable.
 */
final class HeaderNames {
  /** Fields of one hop, and those that the client sets itself. */
  private static final Set<String> OURS = Set.of(
      "accept",
      "connection",
      "content-encoding",
      "content-length",
      "content-type",
      "expect",
      "host",
      "keep-alive",
      "last-event-id",
      "mcp-method",
      "mcp-name",
      "mcp-protocol-version",
      "mcp-session-id",
      "te",
      "trailer",
      "transfer-encoding",
      "upgrade");

  private HeaderNames() {}

  /** Whether it belongs to one hop, or each request of ours has its own. */
  static boolean ours(String name) {
    return OURS.contains(name.toLowerCase(Locale.ROOT));
  }

  static boolean wellFormed(String name) {
    return name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}");
  }
}
