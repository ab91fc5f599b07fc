package io.breakwater.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Messages for a model that a user may ask for by name.
 *
 * <pre>{@code
 * Prompt review = Prompt.of("review")
 *     .description("Reviews code")
 *     .argument(PromptArgument.required("code").description("The code"))
 *     .handler((arguments, call) -> Future.succeededFuture(
 *         PromptResult.of(PromptMessage.user("Review this:\n" + arguments.get("code")))));
 * }</pre>
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/prompts">2026-07-28, Prompts</a>
 */
public final class Prompt {
  private final String name;
  private final List<PromptArgument> arguments;
  private final ObjectNode definition;
  private final Work<Map<String, String>, PromptResult> work;

  private Prompt(Builder builder, Work<Map<String, String>, PromptResult> work) {
    this.name = builder.name;
    this.arguments = List.copyOf(builder.arguments);
    this.definition = builder.definition();
    this.work = work;
  }

  /** @param name 1 to 256 characters */
  public static Builder of(String name) {
    return new Builder(name);
  }

  public String name() {
    return name;
  }

  public List<PromptArgument> arguments() {
    return arguments;
  }

  /** The prompt as it stands in a list; a tree of its own. */
  public ObjectNode definition() {
    return definition.deepCopy();
  }

  /** Is given the arguments; those that are required are there. */
  public Work<Map<String, String>, PromptResult> work() {
    return work;
  }

  /**
   * Says what a prompt is; its handler makes the prompt of it.
   *
   * <p>Confined to one thread.
   */
  public static final class Builder {
    private final String name;
    private final List<PromptArgument> arguments = new ArrayList<>();
    private Labels labels = Labels.NONE;

    private Builder(String name) {
      this.name = Names.requireName("prompt", name);
    }

    /** A name for people. */
    @CanIgnoreReturnValue
    public Builder title(String text) {
      labels = labels.title(text);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder description(String text) {
      labels = labels.description(text);
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

    /** One more argument, under a name of its own. */
    @CanIgnoreReturnValue
    public Builder argument(PromptArgument argument) {
      if (arguments.stream().anyMatch(other -> other.name().equals(argument.name()))) {
        throw new IllegalArgumentException(
            "prompt argument: '" + argument.name() + "' is given twice");
      }
      arguments.add(argument);
      return this;
    }

    /** Called on the event loop of the call; must not block. */
    public Prompt handler(Handler<Map<String, String>, PromptResult> handler) {
      return new Prompt(this, new Work.Async<>(handler));
    }

    /** Called on a thread that may block. */
    public Prompt blocking(BlockingHandler<Map<String, String>, PromptResult> handler) {
      return new Prompt(this, new Work.Blocking<>(handler));
    }

    private ObjectNode definition() {
      ObjectNode json = Json.object().put("name", name);
      labels.into(json);
      if (!arguments.isEmpty()) {
        json.set("arguments", Json.array(arguments, PromptArgument::json));
      }
      return json;
    }
  }
}
