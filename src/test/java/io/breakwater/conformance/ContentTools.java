package io.breakwater.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Content;
import io.breakwater.api.Contents;
import io.breakwater.api.Header;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolResult;
import io.vertx.core.Future;
import java.util.List;

/** Tools that answer at once, one for each kind of content, and two that are looked at for their schemas. */
final class ContentTools {
  private static final String SCHEMA = """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
          "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
          }
        },
        "properties": {
          "name": {"type": "string"},
          "address": {"$ref": "#/$defs/address"},
          "contactMethod": {"type": "string", "enum": ["phone", "email"]},
          "phone": {"type": "string"},
          "email": {"type": "string"}
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false
      }
      """;

  record Regional(@Header("Region") String region) {}

  private ContentTools() {}

  /** The first is the one that the suite calls as {@code tools[0]}, without arguments. */
  static List<Tool> all() {
    return List.of(
        tool(
            "test_simple_text",
            "Returns a text",
            Content.text("This is a simple text response for testing.")),
        tool("test_image_content", "Returns an image", image()),
        tool("test_audio_content", "Returns audio", Content.audio(Samples.WAV, "audio/wav")),
        tool(
            "test_embedded_resource",
            "Returns an embedded resource",
            embedded(
                "test://embedded-resource", "text/plain", "This is an embedded resource content.")),
        tool(
            "test_multiple_content_types",
            "Returns a text, an image and a resource",
            Content.text("Multiple content types test:"),
            image(),
            embedded(
                "test://mixed-content-resource",
                "application/json",
                "{\"test\":\"data\",\"value\":123}")),
        Tool.of("test_error_handling")
            .description("Fails on purpose")
            .handler((input, call) -> Future.succeededFuture(
                ToolResult.error("This tool intentionally returns an error for testing"))),
        Tool.of("json_schema_2020_12_tool")
            .description("Has a schema that uses much of draft 2020-12")
            .inputSchema(json(SCHEMA))
            .handler((input, call) -> Future.succeededFuture(ToolResult.text(input.toString()))),
        Tool.of("test_custom_header", Regional.class)
            .description("Has an argument that a request header repeats")
            .handler((input, call) ->
                Future.succeededFuture(ToolResult.text("Region: " + input.region()))));
  }

  static Content image() {
    return Content.image(Samples.PNG, "image/png");
  }

  static Content embedded(String uri, String mimeType, String text) {
    return Content.embedded(new Contents.Text(uri, mimeType, text, null));
  }

  private static Tool tool(String name, String description, Content... content) {
    return Tool.of(name)
        .description(description)
        .handler((input, call) -> Future.succeededFuture(ToolResult.of(content)));
  }

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
