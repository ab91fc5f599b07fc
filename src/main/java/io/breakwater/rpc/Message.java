package io.breakwater.rpc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * One JSON-RPC 2.0 message. Its trees belong to whoever holds the message and are not changed after it was made.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic#messages">2026-07-28, Messages</a>
 */
public sealed interface Message {

  /** Wants an answer. Absent {@code params} are an empty object. */
  record Request(RequestId id, String method, ObjectNode params) implements Message {}

  /** Wants none. Absent {@code params} are an empty object. */
  record Notification(String method, ObjectNode params) implements Message {}

  /** The good answer to a request. */
  record Result(RequestId id, ObjectNode result) implements Message {}

  /** The bad answer to a request; the id is null when the request's own could not be read. */
  record Failure(@Nullable RequestId id, RpcError error) implements Message {}
}
