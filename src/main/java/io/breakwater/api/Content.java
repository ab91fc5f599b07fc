package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * One block of what a tool returns or a prompt says.
 *
 * <p>Immutable; the metadata is not to be changed once it was given.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result">2026-07-28, Tool
 *     Result</a>
 */
public sealed interface Content {

  /** The block as it stands on the wire. */
  ObjectNode json();

  /** The same block with these hints. */
  Content annotated(Annotations annotations);

  static Text text(String text) {
    return new Text(text, Annotations.NONE, null);
  }

  static Image image(byte[] bytes, String mimeType) {
    return image(Base64.getEncoder().encodeToString(bytes), mimeType);
  }

  /** @param base64 the bytes in Base64 with padding */
  static Image image(String base64, String mimeType) {
    return new Image(base64, mimeType, Annotations.NONE, null);
  }

  static Audio audio(byte[] bytes, String mimeType) {
    return audio(Base64.getEncoder().encodeToString(bytes), mimeType);
  }

  /** @param base64 the bytes in Base64 with padding */
  static Audio audio(String base64, String mimeType) {
    return new Audio(base64, mimeType, Annotations.NONE, null);
  }

  /** The resource itself, inside the block. */
  static Embedded embedded(Contents.Item resource) {
    return new Embedded(resource, Annotations.NONE, null);
  }

  /** A resource that the client may read; it need not be among those listed. */
  static Link link(Resource resource) {
    return new Link(resource.definition());
  }

  /** A resource that the client may read; it need not be among those listed. */
  static Link link(String uri, String name) {
    return new Link(Json.object()
        .put("uri", Names.requireUri("link uri", uri))
        .put("name", Names.requireName("link", name)));
  }

  record Text(
      String text, Annotations annotations, @Nullable ObjectNode meta)
      implements Content, SampleContent {
    @Override
    public ObjectNode json() {
      return Content.finish(Json.object().put("type", "text").put("text", text), annotations, meta);
    }

    @Override
    public Text annotated(Annotations hints) {
      return new Text(text, hints, meta);
    }

    public Text meta(ObjectNode value) {
      return new Text(text, annotations, value);
    }
  }

  record Image(
      String base64,
      String mimeType,
      Annotations annotations,
      @Nullable ObjectNode meta) implements Content, SampleContent {
    @Override
    public ObjectNode json() {
      return Content.finish(Content.media("image", base64, mimeType), annotations, meta);
    }

    @Override
    public Image annotated(Annotations hints) {
      return new Image(base64, mimeType, hints, meta);
    }

    public Image meta(ObjectNode value) {
      return new Image(base64, mimeType, annotations, value);
    }
  }

  record Audio(
      String base64,
      String mimeType,
      Annotations annotations,
      @Nullable ObjectNode meta) implements Content, SampleContent {
    @Override
    public ObjectNode json() {
      return Content.finish(Content.media("audio", base64, mimeType), annotations, meta);
    }

    @Override
    public Audio annotated(Annotations hints) {
      return new Audio(base64, mimeType, hints, meta);
    }

    public Audio meta(ObjectNode value) {
      return new Audio(base64, mimeType, annotations, value);
    }
  }

  record Embedded(
      Contents.Item resource,
      Annotations annotations,
      @Nullable ObjectNode meta) implements Content {
    @Override
    public ObjectNode json() {
      ObjectNode json = Json.object().put("type", "resource");
      json.set("resource", resource.json());
      return Content.finish(json, annotations, meta);
    }

    @Override
    public Embedded annotated(Annotations hints) {
      return new Embedded(resource, hints, meta);
    }

    public Embedded meta(ObjectNode value) {
      return new Embedded(resource, annotations, value);
    }
  }

  /** @param definition the link in the shape of {@code Resource}, without {@code type} */
  record Link(ObjectNode definition) implements Content {
    @Override
    public ObjectNode json() {
      ObjectNode json = Json.object().put("type", "resource_link");
      json.setAll(definition);
      return json;
    }

    @Override
    public Link annotated(Annotations hints) {
      ObjectNode copy = definition.deepCopy();
      copy.remove("annotations");
      hints.into(copy);
      return new Link(copy);
    }

    public Link mimeType(String type) {
      return new Link(definition.deepCopy().put("mimeType", type));
    }

    public Link description(String text) {
      return new Link(definition.deepCopy().put("description", text));
    }
  }

  private static ObjectNode media(String type, String base64, String mimeType) {
    return Json.object().put("type", type).put("data", base64).put("mimeType", mimeType);
  }

  private static ObjectNode finish(
      ObjectNode json, Annotations annotations, @Nullable ObjectNode meta) {
    annotations.into(json);
    Json.node(json, "_meta", meta);
    return json;
  }
}
