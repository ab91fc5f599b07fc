package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a prompt.
 *
 * <p>Immutable.
 *
 * @param title for people; null for none
 * @param description null for none
 * @param completer suggests values; null for none
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument">2026-07-28,
 *     PromptArgument</a>
 */
public record PromptArgument(
    String name,
    @Nullable String title,
    @Nullable String description,
    boolean required,
    @Nullable Completer completer) {

  public PromptArgument {
    name = Names.requireName("prompt argument", name);
  }

  public static PromptArgument required(String name) {
    return new PromptArgument(name, null, null, true, null);
  }

  public static PromptArgument optional(String name) {
    return new PromptArgument(name, null, null, false, null);
  }

  public PromptArgument title(String text) {
    return new PromptArgument(name, text, description, required, completer);
  }

  public PromptArgument description(String text) {
    return new PromptArgument(name, title, text, required, completer);
  }

  public PromptArgument completer(Completer values) {
    return new PromptArgument(name, title, description, required, values);
  }

  ObjectNode json() {
    ObjectNode json = Json.object().put("name", name);
    Json.text(json, "title", title);
    Json.text(json, "description", description);
    if (required) {
      json.put("required", true);
    }
    return json;
  }
}
