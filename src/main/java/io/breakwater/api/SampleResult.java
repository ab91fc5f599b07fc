package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the client's model said. What it says is not to be trusted.
 *
 * <p>Immutable.
 *
 * @param content blocks of the kinds that we know; others are left out
 * @param model its name, empty when not given
 * @param stopReason {@code endTurn}, {@code stopSequence}, {@code maxTokens}, {@code toolUse} or another word; null when
 *     not given
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessageresult">2026-07-28,
 *     CreateMessageResult</a>
 */
public record SampleResult(
    Role role,
    List<SampleContent> content,
    String model,
    @Nullable String stopReason) {

  public SampleResult {
    content = List.copyOf(content);
  }

  /** The text blocks, joined by line feeds; empty when there are none. */
  public String text() {
    return content.stream()
        .filter(Content.Text.class::isInstance)
        .map(block -> ((Content.Text) block).text())
        .collect(Collectors.joining("\n"));
  }

  /** The tools that the model wants called. */
  public List<SampleContent.ToolUse> toolUses() {
    return content.stream()
        .filter(SampleContent.ToolUse.class::isInstance)
        .map(SampleContent.ToolUse.class::cast)
        .toList();
  }

  /** The same as a message, to go on with the conversation. */
  public SamplingMessage message() {
    return new SamplingMessage(role, content);
  }

  static SampleResult of(JsonNode answer) {
    Role role = Role.of(answer.path("role").asText());
    if (role == null) {
      throw new InvalidAnswer("role (expected: user or assistant)");
    }
    JsonNode content = answer.path("content");
    if (!content.isObject() && !content.isArray()) {
      throw new InvalidAnswer("content (expected: an object or an array)");
    }
    List<SampleContent> blocks = new ArrayList<>();
    if (content.isObject()) {
      add(blocks, content);
    } else {
      content.forEach(block -> add(blocks, block));
    }
    return new SampleResult(
        role, blocks, answer.path("model").asText(), answer.path("stopReason").textValue());
  }

  private static void add(List<SampleContent> blocks, JsonNode block) {
    SampleContent known = block(block);
    if (known != null) {
      blocks.add(known);
    }
  }

  private static @Nullable SampleContent block(JsonNode block) {
    ObjectNode meta = block.path("_meta") instanceof ObjectNode object ? object : null;
    return switch (block.path("type").asText()) {
      case "text" -> new Content.Text(text(block, "text"), Annotations.NONE, meta);
      case "image" ->
        new Content.Image(text(block, "data"), text(block, "mimeType"), Annotations.NONE, meta);
      case "audio" ->
        new Content.Audio(text(block, "data"), text(block, "mimeType"), Annotations.NONE, meta);
      case "tool_use" ->
        new SampleContent.ToolUse(
            text(block, "id"), text(block, "name"), object(block, "input"), meta);
      default -> null;
    };
  }

  private static String text(JsonNode block, String member) {
    JsonNode value = block.path(member);
    if (!value.isTextual()) {
      throw new InvalidAnswer("content." + member + " (expected: a string)");
    }
    return value.textValue();
  }

  private static ObjectNode object(JsonNode block, String member) {
    if (block.path(member) instanceof ObjectNode object) {
      return object;
    }
    throw new InvalidAnswer("content." + member + " (expected: an object)");
  }
}
