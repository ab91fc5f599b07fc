package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a message to or from the client's model is made of.
 *
 * <p>Immutable; the trees are not to be changed once they were given.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content">2026-07-28,
 *     Sampling</a>
 */
public sealed interface SampleContent
    permits Content.Text,
        Content.Image,
        Content.Audio,
        SampleContent.ToolUse,
        SampleContent.ToolOutcome {

  /** The block as it stands on the wire. */
  ObjectNode json();

  /** The model wants a tool called. */
  record ToolUse(
      String id, String name, ObjectNode input, @Nullable ObjectNode meta)
      implements SampleContent {
    @Override
    public ObjectNode json() {
      ObjectNode json = Json.object().put("type", "tool_use").put("id", id).put("name", name);
      json.set("input", input);
      Json.node(json, "_meta", meta);
      return json;
    }
  }

  /**
   * What the tool returned that the model wanted called.
   *
   * @param structured null for none
   */
  record ToolOutcome(
      String toolUseId,
      List<Content> content,
      @Nullable JsonNode structured,
      boolean isError,
      @Nullable ObjectNode meta)
      implements SampleContent {
    public ToolOutcome {
      content = List.copyOf(content);
    }

    public static ToolOutcome of(String toolUseId, Content... content) {
      return new ToolOutcome(toolUseId, List.of(content), null, false, null);
    }

    @Override
    public ObjectNode json() {
      ObjectNode json = Json.object().put("type", "tool_result").put("toolUseId", toolUseId);
      json.set("content", Json.array(content, Content::json));
      Json.node(json, "structuredContent", structured);
      if (isError) {
        json.put("isError", true);
      }
      Json.node(json, "_meta", meta);
      return json;
    }
  }
}
