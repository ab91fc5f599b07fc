package io.breakwater.behaviour;

import io.breakwater.api.Answers;
import io.breakwater.api.Call;
import io.breakwater.api.Completer;
import io.breakwater.api.Content;
import io.breakwater.api.Contents;
import io.breakwater.api.Elicitation;
import io.breakwater.api.Field;
import io.breakwater.api.LogLevel;
import io.breakwater.api.Prompt;
import io.breakwater.api.PromptArgument;
import io.breakwater.api.PromptMessage;
import io.breakwater.api.PromptResult;
import io.breakwater.api.Question;
import io.breakwater.api.Resource;
import io.breakwater.api.ResourceTemplate;
import io.breakwater.api.Roots;
import io.breakwater.api.Sampling;
import io.breakwater.api.SamplingMessage;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolException;
import io.breakwater.api.ToolResult;
import io.breakwater.launch.Breakwater;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What the servers of these tests offer, and what goes on in it.
 *
 * <p>Thread-safe.
 */
final class Samples {
  static final String NOTE = "test://note";
  static final String PICTURE = "test://picture";

  private static final int PATIENCE_S = 30;

  private final Promise<ToolResult> waiting = Promise.promise();
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CompletableFuture<Void> cancelled = new CompletableFuture<>();

  static void addTo(Breakwater breakwater) {
    new Samples().offer(breakwater);
  }

  void offer(Breakwater breakwater) {
    breakwater
        .add(echo(), sum(), blocks(), failing(), steps(), blocking())
        .add(waiting(), halfway(), leaving())
        .add(form(), page(), model(), roots(), both(), twice())
        .add(note(), picture())
        .add(letter())
        .add(greeting(), interview());
  }

  /** Waits until the tool {@code wait} runs. */
  void awaitStart() {
    await(started);
  }

  /** Waits until its call is cancelled. */
  void awaitCancel() {
    await(cancelled);
  }

  /** Lets it end. */
  void release() {
    waiting.tryComplete(ToolResult.text("released"));
  }

