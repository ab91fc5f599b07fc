package io.breakwater.api;

import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Suggests values for an argument of a prompt or a variable of a resource template. It cannot ask the client. */
@FunctionalInterface
public interface Completer {

  /**
   * Suggests values.
   *
   * @param value what the user has typed so far
   * @param known the other arguments that are filled in already
   */
  Future<Completion> complete(String value, Map<String, String> known, Call call);

  /** Those of the given values that start with what was typed, without regard to case. */
  static Completer among(List<String> values) {
    List<String> all = List.copyOf(values);
    return (value, known, call) -> {
      String start = value.toLowerCase(Locale.ROOT);
      return Future.succeededFuture(Completion.of(all.stream()
          .filter(candidate -> candidate.toLowerCase(Locale.ROOT).startsWith(start))
          .toList()));
    };
  }
}
