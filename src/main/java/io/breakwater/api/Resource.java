package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * Something under a URI that clients may read.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource">2026-07-28, Resource</a>
 */
public final class Resource {
  private final String uri;
  private final Caching caching;
  private final ObjectNode definition;
  private final Work<String, Contents> work;

  private Resource(Builder builder, Work<String, Contents> work) {
    this.uri = builder.uri;
    this.caching = builder.caching;
    this.definition = builder.definition();
    this.work = work;
  }

  /**
   * @param uri absolute, at most 8,192 characters
   * @param name 1 to 256 characters
   */
  public static Builder of(String uri, String name) {
    return new Builder(uri, name);
  }

  public String uri() {
    return uri;
  }

  public Caching caching() {
    return caching;
  }

  /** The resource as it stands in a list; a tree of its own. */
  public ObjectNode definition() {
    return definition.deepCopy();
  }

  /** Is given the URI. */
  public Work<String, Contents> work() {
    return work;
  }

  /**
   * Says what a resource is; its reader makes the resource of it.
   *
   * <p>Confined to one thread.
   */
  public static final class Builder {
    private final String uri;
    private final String name;
    private Labels labels = Labels.NONE;
    private Annotations annotations = Annotations.NONE;
    private Caching caching = Caching.NONE;
    private @Nullable String mimeType;
    private @Nullable Long sizeBytes;

    private Builder(String uri, String name) {
      this.uri = Names.requireUri("resource uri", uri);
      this.name = Names.requireName("resource", name);
    }

    /** A name for people. */
    @CanIgnoreReturnValue
    public Builder title(String text) {
      labels = labels.title(text);
      return this;
    }

    /** What it is, for the model. */
    @CanIgnoreReturnValue
    public Builder description(String text) {
      labels = labels.description(text);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder mimeType(String type) {
      mimeType = type;
      return this;
    }

    /** The size of the raw contents. */
    @CanIgnoreReturnValue
    public Builder sizeBytes(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("resource size: " + bytes + " (expected: >= 0)");
      }
      sizeBytes = bytes;
      return this;
    }

    @CanIgnoreReturnValue
    public Builder annotations(Annotations hints) {
      annotations = hints;
      return this;
    }

    @CanIgnoreReturnValue
    public Builder icons(Icon... icons) {
      labels = labels.icons(icons);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder meta(ObjectNode meta) {
      labels = labels.meta(meta);
      return this;
    }

    /** How long clients may keep the contents; unless said, not at all. */
    @CanIgnoreReturnValue
    public Builder caching(Caching rule) {
      caching = rule;
      return this;
    }

    /** Called with the URI on the event loop of the call; must not block. */
    public Resource reader(Handler<String, Contents> reader) {
      return new Resource(this, new Work.Async<>(reader));
    }

    /** Called with the URI on a thread that may block. */
    public Resource blockingReader(BlockingHandler<String, Contents> reader) {
      return new Resource(this, new Work.Blocking<>(reader));
    }

    /** A resource that always holds this text. */
    public Resource text(String text) {
      Contents contents = Contents.text(uri, mimeType, text);
      return reader((read, call) -> Future.succeededFuture(contents));
    }

    /** A resource that always holds these bytes. */
    public Resource blob(byte[] bytes) {
      Contents contents = Contents.blob(uri, mimeType, bytes);
      return reader((read, call) -> Future.succeededFuture(contents));
    }

    private ObjectNode definition() {
      ObjectNode json = Json.object().put("uri", uri).put("name", name);
      labels.into(json);
      Json.text(json, "mimeType", mimeType);
      if (sizeBytes != null) {
        json.put("size", sizeBytes);
      }
      annotations.into(json);
      return json;
    }
  }
}
