package io.breakwater.legacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import io.breakwater.spec.Revision;
import java.util.Set;
import java.util.UUID;

/**
 * Gives results, questions and errors, which are written in the form of the newest revision, the form of an older one.
 *
 * <p>Immutable.
 */
final class LegacyShape {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Codes of the revisions without a handshake. */
  private static final Set<Integer> NEWER = Set.of(
      ErrorCodes.HEADER_MISMATCH,
      ErrorCodes.MISSING_CLIENT_CAPABILITY,
      ErrorCodes.UNSUPPORTED_PROTOCOL_VERSION);

  private final Revision revision;

  LegacyShape(Revision revision) {
    this.revision = revision;
  }

  /** A complete result; the tree of the outcome is not changed. */
  ObjectNode result(String method, Outcome.Complete complete) {
    ObjectNode result = complete.result();
    if (method.equals(Method.TOOLS_LIST.wireName())) {
      return tools(result);
    }
    if (method.equals(Method.TOOLS_CALL.wireName())) {
      return called(result);
    }
    if (method.equals(Method.PROMPTS_GET.wireName())) {
      return prompt(result);
    }
    return result;
  }

  /** Up to 2025-11-25 an output schema describes an object. */
  private static ObjectNode tools(ObjectNode result) {
    ArrayNode tools = JSON.arrayNode();
    for (JsonNode tool : result.path("tools")) {
      JsonNode schema = tool.path("outputSchema");
      boolean object = schema.isMissingNode() || schema.path("type").asText().equals("object");
      tools.add(object ? tool : ((ObjectNode) tool).deepCopy().without("outputSchema"));
    }
    return with(result, "tools", tools);
  }

  /** Up to 2025-11-25 structured content is an object. */
  private ObjectNode called(ObjectNode result) {
    JsonNode structured = result.get("structuredContent");
    ObjectNode shaped = result;
    if (structured != null && !structured.isObject()) {
      shaped = JSON.objectNode().setAll(result);
      shaped.remove("structuredContent");
    }
    return revision.atLeast(Revision.V2025_06_18) || !shaped.has("content")
        ? shaped
        : with(shaped, "content", contents(shaped.path("content")));
  }

  private ObjectNode prompt(ObjectNode result) {
    if (revision.atLeast(Revision.V2025_06_18)) {
      return result;
    }
    ArrayNode messages = JSON.arrayNode();
    for (JsonNode message : result.path("messages")) {
      messages.add(with((ObjectNode) message, "content", content(message.path("content"))));
    }
    return with(result, "messages", messages);
  }

  private ArrayNode contents(JsonNode blocks) {
    ArrayNode shaped = JSON.arrayNode();
    blocks.forEach(block -> shaped.add(content(block)));
    return shaped;
  }

  /** Resource links came with 2025-06-18, audio with 2025-03-26; before, both are told in words. */
  private JsonNode content(JsonNode block) {
    String type = block.path("type").asText();
    if (type.equals("resource_link")) {
      return text(block.path("name").asText() + ": " + block.path("uri").asText());
    }
    if (type.equals("audio") && !revision.atLeast(Revision.V2025_03_26)) {
      ObjectNode resource = JSON.objectNode();
      resource
          .put("uri", "audio:" + UUID.randomUUID())
          .put("mimeType", block.path("mimeType").asText())
          .set("blob", block.path("data"));
      ObjectNode embedded = JSON.objectNode().put("type", "resource");
      embedded.set("resource", resource);
      return embedded;
    }
    return block;
  }

  private static ObjectNode text(String text) {
    return JSON.objectNode().put("type", "text").put("text", text);
  }

  /** The parameters of a question. Throws a refusal when the revision has no such question. */
  ObjectNode question(Outcome.InputRequest request) {
    ObjectNode params = request.params();
    if (request.method() != Method.ELICITATION_CREATE) {
      return params;
    }
    if (revision.atLeast(Revision.V2025_11_25)) {
      boolean url = params.path("mode").asText().equals("url") && !params.has("elicitationId");
      return url
          ? with(params, "elicitationId", JSON.textNode(UUID.randomUUID().toString()))
          : params;
    }
    if (params.path("mode").asText().equals("url")) {
      ObjectNode url = JSON.objectNode();
      url.putObject("elicitation").putObject("url");
      throw Refusal.missingCapability(url);
    }
    ObjectNode shaped = JSON.objectNode().setAll(params);
    shaped.remove("mode");
    if (shaped.get("requestedSchema") instanceof ObjectNode schema) {
      ObjectNode untitled = schema.deepCopy();
      untitled.path("properties").forEach(LegacyShape::untitle);
      shaped.set("requestedSchema", untitled);
    }
    return shaped;
  }

  /** Before 2025-11-25 the titles of an enumeration stand in {@code enumNames}. */
  private static void untitle(JsonNode property) {
    if (property.has("oneOf") && property instanceof ObjectNode object) {
      ArrayNode values = JSON.arrayNode();
      ArrayNode names = JSON.arrayNode();
      for (JsonNode choice : object.path("oneOf")) {
        values.add(choice.path("const"));
        names.add(choice.path("title"));
      }
      object.remove("oneOf");
      object.set("enum", values);
      object.set("enumNames", names);
    }
  }

  /**
   * A refusal of a request of a session: always HTTP 200, since a client takes 404 for the end of its session and other
   * errors for the end of the connection; and without the codes that only the newest revision has.
   */
  Refusal refusal(Refusal refusal) {
    if (NEWER.contains(refusal.error().code())) {
      return Refusal.of(
              200,
              ErrorCodes.INVALID_REQUEST,
              refusal.error().message(),
              refusal.error().data())
          .under(refusal.id());
    }
    // Nothing of what was asked was looked at: told as when the guard of the door finds it.
    return refusal.error().code() == ErrorCodes.PARSE_ERROR ? refusal : refusal.status(200);
  }

  private static ObjectNode with(ObjectNode original, String member, JsonNode value) {
    ObjectNode copy = JSON.objectNode();
    copy.setAll(original);
    copy.set(member, value);
    return copy;
  }
}
