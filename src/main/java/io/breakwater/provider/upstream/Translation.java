package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.client.Answers;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one round at a server means to a caller, and what the state is that the caller brings back.
 *
 * <p>A server of the stateless revision may use its keys anew in each round, while a caller's answers are collected over
 * all of them: so a key that was used before gets another name on this side, and only the answers to the last questions go
 * to the server.
 *
 * <p>Immutable.
 *
 * @param server its name, for messages
 * @param used keys of earlier rounds, as the caller knows them
 * @param pin the connection of a pool that serves all rounds, or -1
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">2026-07-28, Multi
 *     Round-Trip Requests</a>
 */
record Translation(String server, Set<String> used, int pin) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String HELD = "held";
  private static final String KEYS = "keys";
  private static final String USED = "used";
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
    Set<String> used = new LinkedHashSet<>();
    if (state != null) {
      state.path(USED).forEach(key -> used.add(key.asText()));
    }
    return new Translation(server, used, pin);
  }

  /** What a caller can be asked, of what it has declared. */
  static ObjectNode declared(ObjectNode capabilities) {
    return JSON.objectNode()
        .<ObjectNode>setAll(capabilities)
        .retain("elicitation", "sampling", "roots");
  }

  /** Everything that a caller can be asked. */
  static ObjectNode everything() {
    ObjectNode capabilities = whoever();
    capabilities.putObject("roots");
    return capabilities;
  }

  /** What can be asked of whoever may come: roots are one caller's own. */
  static ObjectNode whoever() {
    ObjectNode capabilities = JSON.objectNode();
    ObjectNode elicitation = capabilities.putObject("elicitation");
    elicitation.putObject("form");
    elicitation.putObject("url");
    capabilities.putObject("sampling").putObject("tools");
    return capabilities;
  }

  /** The parameters of this round at a server of the stateless revision. */
  ObjectNode params(ObjectNode first, Call call) {
    JsonNode before = call.state();
    ObjectNode params = JSON.objectNode().setAll(first);
    ObjectNode responses = JSON.objectNode();
    if (before == null) {
      // Given before anything was asked: the server sees what it can do with it.
      call.answers().forEach(responses::set);
      return responses.isEmpty() ? first : params.set("inputResponses", responses);
    }
    before.path(KEYS).properties().forEach(key -> {
      JsonNode answer = call.answers().get(key.getKey());
      if (answer != null) {
        responses.set(
            key.getValue().asText(),
            answer instanceof ObjectNode given ? Meta.ofResult(given) : answer);
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
    ObjectNode state = JSON.objectNode().put(PIN, pin);
    ObjectNode keys = state.putObject(KEYS);
    Set<String> now = new LinkedHashSet<>(used);
    for (Map.Entry<String, JsonNode> asked : result.path("inputRequests").properties()) {
      Method method = Method.of(asked.getValue().path("method").asText());
      if (method == null || !Answers.QUESTIONS.contains(method)) {
        return Future.failedFuture(Failures.unavailable(
            server, "it asked something that is no question of the protocol", true));
      }
      ObjectNode params =
          asked.getValue().get("params") instanceof ObjectNode given ? given : JSON.objectNode();
      String ours = unused(asked.getKey(), now);
      now.add(ours);
      keys.put(ours, asked.getKey());
      requests.put(ours, new Outcome.InputRequest(method, params));
    }
    ArrayNode all = state.putArray(USED);
    now.forEach(all::add);
    if (result.has("requestState")) {
      state.set(STATE, result.get("requestState"));
    }
    return Future.succeededFuture(new Outcome.InputRequired(requests, state));
  }

  private static String unused(String key, Set<String> used) {
    String name = key;
    for (int i = 2; used.contains(name); i++) {
      name = key + "~" + i;
    }
    return name;
  }
}
