package io.breakwater.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.McpClient;
import io.breakwater.client.RequestOptions;
import io.breakwater.options.Nearest;
import io.vertx.core.Future;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls one tool: looks it up, reads the arguments by its schema, and prints what it returns.
 *
 * <p>Confined to one run.
 */
final class CallCommand {
  private final McpClient client;
  private final ClientArguments arguments;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean watched = Terminal.watchesErrors();
  private boolean shown;

  CallCommand(McpClient client, ClientArguments arguments, PrintStream out, PrintStream err) {
    this.client = client;
    this.arguments = arguments;
    this.out = out;
    this.err = err;
  }

  /** The exit code, once all is printed. */
  Future<Integer> run() {
    Future<Integer> done = client.tools().compose(this::find);
    return arguments.inTime(done).onComplete(over -> clearProgress());
  }

  private Future<Integer> find(List<ObjectNode> tools) {
    Optional<ObjectNode> tool = tools.stream()
        .filter(each -> each.path("name").asText().equals(arguments.tool()))
        .findFirst();
    return tool.map(this::call).orElseGet(() -> Future.succeededFuture(unknown(tools)));
  }

  private int unknown(List<ObjectNode> tools) {
    List<String> names = tools.stream().map(tool -> tool.path("name").asText()).toList();
    @Nullable String near = Nearest.of(arguments.tool(), names);
    String hint = near == null ? offered(names) : "did you mean " + near + "?";
    err.println(TerminalText.line("no tool " + arguments.tool() + " (" + hint + ")", 2_000));
    return Launch.WRONG;
  }

  private static String offered(List<String> names) {
    return names.isEmpty()
        ? "the server offers none now"
        : "the server has " + String.join(", ", names);
  }

  private Future<Integer> call(ObjectNode tool) {
    ToolArguments typed = new ToolArguments(tool);
    typed.read(arguments.argumentsJson(), arguments.pairs());
    if (!typed.mistakes().isEmpty()) {
      typed.mistakes().forEach(err::println);
      parameters(tool);
      return Future.succeededFuture(Launch.WRONG);
    }
    RequestOptions options = RequestOptions.DEFAULTS.onProgress(this::progress);
    if (arguments.timeoutMs() > 0) {
      options = options.within(arguments.timeoutMs(), arguments.timeoutMs());
    }
    if (arguments.verbose()) {
      options = options.onLog("debug", this::log);
    }
    return client.callTool(arguments.tool(), typed.arguments(), options).map(this::print);
  }

  private void parameters(ObjectNode tool) {
    JsonNode schema = tool.path("inputSchema");
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    Table table = new Table("Parameters of " + TerminalText.line(arguments.tool(), 100), 100);
    schema.path("properties").properties().forEach(property -> {
      String types = String.join(" or ", ToolArguments.types(property.getValue()));
      String about = property.getValue().path("description").asText();
      String need = required.contains(property.getKey()) ? ", required" : "";
      table.add(property.getKey(), types + need + (about.isEmpty() ? "" : ": " + about));
    });
    table.print(err);
  }

  private int print(ObjectNode result) {
    clearProgress();
    boolean failed = result.path("isError").asBoolean();
    if (arguments.json()) {
      out.println(TerminalText.json(result.toPrettyString()));
    } else {
      new ContentPrinter(failed ? err : out).print(result);
    }
    return failed ? Launch.FAILED : Launch.OK;
  }

  private void progress(ObjectNode params) {
    String total = params.has("total") ? "/" + params.path("total").asText() : "";
    String line =
        params.path("progress").asText() + total + " " + params.path("message").asText();
    if (watched) {
      shown = true;
      err.print("\r\u001b[K" + TerminalText.line(line, 78));
      err.flush();
    } else if (arguments.verbose()) {
      err.println(TerminalText.line(line, 200));
    }
  }

  private void clearProgress() {
    if (shown) {
      shown = false;
      err.print("\r\u001b[K");
      err.flush();
    }
  }

  private void log(ObjectNode params) {
    JsonNode data = params.path("data");
    err.println(TerminalText.block(
        params.path("level").asText() + ": " + (data.isTextual() ? data.asText() : data.toString()),
        2_000));
  }
}
