package io.breakwater.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Revision;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a request is not served: an HTTP status and a JSON-RPC error. Expected, so it has no stack trace. The status
 * counts where the answer is still a plain HTTP response and the era does not say otherwise.
 *
 * <p>Immutable.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient RpcError error;
  private final transient @Nullable RequestId id;
  private final transient Map<String, String> headers;

  private Refusal(int status, RpcError error, @Nullable RequestId id, Map<String, String> headers) {
    super(error.message(), null, false, false);
    this.status = status;
    this.error = error;
    this.id = id;
    this.headers = headers;
  }

  public int status() {
    return status;
  }

  public RpcError error() {
    return error;
  }

  /** The id of the refused request, or null while it is not known. */
  public @Nullable RequestId id() {
    return id;
  }

  /** Response headers that belong to this refusal, such as {@code Allow} or {@code Retry-After}. */
  public Map<String, String> headers() {
    return headers;
  }

  /** The same refusal under the id of its request; keeps an id that it already has. */
  public Refusal under(@Nullable RequestId requestId) {
    return id != null || requestId == null ? this : new Refusal(status, error, requestId, headers);
  }

  /** The same refusal with another HTTP status. */
  public Refusal status(int newStatus) {
    return newStatus == status ? this : new Refusal(newStatus, error, id, headers);
  }

  /** The same refusal with one more response header. */
  public Refusal header(String name, String value) {
    Map<String, String> more = new java.util.LinkedHashMap<>(headers);
    more.put(name, value);
    return new Refusal(status, error, id, java.util.Collections.unmodifiableMap(more));
  }

  public static Refusal of(int status, int code, String message) {
    return of(status, code, message, null);
  }

  public static Refusal of(int status, int code, String message, @Nullable JsonNode data) {
    return new Refusal(status, new RpcError(code, message, data), null, Map.of());
  }

  public static Refusal parseError(String message) {
    return of(400, ErrorCodes.PARSE_ERROR, message);
  }

  public static Refusal invalidRequest(String message) {
    return of(400, ErrorCodes.INVALID_REQUEST, message);
  }

  /** The message was well formed, its parameters were not: HTTP 200 unless an era says 400. */
  public static Refusal invalidParams(String message) {
    return of(200, ErrorCodes.INVALID_PARAMS, message);
  }

  /** The status is the modern one; the legacy era answers 200, since its clients take 404 for a dead session. */
  public static Refusal methodNotFound(String method) {
    return of(404, ErrorCodes.METHOD_NOT_FOUND, "Method not found: " + clip(method));
  }

  /** Each era has its own code for it. */
  public static Refusal resourceNotFound(String uri) {
    ObjectNode data = JsonNodeFactory.instance.objectNode().put("uri", clip(uri));
    return of(200, ErrorCodes.RESOURCE_NOT_FOUND, "Resource not found: " + clip(uri), data);
  }

  public static Refusal headerMismatch(String message) {
    return of(400, ErrorCodes.HEADER_MISMATCH, "Header mismatch: " + message);
  }

  /** {@code required} has the shape of {@code ClientCapabilities}. */
  public static Refusal missingCapability(ObjectNode required) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.set("requiredCapabilities", required);
    return of(
        400, ErrorCodes.MISSING_CLIENT_CAPABILITY, "Missing required client capability", data);
  }

  public static Refusal unsupportedVersion(String requested, List<Revision> supported) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    supported.forEach(revision -> data.withArray("supported").add(revision.date()));
    data.put("requested", clip(requested));
    return of(400, ErrorCodes.UNSUPPORTED_PROTOCOL_VERSION, "Unsupported protocol version", data);
  }

  /** Says nothing of the cause, which belongs into the log. */
  public static Refusal internal() {
    return of(500, ErrorCodes.INTERNAL_ERROR, "Internal error");
  }

  /** A value of the peer, short enough to be echoed. */
  public static String clip(String text) {
    if (text.length() <= 120) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(119)) ? 119 : 120;
    return text.substring(0, end) + "…";
  }
}
