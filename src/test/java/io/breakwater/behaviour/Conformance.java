package io.breakwater.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.breakwater.spec.Revision;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks what the server says against the published schema of the revision that the client speaks: each result by the
 * method of its request, each notification and each request of the server by its own method, each error by its code.
 *
 * <p>There is one deviation that is allowed, and it is here: an error that answers a request whose id could not be read
 * says {@code "id": null}, as JSON-RPC 2.0, section 5 wants it and as the protocol's schema does not know it. Such an
 * error is checked without its id where the schema can do without (since 2025-11-25), and with another one before.
 *
 * <p>Thread-safe.
 */
final class Conformance {
  private static final Map<String, String> RESULTS = Map.ofEntries(
      Map.entry("initialize", "InitializeResult"),
      Map.entry("ping", "EmptyResult"),
      Map.entry("server/discover", "DiscoverResult"),
      Map.entry("tools/list", "ListToolsResult"),
      Map.entry("tools/call", "CallToolResult"),
      Map.entry("resources/list", "ListResourcesResult"),
      Map.entry("resources/templates/list", "ListResourceTemplatesResult"),
      Map.entry("resources/read", "ReadResourceResult"),
      Map.entry("resources/subscribe", "EmptyResult"),
      Map.entry("resources/unsubscribe", "EmptyResult"),
      Map.entry("prompts/list", "ListPromptsResult"),
      Map.entry("prompts/get", "GetPromptResult"),
      Map.entry("completion/complete", "CompleteResult"),
      Map.entry("logging/setLevel", "EmptyResult"),
      Map.entry("subscriptions/listen", "SubscriptionsListenResult"));

  private static final Map<String, String> NOTIFICATIONS = Map.of(
      "notifications/cancelled", "CancelledNotification",
      "notifications/progress", "ProgressNotification",
      "notifications/message", "LoggingMessageNotification",
      "notifications/tools/list_changed", "ToolListChangedNotification",
      "notifications/prompts/list_changed", "PromptListChangedNotification",
      "notifications/resources/list_changed", "ResourceListChangedNotification",
      "notifications/resources/updated", "ResourceUpdatedNotification",
      "notifications/elicitation/complete", "ElicitationCompleteNotification",
      "notifications/subscriptions/acknowledged", "SubscriptionsAcknowledgedNotification");

  private static final Map<String, String> REQUESTS = Map.of(
      "ping", "PingRequest",
      "elicitation/create", "ElicitRequest",
      "sampling/createMessage", "CreateMessageRequest",
      "roots/list", "ListRootsRequest");

  private static final Map<Integer, String> MODERN_ERRORS = Map.of(
      -32020, "HeaderMismatchError",
      -32021, "MissingRequiredClientCapabilityError",
      -32022, "UnsupportedProtocolVersionError");

  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();
  private static final Map<Revision, ObjectNode> DOCUMENTS = new ConcurrentHashMap<>();

  private final Set<Revision> revisions;
  private final Map<JsonNode, String> asked = new ConcurrentHashMap<>();

  private Conformance(Set<Revision> revisions) {
    this.revisions = revisions;
  }

  static Conformance of(Revision revision) {
    return new Conformance(Set.of(revision));
  }

  /** For a client that has not said what it speaks: what it hears must be a message in all of them. */
  static Conformance ofAnyRevision() {
    return new Conformance(Set.of(Revision.values()));
  }

  /** Notes what the client says, so that an answer is known by its id. */
  void said(JsonNode message) {
    if (message.isArray()) {
      message.forEach(this::said);
    } else if (message.has("id") && message.has("method")) {
      asked.put(message.get("id"), message.get("method").asText());
    }
  }

  /** Checks a message, or a batch of messages, from the server. Anything else, such as a health report, passes. */
  void heard(JsonNode message) {
    if (message.isArray()) {
      message.forEach(this::heard);
    } else if (message.has("jsonrpc")) {
      revisions.forEach(revision -> check(revision, (ObjectNode) message));
    }
  }

