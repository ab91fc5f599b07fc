package io.breakwater.behaviour;

import io.breakwater.spec.Revision;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What can be wrong with a request, in the order in which the server is to notice it, one row of the table after the other. */
enum Fault {
  TWO_HOSTS(1, Set.of("host"), 400, -32600, draft -> draft.set("Host", "localhost", "localhost")),
  PATH(2, Set.of("path"), 404, -32600, draft -> draft.path("/mcp/other")),
  METHOD(2, Set.of("method"), 405, -32600, draft -> draft.method("PUT")),
  HOST(3, Set.of("host"), 403, -32600, draft -> draft.set("Host", "rebound.example")),
  ORIGIN(3, Set.of("origin"), 403, -32600, draft -> draft.set("Origin", "https://evil.example")),
  ACCEPT(7, Set.of("accept"), 406, -32600, draft -> draft.set("Accept", "text/html")),
  CONTENT_TYPE(7, Set.of("type"), 415, -32600, draft -> draft.set("Content-Type", "text/plain")),
  ENCODING(7, Set.of("encoding"), 415, -32600, draft -> draft.set("Content-Encoding", "gzip")),
  LENGTH(8, Set.of("length"), 413, -32600, draft -> draft.set("Content-Length", "4194305")),
  BOMB(11, Set.of("body"), 400, -32700, draft -> draft.body(Nesting.arrays(65))),
  NO_MESSAGE(
      12, Set.of("body"), 400, -32600, draft -> draft.body("{\"jsonrpc\":\"1.0\",\"id\":1}")),
  NO_META(
      13,
      Set.of("body", "era"),
      400,
      -32602,
      draft -> draft.body("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}")),
  OTHER_HEADER(13, Set.of("header"), 400, -32020, draft -> draft.set("Mcp-Method", "tools/call")),
  REVISION(
      13,
      Set.of("body", "era", "header"),
      400,
      -32022,
      draft -> draft
          .body(Request.modern("x", "{}").body().replace(Revision.V2026_07_28.date(), "2099-01-01"))
          .set("MCP-Protocol-Version", "2099-01-01")),
  SESSION(
      14,
      Set.of("era", "header"),
      404,
      -32600,
      draft -> draft.body(new Request(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
          List.of("Mcp-Session-Id: unknown", "MCP-Protocol-Version: 2025-11-25")))),
  UNKNOWN_METHOD(
      15, Set.of("body", "era"), 404, -32601, draft -> draft.body(Request.modern("x", "{}")));

  final int row;
  final int status;
  final int code;
  private final Set<String> places;
  private final Consumer<Draft> change;

  Fault(int row, Set<String> places, int status, int code, Consumer<Draft> change) {
    this.row = row;
    this.places = places;
    this.status = status;
    this.code = code;
    this.change = change;
  }

  void into(Draft draft) {
    change.accept(draft);
  }

  /** Whether a request can have both. */
  boolean goesWith(Fault other) {
    return Collections.disjoint(places, other.places);
  }
}
