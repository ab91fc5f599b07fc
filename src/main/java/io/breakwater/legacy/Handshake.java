package io.breakwater.legacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.era.Identity;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Revision;
import java.util.Iterator;
import java.util.List;
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
  private static final int NAMES_MAX = 16;

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
        known(capabilities),
        info.isObject() ? described(info) : null,
        principal);
  }

  /**
   * What a session keeps of the capabilities: those that a question can need, and of extensions and experiments the names.
   * A tree takes many times the heap of its text, and a session lives long.
   */
  private static ObjectNode known(JsonNode declared) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    keep(kept, declared, "roots", List.of("listChanged"));
    keep(kept, declared, "sampling", List.of("tools", "context"));
    keep(kept, declared, "elicitation", List.of("form", "url"));
    for (String open : List.of("extensions", "experimental")) {
      Iterator<String> names = declared.path(open).fieldNames();
      for (int i = 0; i < NAMES_MAX && names.hasNext(); i++) {
        kept.withObjectProperty(open).putObject(names.next());
      }
    }
    return kept;
  }

  private static void keep(
      ObjectNode kept, JsonNode declared, String capability, List<String> parts) {
    if (declared.path(capability).isObject()) {
      ObjectNode own = kept.putObject(capability);
      for (String part : parts) {
        JsonNode value = declared.path(capability).path(part);
        if (value.isObject()) {
          own.putObject(part);
        } else if (value.isBoolean()) {
          own.set(part, value);
        }
      }
    }
  }

  private static ObjectNode described(JsonNode info) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (String member : List.of("name", "title", "version", "websiteUrl", "description")) {
      if (info.path(member).isTextual()) {
        kept.set(member, info.get(member));
      }
    }
    return kept;
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
