package io.breakwater.conformance;

import io.breakwater.api.LogLevel;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tools that say something before they answer, or leave before they do. */
final class NotifyingTools {
  private static final long STEP_MS = 50;

  private NotifyingTools() {}

  static List<Tool> all() {
    return List.of(progress(), logging(), quietLogging(), reconnection());
  }

  private static Tool progress() {
    return Tool.of("test_tool_with_progress")
        .description("Reports progress three times")
        .blocking((input, call) -> {
          call.progress(0, 100);
          Thread.sleep(STEP_MS);
          call.progress(50, 100);
          Thread.sleep(STEP_MS);
          call.progress(100, 100);
          return ToolResult.text(call.meta().path("progressToken").asText("no progress token"));
        });
  }

  private static Tool logging() {
    return Tool.of("test_tool_with_logging")
        .description("Logs three times")
        .blocking((input, call) -> {
          call.log(LogLevel.INFO, "Tool execution started");
          Thread.sleep(STEP_MS);
          call.log(LogLevel.INFO, "Tool processing data");
          Thread.sleep(STEP_MS);
          call.log(LogLevel.INFO, "Tool execution completed");
          return ToolResult.text("Tool with logging executed successfully");
        });
  }

  /** Called without a log level, which must keep its message back. */
  private static Tool quietLogging() {
    return Tool.of("test_logging_tool").description("Logs once").handler((input, call) -> {
      call.log(LogLevel.INFO, "This is a log message");
      return Future.succeededFuture(ToolResult.text("Logged"));
    });
  }

  private static Tool reconnection() {
    return Tool.of("test_reconnection")
        .description("Ends its stream before it answers")
        .handler((input, call) -> {
          call.disconnect(500);
          return Vertx.currentContext()
              .owner()
              .timer(100, TimeUnit.MILLISECONDS)
              .map(ToolResult.text("Reconnection test completed successfully. If you received this,"
                  + " the client properly reconnected after stream closure."));
        });
  }
}
