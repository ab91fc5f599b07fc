package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A message of a prompt.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage">2026-07-28,
 *     PromptMessage</a>
 */
public record PromptMessage(Role role, Content content) {

  public static PromptMessage user(Content content) {
    return new PromptMessage(Role.USER, content);
  }

  public static PromptMessage user(String text) {
    return user(Content.text(text));
  }

  public static PromptMessage assistant(Content content) {
    return new PromptMessage(Role.ASSISTANT, content);
  }

  public static PromptMessage assistant(String text) {
    return assistant(Content.text(text));
  }

  ObjectNode json() {
    ObjectNode json = Json.object().put("role", role.wireName());
    json.set("content", content.json());
    return json;
  }
}
