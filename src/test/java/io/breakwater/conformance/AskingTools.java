package io.breakwater.conformance;

import io.breakwater.api.Description;
import io.breakwater.api.ElicitResult;
import io.breakwater.api.Elicitation;
import io.breakwater.api.Field;
import io.breakwater.api.Sampling;
import io.breakwater.api.SamplingMessage;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tools that ask the client, as the suite calls them in a session. */
final class AskingTools {
  record Prompted(
      @Description("The prompt to send to the LLM") String prompt) {}

  record Told(@Description("The message to show the user") String message) {}

  private AskingTools() {}

  static List<Tool> all() {
    return List.of(
        sampling(), elicitation(), defaults(), choices(), missingCapability(), streaming());
  }

  private static Tool sampling() {
    return Tool.of("test_sampling", Prompted.class)
        .description("Asks the client's model")
        .handler((input, call) -> call.sample(
                "sample", Sampling.of(100, SamplingMessage.user(input.prompt())))
            .map(answer -> ToolResult.text("LLM response: " + answer.text())));
  }

  private static Tool elicitation() {
    return Tool.of("test_elicitation", Told.class)
        .description("Asks the user")
        .handler((input, call) -> call.elicit(
                "user",
                Elicitation.form(input.message())
                    .with("username", Field.text().description("User's response"))
                    .with("email", Field.text().description("User's email address")))
            .map(answer -> told("User response", answer)));
  }

  private static Tool defaults() {
    Elicitation form = Elicitation.form("Please review and update the form fields with defaults")
        .with("name", Field.text().defaultValue("John Doe").optional())
        .with("age", Field.integer().defaultValue(30).optional())
        .with("score", Field.number().defaultValue(95.5).optional())
        .with(
            "status",
            Field.choice(List.of("active", "inactive", "pending"))
                .defaultValue("active")
                .optional())
        .with("verified", Field.flag().defaultValue(true).optional());
    return Tool.of("test_elicitation_sep1034_defaults")
        .description("Asks the user with a form that is filled in")
        .handler((input, call) ->
            call.elicit("form", form).map(answer -> told("Elicitation completed", answer)));
  }

  private static Tool choices() {
    List<String> options = List.of("option1", "option2", "option3");
    Elicitation form = Elicitation.form("Please select options from the enum fields")
        .with("untitledSingle", Field.choice(options))
        .with(
            "titledSingle",
            Field.choice(titles("value", "First Option", "Second Option", "Third Option")))
        .with(
            "legacyEnum",
            Field.legacyChoice(titles("opt", "Option One", "Option Two", "Option Three")))
        .with("untitledMulti", Field.choices(options).min(1).max(3))
        .with(
            "titledMulti",
            Field.choices(titles("value", "First Choice", "Second Choice", "Third Choice")));
    return Tool.of("test_elicitation_sep1330_enums")
        .description("Asks the user with every kind of choice")
        .handler((input, call) ->
            call.elicit("form", form).map(answer -> told("Elicitation completed", answer)));
  }

  /** Called by a client that declared nothing. */
  private static Tool missingCapability() {
    return Tool.of("test_missing_capability")
        .description("Needs a client with a model")
        .handler((input, call) -> call.sample(
                "sample", Sampling.of(100, SamplingMessage.user("Say hello")))
            .map(answer -> ToolResult.text(answer.text())));
  }

  /** Must not put the question on the stream as a request. */
  private static Tool streaming() {
    return Tool.of("test_streaming_elicitation")
        .description("Asks the user for a confirmation")
        .handler((input, call) -> call.elicit(
                "confirm", Elicitation.form("Go on").with("ok", Field.flag()))
            .map(answer -> told("Elicitation completed", answer)));
  }

  private static Map<String, String> titles(String value, String... titles) {
    Map<String, String> byValue = new LinkedHashMap<>();
    for (String title : titles) {
      byValue.put(value + (byValue.size() + 1), title);
    }
    return byValue;
  }

  private static ToolResult told(String what, ElicitResult answer) {
    return ToolResult.text(what + ": action=" + answer.action().name().toLowerCase(Locale.ROOT)
        + ", content=" + answer.content());
  }
}
