package io.breakwater.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.api.Shape;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolException;
import io.breakwater.api.ToolResult;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool written in Java: its arguments are checked, its handler runs, its structured result is checked.
 *
 * <p>Thread-safe.
 */
final class LocalTool implements ToolOffer {
  private static final long SAFE_INTEGER_MAX = (1L << 53) - 1;

  private final Tool tool;
  private final Works works;
  private final Schemas.Ready input;
  private final Schemas.@Nullable Ready output;
  private final ObjectNode definition;

  /** @throws IllegalArgumentException when a schema of the tool is refused */
  LocalTool(Tool tool, Schemas schemas, Works works) {
    this.tool = tool;
    this.works = works;
    Shape outputShape = tool.output();
    try {
      this.input = schemas.input(tool.input());
      this.output = outputShape == null ? null : schemas.output(outputShape);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("tool '" + tool.name() + "' " + e.getMessage(), e);
    }
    this.definition = tool.definition(input.schema(), output == null ? null : output.schema());
  }

  @Override
  public String name() {
    return tool.name();
  }

  @Override
  public ObjectNode definition() {
    return definition;
  }

  @Override
  public List<MirroredParam> mirrored() {
    return input.mirrored();
  }

  @Override
  public Future<Outcome> call(ObjectNode arguments, Call call) {
    return check(arguments)
        .compose(given -> works.run(tool.work(), given, call))
        .compose(this::finish)
        .recover(failure -> Failures.ofTool(name(), failure, call));
  }

  private Future<ObjectNode> check(ObjectNode arguments) {
    try {
      ObjectNode given = withoutIdleNulls(arguments);
      List<String> problems = problems(given);
      return problems.isEmpty()
          ? Future.succeededFuture(given)
          : Future.failedFuture(new ToolException(
              "Invalid arguments for " + name() + ": " + String.join("; ", problems)));
    } catch (RuntimeException e) {
      // The validator meets a schema that it accepted and cannot apply.
      return Future.failedFuture(e);
    }
  }

  /**
   * Models send null for what they leave out. Where the schema was generated, an optional argument that is null is taken
   * for one that is absent; a schema written by hand says itself what it thinks of null.
   */
  private ObjectNode withoutIdleNulls(ObjectNode arguments) {
    if (!(tool.input() instanceof Shape.OfType)) {
      return arguments;
    }
    List<String> required = new ArrayList<>();
    input.schema().path("required").forEach(name -> required.add(name.asText()));
    List<String> idle = arguments.properties().stream()
        .filter(member -> member.getValue().isNull() && !required.contains(member.getKey()))
        .map(member -> member.getKey())
        .toList();
    if (idle.isEmpty()) {
      return arguments;
    }
    ObjectNode copy = arguments.objectNode();
    copy.setAll(arguments);
    return copy.without(idle);
  }

  private List<String> problems(ObjectNode arguments) {
    List<String> problems = new ArrayList<>(input.check().problems(arguments));
    for (MirroredParam param : input.mirrored()) {
      JsonNode value = param.in(arguments);
      if (value != null && value.isNumber() && !safe(value)) {
        problems.add("/" + String.join("/", param.path()) + ": must be within ±(2^53 - 1)");
      }
    }
    return problems;
  }

  private static boolean safe(JsonNode number) {
    return number.canConvertToLong() && Math.abs(number.longValue()) <= SAFE_INTEGER_MAX;
  }

  private Future<Outcome> finish(ToolResult result) {
    if (output == null || result.isError()) {
      return complete(result);
    }
    JsonNode structured = result.structured();
    List<String> problems =
        structured == null ? List.of("no structured value") : output.check().problems(structured);
    if (!problems.isEmpty()) {
      return Future.failedFuture(new IllegalStateException(
          "the result does not match the output schema: " + String.join("; ", problems)));
    }
    return complete(result);
  }

  private static Future<Outcome> complete(ToolResult result) {
    return Future.succeededFuture(new Outcome.Complete(result.json()));
  }
}
