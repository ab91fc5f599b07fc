package io.breakwater.client;

import io.breakwater.rpc.RpcError;
import org.jspecify.annotations.Nullable;

/**
 * Why a request to a server came to nothing. Expected, so it has no stack trace. Messages name the limit and its setting
 * where one was passed, never a secret, and of what the server sent only the beginning.
 *
 * <p>Immutable.
 */
public final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** No connection, a command that does not start, or a name that does not resolve. */
    UNREACHABLE,
    /** No answer within the deadline. */
    TIMEOUT,
    /** An HTTP status that is no success and has no JSON-RPC error; see {@link #status()}. */
    STATUS,
    /** 401 or 403, and the credentials that there are do not help. */
    UNAUTHORIZED,
    /** The server does not know the session any more. */
    SESSION_LOST,
    /** A JSON-RPC error; see {@link #error()}. */
    RPC,
    /** What came is no message of the protocol, or one that does not belong here. */
    PROTOCOL,
    /** What came passed a limit. */
    LIMIT,
    /** A bound of this client is reached; nothing was sent. */
    OVERLOADED,
    /** The server went away: the process ended, or the connection was lost. */
    LOST,
    /** This client was closed. */
    CLOSED,
    /** The caller wants no answer any more. */
    CANCELLED
  }

  private final Kind kind;
  private final int status;
  private final transient @Nullable RpcError error;
  private final boolean mayHaveRun;

  private ClientException(
      Kind kind, String message, int status, @Nullable RpcError error, boolean mayHaveRun) {
    super(message, null, false, false);
    this.kind = kind;
    this.status = status;
    this.error = error;
    this.mayHaveRun = mayHaveRun;
  }

  /** A failure before the server could have begun to serve the request. */
  public static ClientException before(Kind kind, String message) {
    return new ClientException(kind, message, 0, null, false);
  }

  /** A failure after the server may have begun to serve the request. */
  public static ClientException after(Kind kind, String message) {
    return new ClientException(kind, message, 0, null, true);
  }

  /**
   * The server refused with an HTTP status. With one of 500 and above, other than 503, it or a proxy before it may have
   * failed after it had begun to serve the request.
   */
  public static ClientException status(Kind kind, int status, String message) {
    boolean mayHaveRun = status >= 500 && status != 503;
    return new ClientException(kind, message, status, null, mayHaveRun);
  }

  /**
   * The server answered with a JSON-RPC error.
   *
   * @param status of the HTTP response, or 0
   */
  public static ClientException rpc(RpcError error, int status) {
    return new ClientException(Kind.RPC, error.message(), status, error, true);
  }

  public Kind kind() {
    return kind;
  }

  /** The message; never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** Of the HTTP response, or 0. */
  public int status() {
    return status;
  }

  /** The JSON-RPC error of the server, or null. */
  public @Nullable RpcError error() {
    return error;
  }

  /** Whether the server may have done what it was asked: if so, the same request again may do it twice. */
  public boolean mayHaveRun() {
    return mayHaveRun;
  }
}
