package io.breakwater.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;

/**
 * Prints what a tool returns: text as text, structured content where there is no text, and of pictures, sounds and files
 * what they are.
 *
 * <p>Confined to one thread.
 */
final class ContentPrinter {
  private final PrintStream out;

  ContentPrinter(PrintStream out) {
    this.out = out;
  }

  /** @param result in the shape of {@code CallToolResult} */
  void print(ObjectNode result) {
    boolean text = false;
    for (JsonNode content : result.path("content")) {
      out.println(content(content));
      text |= content.path("type").asText().equals("text");
    }
    JsonNode structured = result.path("structuredContent");
    if (!text && !structured.isMissingNode()) {
      out.println(TerminalText.json(structured.toPrettyString()));
    }
  }

  private static String content(JsonNode content) {
    return switch (content.path("type").asText()) {
      case "text" -> TerminalText.block(content.path("text").asText());
      case "image", "audio" ->
        "[" + content.path("type").asText() + ": "
            + binary(content.path("mimeType").asText(), content.path("data").asText()) + "]";
      case "resource_link" ->
        "[resource: " + word(content.path("uri")) + " " + word(content.path("name")) + "]";
      case "resource" -> resource(content.path("resource"));
      default -> "[" + word(content.path("type")) + "]";
    };
  }

  private static String resource(JsonNode resource) {
    String uri = word(resource.path("uri"));
    return resource.has("text")
        ? "[resource: " + uri + "]\n" + TerminalText.block(resource.path("text").asText())
        : "[resource: " + uri + ", "
            + binary(resource.path("mimeType").asText(), resource.path("blob").asText()) + "]";
  }

  private static String binary(String type, String base64) {
    int pad = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
    int bytes = base64.length() / 4 * 3 - pad;
    return TerminalText.line(type.isEmpty() ? "unknown type" : type, 100) + ", "
        + Math.max(0, bytes) + " bytes";
  }

  private static String word(JsonNode node) {
    return TerminalText.line(node.asText(), 200);
  }
}
