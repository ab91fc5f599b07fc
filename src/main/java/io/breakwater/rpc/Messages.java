package io.breakwater.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.json.JsonLimits;
import io.breakwater.options.Limits;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Between JSON and JSON-RPC messages.
 *
 * <p>Immutable.
 */
public final class Messages {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final int idBytesMax;

  /** What one message may ask for, whoever sends it and by whatever way it comes. */
  public static JsonLimits limits(Limits limits) {
    return new JsonLimits(
        limits.bodyBytesMax(),
        limits.depthMax(),
        limits.tokensMax(),
        limits.nameBytesMax(),
        limits.numberCharsMax(),
        limits.exponentMax());
  }

  /** @param idBytesMax longest string that is taken as a request id, in bytes of UTF-8 */
  public Messages(int idBytesMax) {
    this.idBytesMax = idBytesMax;
  }

  /**
   * The message in this JSON. Unknown members are ignored.
   *
   * @throws Refusal with status 400 when it is not one JSON-RPC 2.0 message, under its id where that is legal
   */
  public Message decode(JsonNode json) {
    if (json.isArray()) {
      throw Refusal.invalidRequest(
          "Invalid request: an array (expected: one JSON-RPC message per request)");
    }
    if (!json.isObject()) {
      throw Refusal.invalidRequest("Invalid request: not an object (expected: a JSON-RPC message)");
    }
    JsonNode idNode = json.get("id");
    RequestId id = idNode == null || (idNode.isNull() && ofNoRequest(json)) ? null : id(idNode);
    try {
      return decode(json, id);
    } catch (Refusal refusal) {
      throw refusal.under(id);
    }
  }

  /** An error whose sender could not read the id of the request: JSON-RPC wants null there, and nowhere else. */
  private static boolean ofNoRequest(JsonNode json) {
    return json.has("error") && !json.has("method");
  }

  /** The id in this JSON when it is a legal one, else null: for a refusal of a message that is otherwise unreadable. */
  public @Nullable RequestId readableId(@Nullable JsonNode idNode) {
    return idNode != null && RequestId.legal(idNode) && !tooLong(idNode)
        ? new RequestId(idNode)
        : null;
  }

  private RequestId id(JsonNode node) {
    if (!RequestId.legal(node)) {
      throw Refusal.invalidRequest("Invalid request: id is neither a string nor an integer");
    }
    if (tooLong(node)) {
      throw Refusal.invalidRequest(
          "Invalid request: id exceeds " + idBytesMax + " bytes (limits.idBytesMax)");
    }
    return new RequestId(node);
  }

  private boolean tooLong(JsonNode node) {
    return node.isTextual() && node.asText().getBytes(StandardCharsets.UTF_8).length > idBytesMax;
  }

  private static Message decode(JsonNode json, @Nullable RequestId id) {
    JsonNode version = json.get("jsonrpc");
    if (version == null || !version.isTextual() || !version.asText().equals("2.0")) {
      throw Refusal.invalidRequest("Invalid request: jsonrpc is not \"2.0\"");
    }
    JsonNode method = json.get("method");
    boolean answer = json.has("result") || json.has("error");
    if (method == null) {
      return answer(json, id);
    }
    if (!method.isTextual() || answer) {
      throw Refusal.invalidRequest(
          "Invalid request: method is not a string, or stands beside a result or an error");
    }
    ObjectNode params = params(json.get("params"));
    return id == null
        ? new Message.Notification(method.asText(), params)
        : new Message.Request(id, method.asText(), params);
  }

  private static ObjectNode params(@Nullable JsonNode params) {
    if (params == null) {
      return JSON.objectNode();
    }
    if (params.isObject()) {
      return (ObjectNode) params;
    }
    throw Refusal.invalidParams("Invalid params: not an object").status(400);
  }

  private static Message answer(JsonNode json, @Nullable RequestId id) {
    JsonNode result = json.get("result");
    JsonNode error = json.get("error");
    if (result != null && error == null && id != null && result.isObject()) {
      return new Message.Result(id, (ObjectNode) result);
    }
    if (error != null
        && result == null
        && error.path("code").isInt()
        && error.path("message").isTextual()) {
      RpcError rpcError = new RpcError(
          error.get("code").intValue(), error.get("message").asText(), error.get("data"));
      return new Message.Failure(id, rpcError);
    }
    throw Refusal.invalidRequest(
        "Invalid request: neither a request, a notification nor a response");
  }

  /** The JSON of a message. A failure without an id says {@code "id":null}, as JSON-RPC wants it. */
  public static ObjectNode encode(Message message) {
    ObjectNode json = JSON.objectNode().put("jsonrpc", "2.0");
    if (message instanceof Message.Request request) {
      json.set("id", request.id().node());
      json.put("method", request.method());
      setParams(json, request.params());
    } else if (message instanceof Message.Notification notification) {
      json.put("method", notification.method());
      setParams(json, notification.params());
    } else if (message instanceof Message.Result result) {
      json.set("id", result.id().node());
      json.set("result", result.result());
    } else if (message instanceof Message.Failure failure) {
      json.set("id", failure.id() == null ? JSON.nullNode() : failure.id().node());
      json.set("error", encode(failure.error()));
    }
    return json;
  }

  private static void setParams(ObjectNode json, ObjectNode params) {
    if (!params.isEmpty()) {
      json.set("params", params);
    }
  }

  private static ObjectNode encode(RpcError error) {
    ObjectNode json = JSON.objectNode().put("code", error.code()).put("message", error.message());
    if (error.data() != null) {
      json.set("data", error.data());
    }
    return json;
  }
}
