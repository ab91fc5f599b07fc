package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which model the client should take; it may take another. Priorities go from 0 to 1, null where nothing is said.
 *
 * <p>Immutable.
 *
 * @param hints parts of model names, the best first
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#model-preferences">2026-07-28,
 *     Model Preferences</a>
 */
public record ModelPreferences(
    List<String> hints,
    @Nullable Double cost,
    @Nullable Double speed,
    @Nullable Double intelligence) {

  public ModelPreferences {
    hints = List.copyOf(hints);
    requirePriority("cost", cost);
    requirePriority("speed", speed);
    requirePriority("intelligence", intelligence);
  }

  public static ModelPreferences of(String... hints) {
    return new ModelPreferences(List.of(hints), null, null, null);
  }

  public ModelPreferences cost(double priority) {
    return new ModelPreferences(hints, priority, speed, intelligence);
  }

  public ModelPreferences speed(double priority) {
    return new ModelPreferences(hints, cost, priority, intelligence);
  }

  public ModelPreferences intelligence(double priority) {
    return new ModelPreferences(hints, cost, speed, priority);
  }

  private static void requirePriority(String name, @Nullable Double priority) {
    if (priority != null && !(priority >= 0 && priority <= 1)) {
      throw new IllegalArgumentException(name + " priority: " + priority + " (expected: 0 to 1)");
    }
  }

  ObjectNode json() {
    ObjectNode json = Json.object();
    if (!hints.isEmpty()) {
      json.set("hints", Json.array(hints, hint -> Json.object().put("name", hint)));
    }
    Json.number(json, "costPriority", cost);
    Json.number(json, "speedPriority", speed);
    Json.number(json, "intelligencePriority", intelligence);
    return json;
  }
}
