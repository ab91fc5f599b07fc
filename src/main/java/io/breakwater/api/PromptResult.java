package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a prompt says, filled in.
 *
 * <p>Immutable; the metadata is not to be changed once it was given.
 *
 * @param description null for none
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt">2026-07-28,
 *     Getting a Prompt</a>
 */
public record PromptResult(
    @Nullable String description,
    List<PromptMessage> messages,
    @Nullable ObjectNode meta) {

  public PromptResult {
    messages = List.copyOf(messages);
  }

  public static PromptResult of(PromptMessage... messages) {
    return new PromptResult(null, List.of(messages), null);
  }

  public PromptResult description(String text) {
    return new PromptResult(text, messages, meta);
  }

  public PromptResult meta(ObjectNode value) {
    return new PromptResult(description, messages, value);
  }

  /** The result as it stands on the wire, without {@code resultType}. */
  public ObjectNode json() {
    ObjectNode json = Json.object();
    Json.text(json, "description", description);
    json.set("messages", Json.array(messages, PromptMessage::json));
    Json.node(json, "_meta", meta);
    return json;
  }
}
