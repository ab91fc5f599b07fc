package io.breakwater.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON written into tests, with single quotes. */
public final class Trees {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Trees() {}

  public static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  public static ObjectNode object(String text) {
    return (ObjectNode) json(text);
  }
}
