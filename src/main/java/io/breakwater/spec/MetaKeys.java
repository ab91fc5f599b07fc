package io.breakwater.spec;

/**
 * Reserved keys of {@code _meta}.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta">2026-07-28, _meta</a>
 */
public final class MetaKeys {
  public static final String META = "_meta";
  public static final String PROGRESS_TOKEN = "progressToken";
  public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
  public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
  public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
  public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
  public static final String TRACEPARENT = "traceparent";
  public static final String TRACESTATE = "tracestate";
  public static final String BAGGAGE = "baggage";

  private MetaKeys() {}
}
