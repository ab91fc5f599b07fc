package io.breakwater.spec;

/**
 * Error codes of JSON-RPC 2.0 and of the protocol.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes">2026-07-28, Error Codes</a>
 */
public final class ErrorCodes {
  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;

  /** Up to 2025-11-25; later revisions say {@link #INVALID_PARAMS}. */
  public static final int RESOURCE_NOT_FOUND = -32002;

  /** 2026-07-28. */
  public static final int HEADER_MISMATCH = -32020;

  /** 2026-07-28. */
  public static final int MISSING_CLIENT_CAPABILITY = -32021;

  /** 2026-07-28. */
  public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

  private ErrorCodes() {}
}
