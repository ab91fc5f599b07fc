package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What the user did with an elicitation.
 *
 * <p>Immutable; the content is not to be changed.
 *
 * @param content what was filled in; empty unless a form was accepted
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions">2026-07-28,
 *     Response Actions</a>
 */
public record ElicitResult(Action action, ObjectNode content) {

  /** Sent, refused, or closed without a choice. */
  public enum Action {
    ACCEPT,
    DECLINE,
    CANCEL
  }

  public boolean accepted() {
    return action == Action.ACCEPT;
  }

  /**
   * The content as a record or bean.
   *
   * @throws InvalidAnswer when it does not fit
   */
  public <T> T as(Class<T> type) {
    try {
      return Values.read(content, type);
    } catch (ToolException e) {
      throw new InvalidAnswer("content" + e.getMessage());
    }
  }

  static ElicitResult of(JsonNode answer) {
    Action action = switch (answer.path("action").asText()) {
      case "accept" -> Action.ACCEPT;
      case "decline" -> Action.DECLINE;
      case "cancel" -> Action.CANCEL;
      default -> throw new InvalidAnswer("action (expected: accept, decline or cancel)");
    };
    JsonNode content = answer.path("content");
    if (action != Action.ACCEPT || content.isMissingNode() || content.isNull()) {
      return new ElicitResult(action, Json.object());
    }
    if (!(content instanceof ObjectNode object)) {
      throw new InvalidAnswer("content (expected: an object)");
    }
    return new ElicitResult(action, object);
  }
}
