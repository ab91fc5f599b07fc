package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hints to the client on how a resource or a piece of content is to be used.
 *
 * <p>Immutable.
 *
 * @param audience for whom it is meant; empty for anybody
 * @param priority from 0 (optional) to 1 (required); null when not said
 * @param lastModified when it was last modified; null when not said
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources#annotations">2026-07-28,
 *     Annotations</a>
 */
public record Annotations(
    List<Role> audience,
    @Nullable Double priority,
    @Nullable Instant lastModified) {

  public static final Annotations NONE = new Annotations(List.of(), null, null);

  public Annotations {
    audience = List.copyOf(audience);
    if (priority != null && !(priority >= 0 && priority <= 1)) {
      throw new IllegalArgumentException("priority: " + priority + " (expected: 0 to 1)");
    }
  }

  public Annotations audience(Role... roles) {
    return new Annotations(List.of(roles), priority, lastModified);
  }

  public Annotations priority(double value) {
    return new Annotations(audience, value, lastModified);
  }

  public Annotations lastModified(Instant moment) {
    return new Annotations(audience, priority, moment);
  }

  void into(ObjectNode object) {
    if (equals(NONE)) {
      return;
    }
    ObjectNode json = object.putObject("annotations");
    Json.texts(json, "audience", audience.stream().map(Role::wireName).toList());
    Json.number(json, "priority", priority);
    Json.text(json, "lastModified", lastModified == null ? null : lastModified.toString());
  }
}
