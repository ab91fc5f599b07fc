package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What everything that is offered may say of itself beside its name.
 *
 * <p>Immutable; the metadata is not to be changed once it was given.
 *
 * @param title for people; null for none
 * @param description for the model; null for none
 */
record Labels(
    @Nullable String title,
    @Nullable String description,
    List<Icon> icons,
    @Nullable ObjectNode meta) {
  static final Labels NONE = new Labels(null, null, List.of(), null);

  Labels {
    icons = List.copyOf(icons);
  }

  Labels title(String text) {
    return new Labels(text, description, icons, meta);
  }

  Labels description(String text) {
    return new Labels(title, text, icons, meta);
  }

  Labels icons(Icon... all) {
    return new Labels(title, description, List.of(all), meta);
  }

  Labels meta(ObjectNode value) {
    return new Labels(title, description, icons, value);
  }

  void into(ObjectNode object) {
    Json.text(object, "title", title);
    Json.text(object, "description", description);
    if (!icons.isEmpty()) {
      object.set("icons", Json.array(icons, Icon::json));
    }
    Json.node(object, "_meta", meta);
  }
}
