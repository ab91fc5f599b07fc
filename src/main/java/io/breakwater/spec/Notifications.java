package io.breakwater.spec;

/**
 * The notification methods of all revisions.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema">2026-07-28, Schema</a>
 */
public final class Notifications {
  public static final String INITIALIZED = "notifications/initialized";
  public static final String CANCELLED = "notifications/cancelled";
  public static final String PROGRESS = "notifications/progress";
  public static final String MESSAGE = "notifications/message";
  public static final String TOOLS_LIST_CHANGED = "notifications/tools/list_changed";
  public static final String PROMPTS_LIST_CHANGED = "notifications/prompts/list_changed";
  public static final String RESOURCES_LIST_CHANGED = "notifications/resources/list_changed";
  public static final String RESOURCES_UPDATED = "notifications/resources/updated";
  public static final String ROOTS_LIST_CHANGED = "notifications/roots/list_changed";
  public static final String ELICITATION_COMPLETE = "notifications/elicitation/complete";
  public static final String SUBSCRIPTIONS_ACKNOWLEDGED =
      "notifications/subscriptions/acknowledged";

  private Notifications() {}
}
