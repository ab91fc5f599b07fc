package io.breakwater.behaviour;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The JSON that tests write and read; a reader of its own, so that the one under test does not judge itself. */
final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private Json() {}

  static JsonNode read(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + clip(text), e);
    }
  }

  static ObjectNode object(String text) {
    return (ObjectNode) read(text);
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Short enough for the message of a failure. */
  static String clip(String text) {
    return text.length() <= 500 ? text : text.substring(0, 500) + "… (" + text.length() + ")";
  }
}
