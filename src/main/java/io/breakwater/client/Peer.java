package io.breakwater.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.spec.Revision;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a server once the client is connected.
 *
 * <p>Immutable.
 *
 * @param revision that is spoken with it
 * @param capabilities in the shape of {@code ServerCapabilities}
 * @param serverInfo in the shape of {@code Implementation}, self-reported; null when not given
 * @param instructions for the model, or null for none
 * @param transport {@code streamable-http}, {@code sse} or {@code stdio}
 */
public record Peer(
    Revision revision,
    ObjectNode capabilities,
    @Nullable ObjectNode serverInfo,
    @Nullable String instructions,
    String transport) {

  /** Whether it is of the era without a handshake. */
  public boolean modern() {
    return revision.modern();
  }
}
