package io.breakwater.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/** JSON in tests, with single quotes for double ones. */
public final class Json {
  private Json() {}

  /** The text with double quotes. */
  public static String text(String json) {
    return json.replace('\'', '"');
  }

  public static JsonNode of(String json) {
    return JsonReader.read(
        text(json).getBytes(StandardCharsets.UTF_8), JsonLimits.defaults(), "test");
  }

  public static ObjectNode object(String json) {
    return (ObjectNode) of(json);
  }

  /** What goes over the wire, with single quotes. */
  public static String quoted(JsonNode node) {
    return quoted(JsonWriter.text(node));
  }

  /** A JSON text with single quotes, those inside strings too. */
  public static String quoted(String json) {
    return json.replace("\\\"", "'").replace('"', '\'');
  }
}