  private static void await(CompletableFuture<Void> future) {
    try {
      future.get(PATIENCE_S, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  // Tools that answer

  /** Takes any arguments and returns them as text. */
  private static Tool echo() {
    return Tool.of("echo")
        .description("Returns its arguments")
        .inputSchema(Json.object("{\"type\":\"object\"}"))
        .handler((input, call) -> Future.succeededFuture(ToolResult.text(input.toString())));
  }

  record Numbers(int a, int b) {}

  record Sum(int sum) {}

  private static Tool sum() {
    return Tool.of("sum", Numbers.class, Sum.class)
        .title("Sum")
        .description("Adds")
        .handler((input, call) -> Future.succeededFuture(new Sum(input.a() + input.b())));
  }

  private static Tool blocks() {
    byte[] bytes = {1, 2, 3};
    return Tool.of("blocks")
        .description("Returns a block of each kind")
        .handler((input, call) -> Future.succeededFuture(ToolResult.of(
            Content.text("text"),
            Content.image(bytes, "image/png"),
            Content.audio(bytes, "audio/wav"),
            Content.link(NOTE, "note"),
            Content.embedded(new Contents.Text(NOTE, "text/plain", "inside", null)))));
  }

  private static Tool failing() {
    return Tool.of("fail").description("Fails").handler((input, call) -> {
      throw new ToolException("out of paper");
    });
  }

  private static Tool blocking() {
    return Tool.of("block")
        .description("Blocks its thread")
        .blocking((input, call) -> ToolResult.text(
            Context.isOnEventLoopThread() ? "on a loop" : "on a thread of its own"));
  }

  // Tools that say something first, or take long

  private static Tool steps() {
    return Tool.of("steps").description("Tells how far it is, and logs").handler((input, call) -> {
      call.progress(1, 2.0, "half");
      call.log(LogLevel.INFO, "steps", "told");
      call.log(LogLevel.DEBUG, "steps", "detail");
      call.progress(2, 2.0, null);
      return Future.succeededFuture(ToolResult.text("done"));
    });
  }

  private Tool waiting() {
    return Tool.of("wait")
        .description("Waits to be released or cancelled")
        .handler((input, call) -> waitFor(call));
  }

  private Tool halfway() {
    return Tool.of("halfway")
        .description("Tells that it is halfway, and waits")
        .handler((input, call) -> {
          call.progress(1, 2.0);
          return waitFor(call);
        });
  }

  private Tool leaving() {
    return Tool.of("leave")
        .description("Sends its client away, and waits")
        .handler((input, call) -> {
          call.disconnect(10);
          return waitFor(call);
        });
  }

  private Future<ToolResult> waitFor(Call call) {
    call.onCancel(() -> cancelled.complete(null));
    started.complete(null);
    return waiting.future();
  }

  // Tools that ask

  private static Tool form() {
    Elicitation form = Elicitation.form("Who is it")
        .with("name", Field.text().title("Name"))
        .with("colour", Field.choice(Map.of("r", "Red")).optional());
    return Tool.of("form")
        .description("Asks the user by a form")
        .handler((input, call) -> call.elicit("who", form)
            .map(answer -> ToolResult.text(
                answer.accepted() ? answer.content().path("name").asText() : "no answer")));
  }

  private static Tool page() {
    return Tool.of("page")
        .description("Sends the user to a page")
        .handler((input, call) -> call.elicit(
                "page", Elicitation.url("Sign in", "https://example.com/sign-in"))
            .map(answer -> ToolResult.text(answer.accepted() ? "seen" : "not seen")));
  }

  private static Sampling question() {
    return Sampling.of(10, SamplingMessage.user("Say yes"));
  }

  private static Tool model() {
    return Tool.of("model")
        .description("Asks the model")
        .handler((input, call) ->
            call.sample("yes", question()).map(answer -> ToolResult.text(answer.text())));
  }

  private static Tool roots() {
    return Tool.of("roots")
        .description("Asks for the roots")
        .handler((input, call) -> call.roots("roots")
            .map(roots -> ToolResult.text(roots.size() + " " + roots.get(0).uri())));
  }

  private static Tool both() {
    Map<String, Question> questions = new LinkedHashMap<>();
    questions.put("model", question());
    questions.put("roots", new Roots());
    return Tool.of("both")
        .description("Asks two things at once")
        .handler(
            (input, call) -> call.ask(questions).map(answers -> ToolResult.text(summary(answers))));
  }

  private static String summary(Answers answers) {
    return answers.sampled("model").text() + " " + answers.roots("roots").size();
  }

  /** Keeps a state over three rounds. */
  private static Tool twice() {
    return Tool.of("twice").description("Asks one thing after the other").handler((input, call) -> {
      if (call.state() == null) {
        call.keep(Json.read("\"kept\""));
      }
      return call.elicit("first", Elicitation.form("First").with("v", Field.integer()))
          .compose(first -> call.elicit(
                  "second", Elicitation.form("Second").with("v", Field.integer()))
              .map(second -> ToolResult.text(call.state().asText() + " "
                  + first.content().path("v") + " " + second.content().path("v"))));
    });
  }

  // Resources and prompts

  private static Resource note() {
    return Resource.of(NOTE, "note").title("Note").mimeType("text/plain").text("Buy milk");
  }

  private static Resource picture() {
    return Resource.of(PICTURE, "picture").mimeType("image/png").blob(new byte[] {1, 2, 3});
  }

  private static ResourceTemplate letter() {
    return ResourceTemplate.of("test://letter/{to}", "letter")
        .mimeType("text/plain")
        .completer("to", Completer.among(List.of("Ada", "Alan", "Grace")))
        .reader((match, call) -> Future.succeededFuture(
            Contents.text(match.uri(), "text/plain", "Dear " + match.variable("to"))));
  }

  private static Prompt greeting() {
    return Prompt.of("greeting")
        .description("A greeting")
        .argument(PromptArgument.required("name")
            .completer(Completer.among(List.of("Ada", "Alan", "Grace"))))
        .handler((arguments, call) -> Future.succeededFuture(
            PromptResult.of(PromptMessage.user("Greet " + arguments.get("name")))));
  }

  /** A prompt that asks before it answers. */
  private static Prompt interview() {
    return Prompt.of("interview")
        .handler((arguments, call) -> call.elicit(
                "topic", Elicitation.form("About what").with("topic", Field.text()))
            .map(answer -> PromptResult.of(
                PromptMessage.user("Ask about " + answer.content().path("topic").asText()))));
  }
}
