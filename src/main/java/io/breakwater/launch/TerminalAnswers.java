package io.breakwater.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.Answers;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks whoever sits at the terminal what a server wants to know: a form field by field, or whether a page may be opened.
 * The end of the input cancels. Where nobody sits, everything is declined, and that is said.
 *
 * <p>One question at a time, on a worker thread. Thread-safe.
 */
final class TerminalAnswers implements Answers {
  private final Vertx vertx;
  private final @Nullable BufferedReader in;
  private final PrintStream err;

  /**
   * @param in what is typed, or null when nobody types
   * @param err where questions are written
   */
  TerminalAnswers(Vertx vertx, @Nullable BufferedReader in, PrintStream err) {
    this.vertx = vertx;
    this.in = in;
    this.err = err;
  }

  @Override
  public ObjectNode capabilities() {
    ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
    ObjectNode elicitation = capabilities.putObject("elicitation");
    elicitation.putObject("form");
    elicitation.putObject("url");
    return capabilities;
  }

  @Override
  public Future<ObjectNode> answer(Question question) {
    if (question.method() != Method.ELICITATION_CREATE) {
      return Future.failedFuture("only elicitation is answered");
    }
    BufferedReader typed = in;
    if (typed == null) {
      say(question);
      err.println("Declined: there is no terminal to ask at.");
      return Future.succeededFuture(action("decline"));
    }
    boolean page = question.params().path("mode").asText().equals("url");
    // All that is written of a question is written there, where only one is worked on at a time.
    return vertx.executeBlocking(() -> {
      say(question);
      return page ? page(question.params(), typed) : form(question.params(), typed);
    });
  }

  private void say(Question question) {
    err.println();
    err.println("The server asks: "
        + TerminalText.block(question.params().path("message").asText(), 10_000));
  }

  private ObjectNode page(ObjectNode params, BufferedReader typed) throws IOException {
    err.println("It wants you to open this page: "
        + TerminalText.line(params.path("url").asText(), 2_000));
    return action(consent("Open it yourself, if you trust it, and then say", typed));
  }

  private ObjectNode form(ObjectNode params, BufferedReader typed) throws IOException {
    JsonNode schema = params.path("requestedSchema");
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    schema
        .path("properties")
        .fieldNames()
        .forEachRemaining(name -> err.println("  " + TerminalText.line(name, 100)));
    String action = consent("Answer it", typed);
    ObjectNode answer = action(action);
    if (!action.equals("accept")) {
      return answer;
    }
    ObjectNode content = answer.putObject("content");
    for (var property : schema.path("properties").properties()) {
      FormField field = new FormField(
          property.getKey(), property.getValue(), required.contains(property.getKey()));
      if (!fill(field, content, typed)) {
        return action("cancel");
      }
    }
    return answer;
  }

  /** Asks until the answer is right; false when the input has ended. */
  private boolean fill(FormField field, ObjectNode content, BufferedReader typed)
      throws IOException {
    while (true) {
      @Nullable String line = ask(field.prompt(), typed);
      if (line == null) {
        return false;
      }
      @Nullable JsonNode value = line.isEmpty() ? field.fallback() : field.parse(line);
      if (value != null) {
        content.set(field.name(), value);
        return true;
      }
      if (line.isEmpty() && !field.required()) {
        return true;
      }
      err.println("  expected: " + field.expected());
    }
  }

  private String consent(String what, BufferedReader typed) throws IOException {
    while (true) {
      @Nullable String line = ask(what + " (yes, no, cancel): ", typed);
      if (line == null) {
        return "cancel";
      }
      switch (line.toLowerCase(Locale.ROOT)) {
        case "y", "yes" -> {
          return "accept";
        }
        case "n", "no" -> {
          return "decline";
        }
        case "c", "cancel" -> {
          return "cancel";
        }
        default -> err.println("  expected: yes, no or cancel");
      }
    }
  }

  private @Nullable String ask(String prompt, BufferedReader typed) throws IOException {
    err.print(prompt);
    err.flush();
    @Nullable String line = typed.readLine();
    return line == null ? null : line.strip();
  }

  private static ObjectNode action(String action) {
    return JsonNodeFactory.instance.objectNode().put("action", action);
  }
}
