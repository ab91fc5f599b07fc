package io.breakwater.behaviour;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.spec.Revision;
import java.util.List;
import java.util.stream.Stream;

/**
 * A body, and the header fields that belong to it.
 *
 * <p>Immutable.
 */
record Request(String body, List<String> fields) {
  private static final String META = "io.modelcontextprotocol/";

  /** A request of 2026-07-28 of a client that can do nothing. */
  static Request modern(String method, String params) {
    return modern(1, method, params, "{}");
  }

  /** A request of 2026-07-28. */
  static Request modern(int id, String method, String params, String capabilities) {
    ObjectNode tree = Json.object(params);
    ObjectNode meta = tree.withObjectProperty("_meta");
    meta.put(META + "protocolVersion", Revision.V2026_07_28.date());
    meta.set(META + "clientCapabilities", Json.read(capabilities));
    String name = tree.path(method.equals("resources/read") ? "uri" : "name").asText();
    Request request = new Request(
        body(id, method, tree),
        List.of("MCP-Protocol-Version: " + Revision.V2026_07_28.date(), "Mcp-Method: " + method));
    return name.isEmpty() ? request : request.with("Mcp-Name: " + name);
  }

  static Request initialize(Revision revision, String capabilities) {
    ObjectNode params = Json.object().put("protocolVersion", revision.date());
    params.set("capabilities", Json.read(capabilities));
    params.putObject("clientInfo").put("name", "test").put("version", "1");
    return new Request(body(1, "initialize", params), List.of());
  }

  static String body(int id, String method, ObjectNode params) {
    ObjectNode json = Json.object().put("jsonrpc", "2.0").put("id", id).put("method", method);
    json.set("params", params);
    return json.toString();
  }

  Request with(String field) {
    return new Request(body, Stream.concat(fields.stream(), Stream.of(field)).toList());
  }

  String[] fieldArray() {
    return fields.toArray(String[]::new);
  }
}
