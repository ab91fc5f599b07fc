package io.breakwater.legacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.era.Identity;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Revision;
import org.jspecify.annotations.Nullable;

/**
 * What a client said in {@code initialize}, and the revision that came of it.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization">2025-11-25,
 *     Initialization</a>
 */
record Handshake(
    Revision revision,
    ObjectNode capabilities,
    @Nullable ObjectNode clientInfo,
    @Nullable String principal) {

  /** Reads the request. Throws a refusal when its parameters are wrong or larger than a session may hold. */
  static Handshake of(Message.Request initialize, @Nullable String principal, int bytesMax) {
    ObjectNode params = initialize.params();
    JsonNode version = params.path("protocolVersion");
    if (!version.isTextual()) {
      throw Refusal.invalidParams(
          "Invalid params: params.protocolVersion is missing or not a string");
    }
    JsonNode capabilities = params.path("capabilities");
    JsonNode info = params.path("clientInfo");
    if (!(capabilities.isObject() || capabilities.isMissingNode())
        || !(info.isObject() || info.isMissingNode())) {
      throw Refusal.invalidParams(
          "Invalid params: params.capabilities or params.clientInfo is not an object");
    }
    if (JsonWriter.bytes(params).length > bytesMax) {
      throw Refusal.invalidParams(
          "Invalid params: initialize exceeds " + bytesMax + " bytes (sessions.clientBytesMax)");
    }
    return new Handshake(
        negotiate(version.asText()),
        capabilities.isObject() ? (ObjectNode) capabilities : JsonNodeFactory.instance.objectNode(),
        info.isObject() ? (ObjectNode) info : null,
        principal);
  }

  /** The asked revision when it has a handshake and we speak it, else our newest that has one. */
  private static Revision negotiate(String version) {
    Revision asked = Revision.of(version);
    return asked == null || asked.modern() ? Revision.LEGACY_LATEST : asked;
  }

  /** The result of {@code initialize}. */
  ObjectNode result(Identity identity) {
    ObjectNode result =
        JsonNodeFactory.instance.objectNode().put("protocolVersion", revision.date());
    result.set("capabilities", identity.capabilities().get());
    result.set("serverInfo", identity.serverInfo());
    if (identity.instructions() != null) {
      result.put("instructions", identity.instructions());
    }
    return result;
  }
}
