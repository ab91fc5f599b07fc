package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A directory or file of the client. What it says is not to be trusted.
 *
 * <p>Immutable.
 *
 * @param uri a {@code file:} URI, as the client gave it
 * @param name for people; null for none
 */
public record Root(String uri, @Nullable String name) {

  static Root of(JsonNode json) {
    JsonNode uri = json.path("uri");
    if (!uri.isTextual()) {
      throw new InvalidAnswer("roots[].uri (expected: a string)");
    }
    return new Root(uri.textValue(), json.path("name").textValue());
  }
}
