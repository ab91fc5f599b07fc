package io.breakwater.api;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.lang.reflect.Type;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function that a model may call. It is written once and serves every revision of the protocol.
 *
 * <pre>{@code
 * record Add(int a, int b) {}
 * record Sum(int value) {}
 *
 * Tool add = Tool.of("add", Add.class, Sum.class)
 *     .description("Adds two integers")
 *     .handler((input, call) -> Future.succeededFuture(new Sum(input.a() + input.b())));
 * }</pre>
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">2026-07-28, Tools</a>
 */
public final class Tool {
  private final String name;
  private final Labels labels;
  private final ToolAnnotations annotations;
  private final Shape input;
  private final @Nullable Shape output;
  private final Work<ObjectNode, ToolResult> work;

  private Tool(Builder<?, ?> builder, Work<ObjectNode, ToolResult> work) {
    this.name = builder.name;
    this.labels = builder.labels;
    this.annotations = builder.annotations;
    this.input = builder.input;
    this.output = builder.output;
    this.work = work;
  }

  /**
   * A tool that takes one record (or bean) and returns another, both with a schema generated from it.
   *
   * @param name 1 to 128 of {@code A-Z a-z 0-9 _ - .}
   */
  public static <I, O> Builder<I, O> of(String name, Class<I> input, Class<O> output) {
    return Tool.<I, O>typed(name, input, ToolResult::structured).output(output);
  }

  /** The same with an output such as {@code List<User>}. */
  public static <I, O> Builder<I, O> of(String name, Class<I> input, TypeReference<O> output) {
    return Tool.<I, O>typed(name, input, ToolResult::structured).output(output.getType());
  }

  /** A tool that takes a record (or bean) and returns content. */
  public static <I> Builder<I, ToolResult> of(String name, Class<I> input) {
    return typed(name, input, Function.identity());
  }

  /**
   * A tool that takes its arguments as they are. Without {@link Builder#inputSchema} it takes none.
   *
   * @param name 1 to 128 of {@code A-Z a-z 0-9 _ - .}
   */
  public static Builder<ObjectNode, ToolResult> of(String name) {
    Shape none =
        new Shape.OfSchema(Json.object().put("type", "object").put("additionalProperties", false));
    return new Builder<>(name, none, Function.identity(), Function.identity());
  }

  private static <I, O> Builder<I, O> typed(
      String name, Class<I> input, Function<O, ToolResult> write) {
    JavaType type = Values.type(input);
    return new Builder<>(name, new Shape.OfType(input), json -> Values.read(json, type), write);
  }

  public String name() {
    return name;
  }

  public Shape input() {
    return input;
  }

  /** Null when the tool does not say what it returns. */
  public @Nullable Shape output() {
    return output;
  }

  public Work<ObjectNode, ToolResult> work() {
    return work;
  }

  /** The tool as it stands in a list, with these schemas. */
  public ObjectNode definition(ObjectNode inputSchema, @Nullable ObjectNode outputSchema) {
    ObjectNode json = Json.object().put("name", name);
    labels.into(json);
    json.set("inputSchema", inputSchema);
    Json.node(json, "outputSchema", outputSchema);
    annotations.into(json);
    return json;
  }

  /**
   * Says what a tool is; its handler makes the tool of it.
   *
   * <p>Confined to one thread.
   *
   * @param <I> what the handler is given
   * @param <O> what it returns
   */
  public static final class Builder<I, O> {
    private final String name;
    private final Function<ObjectNode, I> read;
    private final Function<O, ToolResult> write;
    private Labels labels = Labels.NONE;
    private ToolAnnotations annotations = ToolAnnotations.NONE;
    private Shape input;
    private @Nullable Shape output;

    private Builder(
        String name, Shape input, Function<ObjectNode, I> read, Function<O, ToolResult> write) {
      this.name = Names.requireToolName(name);
      this.input = input;
      this.read = read;
      this.write = write;
    }

    private Builder<I, O> output(Type type) {
      output = new Shape.OfType(type);
      return this;
    }

    /** A name for people. */
    @CanIgnoreReturnValue
    public Builder<I, O> title(String text) {
      labels = labels.title(text);
      return this;
    }

    /** What the tool does, for the model. */
    @CanIgnoreReturnValue
    public Builder<I, O> description(String text) {
      labels = labels.description(text);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder<I, O> icons(Icon... icons) {
      labels = labels.icons(icons);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder<I, O> meta(ObjectNode meta) {
      labels = labels.meta(meta);
      return this;
    }

    @CanIgnoreReturnValue
    public Builder<I, O> annotations(ToolAnnotations hints) {
      annotations = hints;
      return this;
    }

    /** A schema written by hand, shown and checked as it is; its root says {@code "type": "object"}. */
    @CanIgnoreReturnValue
    public Builder<I, O> inputSchema(ObjectNode schema) {
      input = new Shape.OfSchema(schema.deepCopy());
      return this;
    }

    /** A schema written by hand, shown and checked as it is; every result must then have a structured value. */
    @CanIgnoreReturnValue
    public Builder<I, O> outputSchema(ObjectNode schema) {
      output = new Shape.OfSchema(schema.deepCopy());
      return this;
    }

    /** Called on the event loop of the call; must not block. */
    public Tool handler(Handler<I, O> handler) {
      return new Tool(
          this,
          new Work.Async<>(
              (json, call) -> handler.handle(read.apply(json), call).map(write)));
    }

    /** Called on a thread that may block. */
    public Tool blocking(BlockingHandler<I, O> handler) {
      return new Tool(
          this,
          new Work.Blocking<>((json, call) -> write.apply(handler.handle(read.apply(json), call))));
    }
  }
}
