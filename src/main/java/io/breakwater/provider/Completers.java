package io.breakwater.provider;

import io.breakwater.api.Call;
import io.breakwater.api.Completer;
import io.breakwater.api.Completion;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Suggests values for the arguments of one prompt or template. An argument without a completer has no suggestions.
 *
 * <p>Thread-safe.
 */
final class Completers implements Completing {
  private final Set<String> arguments;
  private final Map<String, Completer> completers;

  Completers(Set<String> arguments, Map<String, Completer> completers) {
    this.arguments = Set.copyOf(arguments);
    this.completers = Map.copyOf(completers);
  }

  @Override
  public Future<Outcome> complete(
      String argument, String value, Map<String, String> known, Call call) {
    if (!arguments.contains(argument)) {
      return Future.failedFuture(Refusal.invalidParams(
          "params.argument.name: no such argument '" + Refusal.clip(argument) + "'"));
    }
    Completer completer = completers.get(argument);
    Future<Completion> completion = completer == null
        ? Future.succeededFuture(Completion.NONE)
        : ask(completer, value, known, call);
    return completion
        .<Outcome>map(values -> new Outcome.Complete(values.json()))
        .recover(failure -> Failures.ofCompletion(argument, failure, call));
  }

  private static Future<Completion> ask(
      Completer completer, String value, Map<String, String> known, Call call) {
    try {
      return Objects.requireNonNull(
          completer.complete(value, known, call), "the completer returned no future");
    } catch (Throwable e) {
      // An Error too: the caller waits for an answer, whatever happened to the completer.
      return Future.failedFuture(e);
    }
  }
}
