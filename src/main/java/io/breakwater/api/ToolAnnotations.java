package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * Hints to the client on how a tool behaves; null where nothing is said.
 *
 * <p>Immutable.
 *
 * @param title a name for people; the title of the tool itself counts more
 * @param readOnly the tool changes nothing; clients assume false
 * @param destructive what the tool changes may be lost; clients assume true
 * @param idempotent the same call again changes nothing more; clients assume false
 * @param openWorld the tool reaches things outside of its own domain; clients assume true
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations">2026-07-28,
 *     ToolAnnotations</a>
 */
public record ToolAnnotations(
    @Nullable String title,
    @Nullable Boolean readOnly,
    @Nullable Boolean destructive,
    @Nullable Boolean idempotent,
    @Nullable Boolean openWorld) {

  public static final ToolAnnotations NONE = new ToolAnnotations(null, null, null, null, null);

  public ToolAnnotations title(String text) {
    return new ToolAnnotations(text, readOnly, destructive, idempotent, openWorld);
  }

  public ToolAnnotations readOnly(boolean hint) {
    return new ToolAnnotations(title, hint, destructive, idempotent, openWorld);
  }

  public ToolAnnotations destructive(boolean hint) {
    return new ToolAnnotations(title, readOnly, hint, idempotent, openWorld);
  }

  public ToolAnnotations idempotent(boolean hint) {
    return new ToolAnnotations(title, readOnly, destructive, hint, openWorld);
  }

  public ToolAnnotations openWorld(boolean hint) {
    return new ToolAnnotations(title, readOnly, destructive, idempotent, hint);
  }

  void into(ObjectNode object) {
    if (equals(NONE)) {
      return;
    }
    ObjectNode json = object.putObject("annotations");
    Json.text(json, "title", title);
    Json.flag(json, "readOnlyHint", readOnly);
    Json.flag(json, "destructiveHint", destructive);
    Json.flag(json, "idempotentHint", idempotent);
    Json.flag(json, "openWorldHint", openWorld);
  }
}
