package io.breakwater.launch;

import io.breakwater.api.Bounds;
import io.breakwater.api.Call;
import io.breakwater.api.Completer;
import io.breakwater.api.Contents;
import io.breakwater.api.Default;
import io.breakwater.api.Description;
import io.breakwater.api.Header;
import io.breakwater.api.LogLevel;
import io.breakwater.api.Optional;
import io.breakwater.api.Prompt;
import io.breakwater.api.PromptArgument;
import io.breakwater.api.PromptMessage;
import io.breakwater.api.PromptResult;
import io.breakwater.api.Resource;
import io.breakwater.api.ResourceNotFound;
import io.breakwater.api.ResourceTemplate;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolAnnotations;
import io.breakwater.api.ToolException;
import io.breakwater.api.ToolResult;
import io.breakwater.provider.LocalProvider;
import io.vertx.core.Future;
import io.vertx.core.Timer;
import io.vertx.core.Vertx;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is offered before anything is configured: small things that show what the server can do. They reach nothing
 * outside of the process and keep nothing that a caller wrote.
 *
 * <p>Thread-safe.
 */
final class Builtins {
  static final String COUNTDOWN_URI = "breakwater://countdown";

  private static final ToolAnnotations HARMLESS =
      ToolAnnotations.NONE.readOnly(true).openWorld(false);
  private static final int NAME_CHARS_MAX = 100;

  private final LocalProvider local;
  private volatile String latest = "No countdown so far";

  private Builtins(LocalProvider local) {
    this.local = local;
  }

  /** Adds them; {@code time}, which needs no arguments, is the first tool. */
  static void addTo(LocalProvider local) {
    new Builtins(local).add();
  }

  private void add() {
    local.add(time());
    local.add(sum());
    local.add(echo());
    local.add(countdown());
    AskingBuiltins.all().forEach(local::add);
    local.add(about());
    local.add(latestCountdown());
    local.add(greeting());
    local.add(codeReview());
  }

  record Zone(
      @Default("UTC") @Bounds(max = 64) @Description("A time zone such as Europe/Berlin or +02:00")
      String zone) {}

  record Moment(@Description("ISO 8601, with offset") String time, String zone, String weekday) {}

  private static Tool time() {
    return Tool.of("time", Zone.class, Moment.class)
        .title("Time")
        .description("Tells the current date and time, in UTC unless a time zone is given.")
        .annotations(HARMLESS)
        .handler((input, call) -> Future.succeededFuture(now(input.zone())));
  }

  private static Moment now(String zone) {
    try {
      ZonedDateTime now = ZonedDateTime.now(ZoneId.of(zone)).truncatedTo(ChronoUnit.SECONDS);
      return new Moment(
          now.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
          now.getZone().getId(),
          now.getDayOfWeek().name().toLowerCase(Locale.ROOT));
    } catch (DateTimeException e) {
      throw new ToolException("zone: not a time zone (expected: Europe/Berlin, UTC or +02:00)", e);
    }
  }

  record Numbers(
      @Bounds(min = -1e15, max = 1e15) BigDecimal a,
      @Bounds(min = -1e15, max = 1e15) BigDecimal b) {}

  record Sum(BigDecimal sum) {}

  private static Tool sum() {
    return Tool.of("add", Numbers.class, Sum.class)
        .title("Add")
        .description("Adds two numbers, exactly to 34 digits.")
        .annotations(HARMLESS.idempotent(true))
        .handler((input, call) ->
            Future.succeededFuture(new Sum(input.a().add(input.b(), MathContext.DECIMAL128))));
  }

  record Words(
      @Default("Hello") @Bounds(max = 10_000) @Description("What to say")
      String text,

      @Optional
      @Header("Tag")
      @Bounds(max = 100)
      @Description(
          "A word to route by; clients of 2026-07-28 repeat it in the header Mcp-Param-Tag")
      @Nullable
      String tag) {}

