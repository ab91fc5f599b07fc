package io.breakwater.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.api.Completer;
import io.breakwater.api.Prompt;
import io.breakwater.api.PromptArgument;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A prompt written in Java.
 *
 * <p>Thread-safe.
 */
final class LocalPrompt implements PromptOffer {
  private final Prompt prompt;
  private final Works works;
  private final Completers completers;
  private final ObjectNode definition;

  LocalPrompt(Prompt prompt, Works works) {
    this.prompt = prompt;
    this.works = works;
    this.completers = completers(prompt);
    this.definition = prompt.definition();
  }

  private static Completers completers(Prompt prompt) {
    Map<String, Completer> byName = new HashMap<>();
    for (PromptArgument argument : prompt.arguments()) {
      Completer completer = argument.completer();
      if (completer != null) {
        byName.put(argument.name(), completer);
      }
    }
    return new Completers(
        prompt.arguments().stream().map(PromptArgument::name).collect(Collectors.toSet()), byName);
  }

  @Override
  public String name() {
    return prompt.name();
  }

  @Override
  public ObjectNode definition() {
    return definition;
  }

  @Override
  public Future<Outcome> get(ObjectNode arguments, Call call) {
    Map<String, String> given = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      if (!argument.getValue().isTextual()) {
        return refused(argument.getKey(), "not a string");
      }
      given.put(argument.getKey(), argument.getValue().textValue());
    }
    for (PromptArgument argument : prompt.arguments()) {
      if (argument.required() && !given.containsKey(argument.name())) {
        return refused(argument.name(), "missing");
      }
    }
    return works
        .run(prompt.work(), Collections.unmodifiableMap(given), call)
        .<Outcome>map(result -> new Outcome.Complete(result.json()))
        .recover(failure -> Failures.ofPrompt(name(), failure, call));
  }

  private static Future<Outcome> refused(String argument, String why) {
    return Future.failedFuture(Refusal.invalidParams(
        "params.arguments." + Refusal.clip(argument) + ": " + why + " (expected: a string)"));
  }

  @Override
  public Future<Outcome> complete(
      String argument, String value, Map<String, String> known, Call call) {
    return completers.complete(argument, value, known, call);
  }
}
