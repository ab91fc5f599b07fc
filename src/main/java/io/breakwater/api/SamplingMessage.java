package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A message to or from the client's model.
 *
 * <p>Immutable.
 *
 * @param content at least one block; a message with the outcome of a tool has nothing else
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content-constraints">2026-07-28,
 *     Message Content Constraints</a>
 */
public record SamplingMessage(Role role, List<SampleContent> content) {

  public SamplingMessage {
    content = List.copyOf(content);
    long outcomes =
        content.stream().filter(SampleContent.ToolOutcome.class::isInstance).count();
    if (content.isEmpty() || (outcomes != 0 && outcomes != content.size())) {
      throw new IllegalArgumentException(
          "sampling message: " + content.size() + " blocks, " + outcomes
              + " of them tool outcomes (expected: at least one block, tool outcomes alone)");
    }
  }

  public static SamplingMessage user(SampleContent... content) {
    return new SamplingMessage(Role.USER, List.of(content));
  }

  public static SamplingMessage user(String text) {
    return user(Content.text(text));
  }

  public static SamplingMessage assistant(SampleContent... content) {
    return new SamplingMessage(Role.ASSISTANT, List.of(content));
  }

  /** A single block stands alone, which clients before 2025-11-25 expect. */
  ObjectNode json() {
    ObjectNode json = Json.object().put("role", role.wireName());
    JsonNode blocks =
        content.size() == 1 ? content.get(0).json() : Json.array(content, SampleContent::json);
    json.set("content", blocks);
    return json;
  }
}
