package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resources under URIs of one form.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates">2026-07-28,
 *     Resource Templates</a>
 */
public final class ResourceTemplate {
  private final UriTemplate template;
  private final Caching caching;
  private final ObjectNode definition;
  private final Map<String, Completer> completers;
  private final Work<Match, Contents> work;

  /**
   * A URI of the template's form.
   *
   * @param variables percent-decoded once; a variable that the URI leaves out is absent
   */
  public record Match(String uri, Map<String, String> variables) {
    public Match {
      variables = Map.copyOf(variables);
    }

    /** The value of a variable, or the empty text when the URI leaves it out. */
    public String variable(String name) {
      return variables.getOrDefault(name, "");
    }
  }

  private ResourceTemplate(Builder builder, Work<Match, Contents> work) {
    this.template = builder.template;
    this.caching = builder.caching;
    this.definition = builder.definition();
    this.completers = Map.copyOf(builder.completers);
    this.work = work;
  }

  /**
   * @param template RFC 6570, levels 1 to 3; see {@link UriTemplate}
   * @param name 1 to 256 characters
   */
  public static Builder of(String template, String name) {
    return new Builder(template, name);
  }

  public UriTemplate template() {
    return template;
  }

  public Caching caching() {
    return caching;
  }

  /** The template as it stands in a list; a tree of its own. */
  public ObjectNode definition() {
    return definition.deepCopy();
  }

  /** By the names of variables; not every variable has one. */
  public Map<String, Completer> completers() {
    return completers;
  }

  public Work<Match, Contents> work() {
    return work;
  }

  /**
   * Says what a template is; its reader makes the template of it.
   *
   * <p>Confined to one thread.
   */
  public static final class Builder {
    private final UriTemplate template;
    private final String name;
    private final Map<String, Completer> completers = new HashMap<>();
    private Labels labels = Labels.NONE;
    private Annotations annotations = Annotations.NONE;
    private Caching caching = Caching.NONE;
    private @Nullable String mimeType;

    private Builder(String template, String name) {
      this.template = UriTemplate.of(template);
      this.name = Names.requireName("resource template", name);
    }

    /** A name for people. */
    @CanIgnoreReturnValue
    public Builder title(String text) {
      labels = labels.title(text);
      return this;
    }

    /** What the resources are, for the model. */
    @CanIgnoreReturnValue
    public Builder description(String text) {
      labels = labels.description(text);
      return this;
    }

    /** Only when all resources of this form have this type. */
    @CanIgnoreReturnValue
    public Builder mimeType(String type) {
      mimeType = type;
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

    /** Suggests values for a variable of the template. */
    @CanIgnoreReturnValue
    public Builder completer(String variable, Completer completer) {
      if (!template.variables().contains(variable)) {
        throw new IllegalArgumentException(
            "completer: '" + Names.clip(variable) + "' (expected: a variable of " + template + ")");
      }
      completers.put(variable, completer);
      return this;
    }

    /** Called on the event loop of the call; must not block. */
    public ResourceTemplate reader(Handler<Match, Contents> reader) {
      return new ResourceTemplate(this, new Work.Async<>(reader));
    }

    /** Called on a thread that may block. */
    public ResourceTemplate blockingReader(BlockingHandler<Match, Contents> reader) {
      return new ResourceTemplate(this, new Work.Blocking<>(reader));
    }

    private ObjectNode definition() {
      ObjectNode json = Json.object().put("uriTemplate", template.toString()).put("name", name);
      labels.into(json);
      Json.text(json, "mimeType", mimeType);
      annotations.into(json);
      return json;
    }
  }
}
