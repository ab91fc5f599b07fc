package io.breakwater.spec;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request methods of all revisions.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema">2026-07-28, Schema</a>
 */
public enum Method {
  INITIALIZE("initialize"),
  PING("ping"),
  DISCOVER("server/discover"),
  TOOLS_LIST("tools/list"),
  TOOLS_CALL("tools/call"),
  RESOURCES_LIST("resources/list"),
  RESOURCES_TEMPLATES_LIST("resources/templates/list"),
  RESOURCES_READ("resources/read"),
  RESOURCES_SUBSCRIBE("resources/subscribe"),
  RESOURCES_UNSUBSCRIBE("resources/unsubscribe"),
  PROMPTS_LIST("prompts/list"),
  PROMPTS_GET("prompts/get"),
  COMPLETION_COMPLETE("completion/complete"),
  LOGGING_SET_LEVEL("logging/setLevel"),
  SUBSCRIPTIONS_LISTEN("subscriptions/listen"),
  ELICITATION_CREATE("elicitation/create"),
  SAMPLING_CREATE_MESSAGE("sampling/createMessage"),
  ROOTS_LIST("roots/list");

  private static final Map<String, Method> BY_NAME = byName();

  private final String wireName;

  Method(String wireName) {
    this.wireName = wireName;
  }

  /** The method as it stands on the wire. */
  public String wireName() {
    return wireName;
  }

  /** The method with this wire name (case-sensitive), or null. */
  public static @Nullable Method of(String wireName) {
    return BY_NAME.get(wireName);
  }

  private static Map<String, Method> byName() {
    Map<String, Method> map = new HashMap<>();
    for (Method method : values()) {
      map.put(method.wireName, method);
    }
    return Map.copyOf(map);
  }
}
