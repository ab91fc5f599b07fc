package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.client.Answers;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one round at a server means to a caller, and what the state is that the caller brings back.
 *
 * <p>A server of the stateless revision uses its keys anew in each round, while a caller's answers are collected over all
 * of them: so a key is told with the number of its round, and only the answers of the last round go to the server.
 *
 * <p>Immutable.
 *
 * @param server its name, for messages
 * @param number of this round, from 1
 * @param pin the connection of a pool that serves all rounds, or -1
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">2026-07-28, Multi
 *     Round-Trip Requests</a>
 */
record Translation(String server, int number, int pin) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String HELD = "held";
  private static final String NUMBER = "round";
  private static final String PIN = "pin";
  private static final String STATE = "state";

  /** The state of a request that is held under this name. */
  static ObjectNode held(String name) {
    return JSON.objectNode().put(HELD, name);
  }

  /** The name under which the request of this state is held, or null. */
  static @Nullable String held(@Nullable JsonNode state) {
    return state == null ? null : state.path(HELD).textValue();
  }

  /** The connection of a pool that has to serve this round, or -1 for any. */
  static int pin(@Nullable JsonNode state) {
    return state == null ? -1 : state.path(PIN).asInt(-1);
  }

  /** The round of a caller that brings this state. */
  static Translation of(String server, @Nullable JsonNode state, int pin) {
    return new Translation(server, state == null ? 1 : state.path(NUMBER).asInt(0) + 1, pin);
  }

  /** What a caller can be asked, of what it has declared. */
  static ObjectNode declared(ObjectNode capabilities) {
    return JSON.objectNode()
        .<ObjectNode>setAll(capabilities)
        .retain("elicitation", "sampling", "roots");
  }

  /** The parameters of this round. */
  ObjectNode params(ObjectNode first, Call call) {
    JsonNode before = call.state();
    if (before == null) {
      return first;
    }
    ObjectNode params = JSON.objectNode().setAll(first);
    ObjectNode responses = JSON.objectNode();
    String prefix = prefix(number - 1);
    call.answers().forEach((key, answer) -> {
      if (key.startsWith(prefix)) {
        responses.set(key.substring(prefix.length()), answer);
      }
    });
    if (!responses.isEmpty()) {
      params.set("inputResponses", responses);
    }
    if (before.has(STATE)) {
      params.set("requestState", before.get(STATE));
    }
    return params;
  }

  private static String prefix(int round) {
    return "r" + round + ".";
  }

  /** What came of this round. */
  Future<Outcome> outcome(AsyncResult<ObjectNode> answer) {
    if (answer.failed()) {
      return Failures.failed(server, answer.cause());
    }
    ObjectNode result = answer.result();
    return result.path("resultType").asText().equals("input_required")
        ? question(result)
        : Future.succeededFuture(complete(result));
  }

  private static Outcome complete(ObjectNode result) {
    ObjectNode passed = JSON.objectNode().setAll(Meta.ofResult(result));
    JsonNode ttlMs = passed.path("ttlMs");
    boolean hinted = passed.has("resultType") && ttlMs.canConvertToLong() && ttlMs.asLong() >= 0;
    Outcome.CacheHint hint = hinted
        ? new Outcome.CacheHint(
            ttlMs.asLong(), passed.path("cacheScope").asText().equals("public"))
        : null;
    if (passed.has("resultType")) {
      passed.remove(java.util.List.of("resultType", "ttlMs", "cacheScope"));
    }
    return new Outcome.Complete(passed, hint);
  }

  private Future<Outcome> question(ObjectNode result) {
    Map<String, Outcome.InputRequest> requests = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> asked : result.path("inputRequests").properties()) {
      Method method = Method.of(asked.getValue().path("method").asText());
      if (method == null || !Answers.QUESTIONS.contains(method)) {
        return Future.failedFuture(Failures.unavailable(
            server, "it asked something that is no question of the protocol", true));
      }
      ObjectNode params =
          asked.getValue().get("params") instanceof ObjectNode given ? given : JSON.objectNode();
      requests.put(prefix(number) + asked.getKey(), new Outcome.InputRequest(method, params));
    }
    ObjectNode state = JSON.objectNode().put(NUMBER, number).put(PIN, pin);
    if (result.has("requestState")) {
      state.set(STATE, result.get("requestState"));
    }
    return Future.succeededFuture(new Outcome.InputRequired(requests, state));
  }
}
