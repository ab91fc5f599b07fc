package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A picture for a user interface.
 *
 * <p>Immutable.
 *
 * @param src an {@code https:}, {@code http:} or {@code data:} URI
 * @param mimeType overrides a missing or generic type of the source; null for none
 * @param sizes {@code WxH} or {@code any}; empty when it serves every size
 * @param theme the background it is made for; null for both
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic#icons">2026-07-28, icons</a>
 */
public record Icon(
    String src,
    @Nullable String mimeType,
    List<String> sizes,
    @Nullable Theme theme) {

  /** The background that an icon is made for. */
  public enum Theme {
    LIGHT,
    DARK
  }

  public Icon {
    if (!src.matches("(?s)(?i:https?|data):.*")) {
      throw new IllegalArgumentException(
          "icon src: '" + Names.clip(src) + "' (expected: an https, http or data URI)");
    }
    sizes = List.copyOf(sizes);
  }

  public static Icon of(String src) {
    return new Icon(src, null, List.of(), null);
  }

  public static Icon of(String src, String mimeType, String... sizes) {
    return new Icon(src, mimeType, List.of(sizes), null);
  }

  /** The icon as it stands on the wire. */
  public ObjectNode json() {
    ObjectNode json = Json.object().put("src", src);
    Json.text(json, "mimeType", mimeType);
    Json.texts(json, "sizes", sizes);
    Json.text(json, "theme", theme == null ? null : theme.name().toLowerCase(Locale.ROOT));
    return json;
  }
}
