package io.breakwater.dispatch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the peer that sent a request, in either era.
 *
 * <p>Immutable.
 *
 * @param capabilities in the shape of {@code ClientCapabilities}; empty when nothing was declared
 * @param info in the shape of {@code Implementation}, self-reported; null when not given
 * @param principal the authenticated name, or null where no authentication is asked
 * @param logLevel the least severe level of {@code notifications/message} that the caller wants now, by its wire name;
 *     null for none
 * @param mirrored the request headers that mirror the body, or null where the transport or the revision has none
 */
public record Caller(
    ObjectNode capabilities,
    @Nullable ObjectNode info,
    @Nullable String principal,
    Supplier<@Nullable String> logLevel,
    @Nullable MirroredHeaders mirrored) {

  /** Whether a capability is declared, by its path: {@code declares("sampling", "tools")}. */
  public boolean declares(String... path) {
    com.fasterxml.jackson.databind.JsonNode node = capabilities;
    for (String member : path) {
      node = node.path(member);
    }
    return node.isObject();
  }
}
