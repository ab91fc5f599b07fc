package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a resource holds: one item, or several where a resource stands for many, such as a directory.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-contents">2026-07-28,
 *     Resource Contents</a>
 */
public record Contents(List<Item> items) {

  /** One item: text or bytes under a URI. */
  public sealed interface Item permits Text, Blob {
    String uri();

    /** The item as it stands on the wire. */
    ObjectNode json();
  }

  /** @param mimeType null when not known */
  public record Text(
      String uri,
      @Nullable String mimeType,
      String text,
      @Nullable ObjectNode meta) implements Item {
    @Override
    public ObjectNode json() {
      return head(uri, mimeType, "text", text, meta);
    }
  }

  /**
   * @param mimeType null when not known
   * @param base64 the bytes in Base64 with padding
   */
  public record Blob(
      String uri,
      @Nullable String mimeType,
      String base64,
      @Nullable ObjectNode meta) implements Item {
    @Override
    public ObjectNode json() {
      return head(uri, mimeType, "blob", base64, meta);
    }
  }

  public Contents {
    items = List.copyOf(items);
  }

  public static Contents of(Item... items) {
    return new Contents(List.of(items));
  }

  public static Contents text(String uri, @Nullable String mimeType, String text) {
    return of(new Text(uri, mimeType, text, null));
  }

  public static Contents blob(String uri, @Nullable String mimeType, byte[] bytes) {
    return of(new Blob(uri, mimeType, Base64.getEncoder().encodeToString(bytes), null));
  }

  private static ObjectNode head(
      String uri,
      @Nullable String mimeType,
      String member,
      String value,
      @Nullable ObjectNode meta) {
    ObjectNode json = Json.object().put("uri", uri);
    Json.text(json, "mimeType", mimeType);
    json.put(member, value);
    Json.node(json, "_meta", meta);
    return json;
  }

  /** The member {@code contents} of a {@code ReadResourceResult}, in an object of its own. */
  public ObjectNode json() {
    ObjectNode json = Json.object();
    json.set("contents", Json.array(items, Item::json));
    return json;
  }
}
