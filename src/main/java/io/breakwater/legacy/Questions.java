package io.breakwater.legacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Cancelled;
import io.breakwater.dispatch.Clock;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Notifications;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests of the server to the client of one session that wait for an answer.
 *
 * <p>Confined to the loop of its session.
 */
final class Questions {
  private final LegacyShape shape;
  private final SessionSettings settings;
  private final Clock clock;
  private final Map<RequestId, Promise<JsonNode>> waiting = new HashMap<>();
  private long next;

  Questions(LegacyShape shape, SessionSettings settings, Clock clock) {
    this.shape = shape;
    this.settings = settings;
    this.clock = clock;
  }

  /** Asks all of them at once. The future has the answers by their keys, or fails with the first that went wrong. */
  Future<Map<String, JsonNode>> ask(Running running, Map<String, Outcome.InputRequest> requests) {
    if (waiting.size() + requests.size() > settings.questionsMax()) {
      return Future.failedFuture(Refusal.of(
          200,
          ErrorCodes.INTERNAL_ERROR,
          "Too many requests to this client wait for an answer: " + settings.questionsMax()
              + " (sessions.questionsMax)"));
    }
    Map<String, JsonNode> answers = new HashMap<>();
    List<Future<JsonNode>> all = requests.entrySet().stream()
        .map(entry ->
            ask(running, entry.getValue()).onSuccess(answer -> answers.put(entry.getKey(), answer)))
        .toList();
    return Future.all(all).map(ignored -> answers);
  }

  private Future<JsonNode> ask(Running running, Outcome.InputRequest request) {
    RequestId id = RequestId.of("breakwater-" + ++next);
    Promise<JsonNode> promise = Promise.promise();
    waiting.put(id, promise);
    Clock.Timer timer = clock.after(settings.questionMs(), () -> {
      withdraw(running, id);
      promise.tryFail(Refusal.of(
          200,
          ErrorCodes.INTERNAL_ERROR,
          "The client did not answer " + request.method().wireName() + " within "
              + settings.questionMs() + " ms (limits.questionMs)"));
    });
    running.whenCancelled(() -> {
      if (promise.tryFail(new Cancelled())) {
        withdraw(running, id);
      }
    });
    try {
      running
          .reply()
          .ask(new Message.Request(id, request.method().wireName(), shape.question(request)));
    } catch (Refusal refusal) {
      promise.tryFail(refusal);
    }
    return promise.future().onComplete(done -> {
      timer.cancel();
      waiting.remove(id);
    });
  }

  private static void withdraw(Running running, RequestId id) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.set("requestId", id.node());
    running.reply().send(new Message.Notification(Notifications.CANCELLED, params));
  }

  /** Takes what the client says; what nobody waits for is dropped. */
  void answered(Message.Result result) {
    Promise<JsonNode> promise = waiting.get(result.id());
    if (promise != null) {
      promise.tryComplete(result.result());
    }
  }

  /** Takes the client's refusal to answer. */
  void refused(Message.Failure failure) {
    Promise<JsonNode> promise = failure.id() == null ? null : waiting.get(failure.id());
    if (promise != null) {
      promise.tryFail(Refusal.of(
          200,
          ErrorCodes.INTERNAL_ERROR,
          "The client answered with an error: " + Refusal.clip(failure.error().message())));
    }
  }

  int size() {
    return waiting.size();
  }

  void close() {
    List.copyOf(waiting.values()).forEach(promise -> promise.tryFail(new Cancelled()));
  }
}
