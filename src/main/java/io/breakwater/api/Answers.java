package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The answers to several questions, each under the key of its question.
 *
 * <p>Immutable.
 */
public final class Answers {
  private final Map<String, Object> byKey;

  private Answers(Map<String, Object> byKey) {
    this.byKey = byKey;
  }

  /**
   * Reads what the client has answered so far. Fails with {@link InputNeeded} for the questions without an answer, with
   * {@link InvalidAnswer} for an answer that is none. Answers that were not asked for are ignored.
   */
  public static Future<Answers> read(
      Map<String, ? extends Question> questions, Map<String, JsonNode> given) {
    Map<String, Object> byKey = new LinkedHashMap<>();
    Map<String, Question> open = new LinkedHashMap<>();
    for (Map.Entry<String, ? extends Question> entry : questions.entrySet()) {
      String key = entry.getKey();
      JsonNode answer = given.get(key);
      if (answer == null) {
        open.put(key, entry.getValue());
        continue;
      }
      try {
        byKey.put(key, entry.getValue().read(answer));
      } catch (InvalidAnswer e) {
        return Future.failedFuture(
            new InvalidAnswer("inputResponses." + Names.clip(key) + ": " + e.getMessage()));
      }
    }
    return open.isEmpty()
        ? Future.succeededFuture(new Answers(byKey))
        : Future.failedFuture(new InputNeeded(open));
  }

  /** @throws IllegalArgumentException when no elicitation was asked under this key */
  public ElicitResult elicited(String key) {
    return require(key, ElicitResult.class);
  }

  /** @throws IllegalArgumentException when no sampling was asked under this key */
  public SampleResult sampled(String key) {
    return require(key, SampleResult.class);
  }

  /** @throws IllegalArgumentException when no roots were asked for under this key */
  public List<Root> roots(String key) {
    List<?> roots = require(key, List.class);
    return roots.stream().map(Root.class::cast).toList();
  }

  private <T> T require(String key, Class<T> type) {
    Object answer = byKey.get(key);
    if (!type.isInstance(answer)) {
      throw new IllegalArgumentException("answers: '" + key + "' was not asked as such");
    }
    return type.cast(answer);
  }
}
