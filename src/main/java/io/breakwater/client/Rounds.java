package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A request to a server of the stateless revision that may want input first: what it asks is answered, all of one round at a
 * time, and the request is sent again with the answers and the state that the server gave.
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">2026-07-28, Multi
 *     Round-Trip Requests</a>
 */
final class Rounds {
  private static final Set<Method> ASKING =
      Set.of(Method.TOOLS_CALL, Method.PROMPTS_GET, Method.RESOURCES_READ);

  private final ClientContext context;
  private final Answers answers;
  private final Method method;
  private final Sending sending;
  private final Allowance time;

  /** Sends one round. */
  interface Sending {
    Future<Answered> send(ObjectNode params);
  }

  /** What came of one round. */
  record Answered(RequestId id, ObjectNode result) {}

  /** @param time of all rounds together, the answers to their questions included */
  Rounds(ClientContext context, Answers answers, Method method, Allowance time, Sending sending) {
    this.context = context;
    this.answers = answers;
    this.method = method;
    this.time = time;
    this.sending = sending;
  }

  /** @param passed whether a wish for input is what came of it */
  Future<ObjectNode> play(ObjectNode params, boolean passed) {
    return passed && ASKING.contains(method)
        ? sending.send(params).map(Answered::result)
        : round(params, params, 1);
  }

  private Future<ObjectNode> round(ObjectNode original, ObjectNode params, int number) {
    return sending.send(params).compose(answered -> {
      JsonNode type = answered.result().path("resultType");
      if (type.isMissingNode() || type.asText().equals("complete")) {
        return Future.succeededFuture(answered.result());
      }
      if (!type.asText().equals("input_required") || !ASKING.contains(method)) {
        return Future.failedFuture(ClientException.after(
            Kind.PROTOCOL,
            "a result of type \"" + Refusal.clip(type.asText().replaceAll("\\p{Cntrl}", " "))
                + "\" came for " + method.wireName() + " (expected: complete)"));
      }
      int max = context.options().client().roundsMax();
      if (number > max) {
        return Future.failedFuture(ClientException.after(
            Kind.LIMIT, "the server asked for input " + number + " times (client.roundsMax)"));
      }
      return ask(answered)
          .compose(given -> round(original, next(original, answered.result(), given), number + 1));
    });
  }

  private static ObjectNode next(ObjectNode original, ObjectNode asked, ObjectNode given) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().setAll(original);
    if (!given.isEmpty()) {
      params.set("inputResponses", given);
    }
    JsonNode state = asked.get("requestState");
    if (state != null) {
      params.set("requestState", state);
    }
    return params;
  }

  private Future<ObjectNode> ask(Answered answered) {
    JsonNode requests = answered.result().path("inputRequests");
    int max = context.options().client().questionsMax();
    if (requests.size() > max) {
      return Future.failedFuture(ClientException.after(
          Kind.LIMIT,
          "the server asked " + requests.size() + " questions at once (client.questionsMax: " + max
              + ")"));
    }
    Map<String, Future<ObjectNode>> asked = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> request : requests.properties()) {
      asked.put(request.getKey(), answer(request.getValue(), answered.id()));
    }
    Future<ObjectNode> given = Future.all(List.copyOf(asked.values())).map(all -> {
      ObjectNode collected = JsonNodeFactory.instance.objectNode();
      asked.forEach((key, answer) -> collected.set(key, answer.result()));
      return collected;
    });
    return inTime(given);
  }

  private Future<ObjectNode> inTime(Future<ObjectNode> given) {
    if (time.endless()) {
      return given;
    }
    return given
        .timeout(time.leftMs(), TimeUnit.MILLISECONDS)
        .recover(failure -> Future.failedFuture(
            failure instanceof TimeoutException
                ? ClientException.after(
                    Kind.TIMEOUT, "the questions of the server were not answered within " + time)
                : failure));
  }

  private Future<ObjectNode> answer(JsonNode request, RequestId about) {
    Method asked = Method.of(request.path("method").asText());
    if (asked == null || !Answers.QUESTIONS.contains(asked)) {
      return Future.failedFuture(ClientException.after(
          Kind.PROTOCOL, "the server asked something that is no question of the protocol"));
    }
    ObjectNode params = request.get("params") instanceof ObjectNode given
        ? given
        : JsonNodeFactory.instance.objectNode();
    Answers.Question question = new Answers.Question(asked, params, about);
    String undeclared = Questioning.undeclared(answers.capabilities(), question);
    return undeclared == null
        ? Questioning.answer(context, answers, question)
            .recover(failure -> Future.failedFuture(unanswered(failure)))
        : Future.failedFuture(ClientException.after(
            Kind.PROTOCOL, "the server asked what this client has not declared: " + undeclared));
  }

  private static ClientException unanswered(Throwable failure) {
    return failure instanceof ClientException why
        ? why
        : ClientException.after(Kind.CANCELLED, "a question of the server was not answered");
  }
}
