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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The requests of the server to the client of one session that wait for an answer. Those of one round belong together:
 * the first that goes wrong takes back the others.
 *
 * <p>Confined to the loop of its session.
 */
final class Questions {
  private final LegacyShape shape;
  private final SessionStreams streams;
  private final SessionSettings settings;
  private final Clock clock;
  private final Map<RequestId, Round> waiting = new HashMap<>();
  private long next;

  Questions(LegacyShape shape, SessionStreams streams, SessionSettings settings, Clock clock) {
    this.shape = shape;
    this.streams = streams;
    this.settings = settings;
    this.clock = clock;
  }

  /** A question that is out. */
  private record Asked(String key, String method, SessionStream stream) {}

  /** Asks all of them at once. The future has the answers by their keys, or fails with the first that went wrong. */
  Future<Map<String, JsonNode>> ask(Running running, Map<String, Outcome.InputRequest> requests) {
    if (requests.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    if (waiting.size() + requests.size() > settings.questionsMax()) {
      return Future.failedFuture(Refusal.of(
          200,
          ErrorCodes.INTERNAL_ERROR,
          "Too many requests to this client wait for an answer: " + settings.questionsMax()
              + " (sessions.questionsMax)"));
    }
    // All or none: what cannot be asked is found before the first goes out.
    Map<String, Message.Request> questions = new LinkedHashMap<>();
    requests.forEach((key, request) -> questions.put(key, question(request)));
    Round round = new Round();
    running.asking(() -> round.fail(new Cancelled()));
    try {
      questions.forEach((key, question) -> round.ask(running.reply(), key, question));
    } catch (RuntimeException e) {
      round.fail(e);
    }
    return round.promise.future();
  }

  private Message.Request question(Outcome.InputRequest request) {
    return new Message.Request(
        RequestId.of("breakwater-" + ++next), request.method().wireName(), shape.question(request));
  }

  /** Takes what the client says; what nobody waits for is dropped. */
  void answered(Message.Result result) {
    Round round = waiting.get(result.id());
    if (round != null) {
      round.answered(result);
    }
  }

  /** Takes the client's refusal to answer. */
  void refused(Message.Failure failure) {
    RequestId id = failure.id();
    Round round = id == null ? null : waiting.get(id);
    if (id != null && round != null) {
      round.refused(id, failure.error().message());
    }
  }

  void close() {
    List.copyOf(waiting.values()).forEach(round -> round.fail(new Cancelled()));
  }

  /** The questions of one round. */
  private final class Round {
    final Promise<Map<String, JsonNode>> promise = Promise.promise();
    private final Map<RequestId, Asked> open = new LinkedHashMap<>();
    private final Map<String, JsonNode> answers = new HashMap<>();
    private final Clock.Timer timer = clock.after(settings.questionMs(), this::expire);

    void ask(PostReply reply, String key, Message.Request question) {
      SessionStream stream = reply.ask(question);
      open.put(question.id(), new Asked(key, question.method(), stream));
      waiting.put(question.id(), this);
    }

    void answered(Message.Result result) {
      Asked asked = close(result.id());
      answers.put(asked.key(), result.result());
      if (open.isEmpty()) {
        timer.cancel();
        promise.tryComplete(answers);
      }
    }

    void refused(RequestId id, String message) {
      var unused = close(id);
      fail(Refusal.of(
          200,
          ErrorCodes.INTERNAL_ERROR,
          "The client answered with an error: " + Refusal.clip(message)));
    }

    private void expire() {
      fail(Refusal.of(
          200,
          ErrorCodes.INTERNAL_ERROR,
          "The client did not answer " + open.values().iterator().next().method() + " within "
              + settings.questionMs() + " ms (limits.questionMs)"));
    }

    private Asked close(RequestId id) {
      waiting.remove(id);
      return Objects.requireNonNull(open.remove(id));
    }

    /** Tells the client that nobody waits for the rest, and ends the round. */
    void fail(RuntimeException why) {
      timer.cancel();
      List.copyOf(open.keySet()).forEach(id -> withdraw(id, close(id).stream()));
      promise.tryFail(why);
    }

    private void withdraw(RequestId id, SessionStream stream) {
      ObjectNode params = JsonNodeFactory.instance.objectNode();
      params.set("requestId", id.node());
      streams.send(stream, new Message.Notification(Notifications.CANCELLED, params));
    }
  }
}