  private static Tool echo() {
    return Tool.of("echo", Words.class)
        .title("Echo")
        .description("Says what it was told.")
        .annotations(HARMLESS.idempotent(true))
        .handler((input, call) -> Future.succeededFuture(ToolResult.text(
            input.tag() == null ? input.text() : "[" + input.tag() + "] " + input.text())));
  }

  record Count(
      @Default("5") @Bounds(min = 1, max = 10) @Description("Where to start")
      int from,

      @Default("500")
      @Bounds(min = 100, max = 1000)
      @Description("Milliseconds between two numbers")
      int stepMs) {}

  private Tool countdown() {
    return Tool.of("countdown", Count.class)
        .title("Countdown")
        .description(
            "Counts down to zero, with progress and log messages on the way; can be cancelled.")
        .annotations(ToolAnnotations.NONE.destructive(false).openWorld(false))
        .handler((input, call) -> count(input, input.from(), call));
  }

  private Future<ToolResult> count(Count input, int left, Call call) {
    int done = input.from() - left;
    call.progress(done, (double) input.from(), left == 0 ? "liftoff" : left + " to go");
    call.log(LogLevel.INFO, "countdown", left == 0 ? "liftoff" : String.valueOf(left));
    latest = left == 0 ? "Liftoff" : "T minus " + left;
    local.resourceUpdated(COUNTDOWN_URI);
    if (left == 0) {
      return Future.succeededFuture(ToolResult.text("Liftoff after " + input.from() + " steps"));
    }
    Timer step = Vertx.currentContext().owner().timer(input.stepMs(), TimeUnit.MILLISECONDS);
    call.onCancel(step::cancel);
    return step.compose(over -> count(input, left - 1, call));
  }

  private static Resource about() {
    return Resource.of("breakwater://about", "about")
        .title("About this server")
        .description("What runs here and how to make it serve your own tools")
        .mimeType("text/plain")
        .text("""
            This is Breakwater, a hosted MCP endpoint on Vert.x.

            What you see are the tools, resources and prompts that come with it. To serve your own, write them in Java
            and add them to io.breakwater.launch.Breakwater. The setting server.builtins turns these off.
            """);
  }

  private Resource latestCountdown() {
    return Resource.of(COUNTDOWN_URI, "countdown")
        .title("Latest countdown")
        .description(
            "Where the countdown stands that was heard last; subscribe to it and call countdown")
        .mimeType("text/plain")
        .reader((uri, call) -> Future.succeededFuture(Contents.text(uri, "text/plain", latest)));
  }

  private static ResourceTemplate greeting() {
    return ResourceTemplate.of("breakwater://greeting/{name}", "greeting")
        .title("Greeting")
        .description("A greeting for somebody")
        .mimeType("text/plain")
        .completer(
            "name", Completer.among(List.of("Ada", "Alan", "Barbara", "Edsger", "Grace", "Tony")))
        .reader((match, call) -> {
          String name = match.variable("name").strip();
          if (name.isEmpty() || name.length() > NAME_CHARS_MAX) {
            return Future.failedFuture(new ResourceNotFound());
          }
          return Future.succeededFuture(
              Contents.text(match.uri(), "text/plain", "Hello, " + name + "!"));
        });
  }

  private static Prompt codeReview() {
    return Prompt.of("code_review")
        .title("Code review")
        .description("Asks for a review of a piece of code")
        .argument(PromptArgument.required("code").description("The code"))
        .argument(PromptArgument.optional("focus")
            .description("What to look at above all")
            .completer(Completer.among(List.of(
                "correctness", "naming", "performance", "readability", "security", "tests"))))
        .handler((arguments, call) -> {
          String focus = arguments.getOrDefault("focus", "correctness");
          return Future.succeededFuture(
              PromptResult.of(PromptMessage.user("Review this code. Look at " + focus
                  + " above all, and show how you would change it.\n\n" + arguments.get("code"))));
        });
  }
}