  private void check(Revision revision, ObjectNode message) {
    boolean newNames = revision.atLeast(Revision.V2025_11_25);
    if (message.has("error")) {
      error(revision, message, newNames);
    } else if (message.has("result")) {
      require(revision, newNames ? "JSONRPCResultResponse" : "JSONRPCResponse", generic(message));
      result(revision, message);
    } else {
      String method = message.path("method").asText();
      boolean request = message.has("id");
      if (request && revision.modern()) {
        throw new AssertionError("a request of the server, which asks in results: " + message);
      }
      require(revision, request ? "JSONRPCRequest" : "JSONRPCNotification", message);
      String definition = (request ? REQUESTS : NOTIFICATIONS).get(method);
      require(revision, definition == null ? "no definition of " + method : definition, message);
    }
  }

  /** Where the revision is not known, only what results of all revisions have in common is asked for. */
  private ObjectNode generic(ObjectNode message) {
    if (revisions.size() == 1) {
      return message;
    }
    ObjectNode copy = message.deepCopy();
    ((ObjectNode) copy.get("result")).put("resultType", "complete");
    return copy;
  }

  private void result(Revision revision, ObjectNode message) {
    String method = revisions.size() == 1 ? asked.get(message.get("id")) : null;
    if (method == null) {
      return;
    }
    JsonNode result = message.get("result");
    boolean question = result.path("resultType").asText().equals("input_required");
    require(revision, question ? "InputRequiredResult" : RESULTS.get(method), result);
    if (revision.modern()) {
      String type = result.path("resultType").asText();
      if (!Set.of("complete", "input_required").contains(type)) {
        throw new AssertionError("resultType \"" + type + "\" in " + message);
      }
    } else if (result.has("resultType")) {
      throw new AssertionError("resultType before 2026-07-28 in " + message);
    }
  }

  private void error(Revision revision, ObjectNode message, boolean newNames) {
    ObjectNode checked = message;
    if (message.path("id").isNull()) {
      // The one allowed deviation; see above.
      checked = message.deepCopy();
      checked.remove("id");
      if (!newNames) {
        checked.put("id", 0);
      }
    }
    require(revision, newNames ? "JSONRPCErrorResponse" : "JSONRPCError", checked);
    if (revision.modern()) {
      String definition = MODERN_ERRORS.get(message.path("error").path("code").asInt());
      if (definition != null) {
        require(revision, definition, checked);
      }
    }
  }

  private static void require(Revision revision, String definition, JsonNode value) {
    List<Error> errors = SCHEMAS
        .computeIfAbsent(revision.date() + '#' + definition, key -> schema(revision, definition))
        .validate(value);
    if (!errors.isEmpty()) {
      throw new AssertionError("not " + definition + " of " + revision.date() + ": " + errors
          + " in " + Json.clip(value.toString()));
    }
  }

  private static Schema schema(Revision revision, String definition) {
    ObjectNode document = DOCUMENTS.computeIfAbsent(revision, Conformance::document);
    String definitions = document.has("$defs") ? "$defs" : "definitions";
    if (!document.path(definitions).has(definition)) {
      throw new AssertionError(revision.date() + " has no " + definition);
    }
    ObjectNode root = Json.object();
    root.setAll(document);
    root.put("$ref", "#/" + definitions + "/" + definition);
    SpecificationVersion dialect = document.path("$schema").asText().contains("draft-07")
        ? SpecificationVersion.DRAFT_7
        : SpecificationVersion.DRAFT_2020_12;
    return SchemaRegistry.withDefaultDialect(dialect).getSchema(root);
  }

  private static ObjectNode document(Revision revision) {
    String name = "/schema/" + revision.date() + ".json";
    try (@Nullable InputStream file = Conformance.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new AssertionError("no " + name);
      }
      return Json.object(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
  }
}
