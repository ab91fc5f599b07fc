package io.breakwater.launch;

import io.breakwater.api.Tool;
import io.breakwater.api.ToolResult;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A program that is an MCP server over stdio: one tool, which tells the process it runs in. */
final class ToolChild {
  private ToolChild() {}

  /** @param args the name of the tool */
  public static void main(String[] args) {
    Breakwater breakwater = Breakwater.create(Vertx.vertx(), Options.defaults());
    breakwater.add(Tool.of(args[0])
        .handler((arguments, call) -> Future.succeededFuture(
            ToolResult.text(String.valueOf(ProcessHandle.current().pid())))));
    breakwater.stdio().onComplete(gone -> System.exit(0));
  }

  /** An entry of {@code mcpServers} that starts it. */
  static String entry(String tool) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> args = List.of(
        "-XX:TieredStopAtLevel=1",
        "-Xmx64m",
        "-cp",
        System.getProperty("java.class.path"),
        ToolChild.class.getName(),
        tool);
    return "{\"command\": \"" + java + "\", \"args\": "
        + args.stream().collect(Collectors.joining("\", \"", "[\"", "\"]")) + "}";
  }
}
