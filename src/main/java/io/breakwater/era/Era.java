package io.breakwater.era;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.rpc.Refusal;
import org.jspecify.annotations.Nullable;

/** What differs between the handshake revisions and the stateless ones. */
public interface Era {

  /** Whether a request belongs to this era, by its head and its JSON; the body is null for GET and DELETE. */
  boolean serves(Head head, @Nullable JsonNode body);

  /** Serves a posted body to its end. Throws a {@link Refusal}, or answers, for what the peer caused. */
  void post(Exchange exchange, JsonNode body);

  /** Serves a GET of the endpoint: an event stream, or 405. Throws a {@link Refusal} for what the peer caused. */
  void get(Exchange exchange);

  /** Serves a DELETE of the endpoint: ends a session, or 405. Throws a {@link Refusal} for what the peer caused. */
  void delete(Exchange exchange);
}
