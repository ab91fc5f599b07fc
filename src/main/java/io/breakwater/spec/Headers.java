package io.breakwater.spec;

/**
 * HTTP header names of the Streamable HTTP transport. Compared without regard to case.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata">2026-07-28,
 *     Request Metadata</a>
 */
public final class Headers {
  public static final String PROTOCOL_VERSION = "MCP-Protocol-Version";
  public static final String SESSION_ID = "Mcp-Session-Id";
  public static final String LAST_EVENT_ID = "Last-Event-ID";
  public static final String METHOD = "Mcp-Method";
  public static final String NAME = "Mcp-Name";
  public static final String PARAM_PREFIX = "Mcp-Param-";

  private Headers() {}
}
