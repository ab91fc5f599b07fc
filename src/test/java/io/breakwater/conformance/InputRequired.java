package io.breakwater.conformance;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.breakwater.api.Call;
import io.breakwater.api.ElicitResult;
import io.breakwater.api.Elicitation;
import io.breakwater.api.Field;
import io.breakwater.api.Prompt;
import io.breakwater.api.PromptMessage;
import io.breakwater.api.PromptResult;
import io.breakwater.api.Question;
import io.breakwater.api.Roots;
import io.breakwater.api.Sampling;
import io.breakwater.api.SamplingMessage;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolResult;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tools and a prompt that cannot end before the client has answered, as the suite calls them without a session. */
final class InputRequired {
  private static final String PREFIX = "test_input_required_result_";
  private static final Elicitation NAME = ask("What is your name?", "name");
  private static final Elicitation CONFIRM =
      Elicitation.form("Please confirm").with("ok", Field.flag());

  private InputRequired() {}

  static List<Tool> tools() {
    return List.of(
        tool(
            "elicitation",
            "Asks for a name",
            call -> call.elicit("user_name", NAME)
                .map(answer -> "Hello, " + text(answer, "name") + "!")),
        tool(
            "sampling",
            "Asks the model",
            call -> call.sample("capital_question", say("What is the capital of France?", 100))
                .map(answer -> answer.text())),
        tool(
            "list_roots",
            "Asks for the roots",
            call -> call.roots("client_roots").map(roots -> "Roots: " + roots)),
        tool("request_state", "Asks for a confirmation and keeps a state", InputRequired::stateful),
        tool("tampered_state", "Refuses a state that was changed", InputRequired::stateful),
        tool("multiple_inputs", "Asks three things at once", InputRequired::multiple),
        tool("multi_round", "Asks twice", InputRequired::rounds),
        tool("capabilities", "Asks only what the client can answer", InputRequired::capable));
  }

  static Prompt prompt() {
    return Prompt.of(PREFIX + "prompt")
        .description("Asks for a context before it says anything")
        .handler((arguments, call) -> call.elicit(
                "user_context", ask("What context should the prompt use?", "context"))
            .map(answer -> PromptResult.of(
                PromptMessage.user("Use this context: " + text(answer, "context")))));
  }

  /** What a tool without arguments says in the end. */
  @FunctionalInterface
  private interface Saying {
    Future<String> say(Call call);
  }

  private static Tool tool(String name, String description, Saying saying) {
    return Tool.of(PREFIX + name)
        .description(description)
        .handler((input, call) -> saying.say(call).map(ToolResult::text));
  }

  private static Future<String> stateful(Call call) {
    if (call.state() == null) {
      call.keep(TextNode.valueOf("kept"));
    }
    return call.elicit("confirm", CONFIRM)
        .map(answer -> TextNode.valueOf("kept").equals(call.state()) ? "state-ok" : "state lost");
  }

  private static Future<String> multiple(Call call) {
    call.keep(TextNode.valueOf("asked"));
    Map<String, Question> questions = new LinkedHashMap<>();
    questions.put("user_name", NAME);
    questions.put("greeting", say("Generate a greeting", 50));
    questions.put("client_roots", new Roots());
    return call.ask(questions)
        .map(answers ->
            answers.sampled("greeting").text() + " " + text(answers.elicited("user_name"), "name")
                + ", roots: " + answers.roots("client_roots").size());
  }

  private static Future<String> rounds(Call call) {
    call.keep(IntNode.valueOf(1));
    return call.elicit("step1", ask("Step 1: What is your name?", "name")).compose(first -> {
      call.keep(IntNode.valueOf(2));
      return call.elicit("step2", ask("Step 2: What is your favorite color?", "color"))
          .map(second -> text(first, "name") + " likes " + text(second, "color"));
    });
  }

  private static Future<String> capable(Call call) {
    Map<String, Question> questions = new LinkedHashMap<>();
    questions.put("sample_input", say("Sample request", 50));
    questions.put("elicit_input", NAME);
    questions.values().removeIf(question -> !call.supports(question));
    return call.ask(questions).map(answers -> "Asked: " + questions.keySet());
  }

  private static Elicitation ask(String message, String field) {
    return Elicitation.form(message).with(field, Field.text());
  }

  private static Sampling say(String text, int tokensMax) {
    return Sampling.of(tokensMax, SamplingMessage.user(text));
  }

  private static String text(ElicitResult answer, String field) {
    return answer.accepted() ? answer.content().path(field).asText() : "nobody";
  }
}
