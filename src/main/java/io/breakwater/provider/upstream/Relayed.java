package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.api.LogLevel;
import io.breakwater.client.Answers;
import io.breakwater.client.ClientCall;
import io.breakwater.client.Peer;
import io.breakwater.client.RequestOptions;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request of a caller at a server. What the server says on the way goes to the caller; what it asks ends the round of
 * the caller with a wish for input, and the request is held at the server until the caller comes back with the answers.
 *
 * <pre>
 * ROUND -- the server answers ------> DONE
 * ROUND -- the server asks ---------> HELD    (the caller reads input-required)
 * HELD  -- the caller comes back ---> ROUND
 * HELD  -- heldMs, or it will not --> DONE    (taken back)
 * ROUND -- the caller cancels ------> DONE    (taken back)
 * </pre>
 *
 * <p>A server of the stateless revision asks by its answer, and nothing is held: see {@link Translation}.
 *
 * <p>Confined to the loop of its server.
 */
final class Relayed {
  private static final String GONE = "nobody waits for the answer any more";

  private final Upstream server;
  private final Connection connection;
  private final Translation translation;
  private final Map<String, Asked> open = new LinkedHashMap<>();
  private @Nullable Round round;
  private @Nullable ClientCall sent;
  private @Nullable AsyncResult<ObjectNode> answer;
  private @Nullable String heldAs;
  private long holdTimer = -1;
  private long aliveTimer = -1;
  private int questions;
  private boolean released;
  private boolean over;

  /** What a caller waits for now. */
  private record Round(Call call, Promise<Outcome> promise) {}

  /** A question without an answer. */
  private record Asked(Outcome.InputRequest request, Promise<ObjectNode> promise) {}

  Relayed(Upstream server, Connection connection, Translation translation) {
    this.server = server;
    this.connection = connection;
    this.translation = translation;
  }

  /** Makes the request. */
  Future<Outcome> begin(Method method, ObjectNode params, Call call) {
    connection.taken();
    Future<Outcome> outcome = round(call);
    connection
        .connect()
        .onSuccess(peer -> send(peer, method, params, call))
        .onFailure(failure -> answered(Future.failedFuture(failure)));
    return outcome;
  }

  private Future<Outcome> round(Call call) {
    Promise<Outcome> promise = Promise.promise();
    Round begun = new Round(call, promise);
    round = begun;
    call.onCancel(() -> server.onLoop(() -> cancelled(begun)));
    return promise.future();
  }

  private void send(Peer peer, Method method, ObjectNode params, Call call) {
    if (over) {
      return;
    }
    LogLevel level = call.logLevel();
    RequestOptions options = RequestOptions.DEFAULTS
        .within(server.entry().callMs(), 0)
        .onProgress(this::progressed)
        .asking(
            new RequestOptions.Asking(new CallersAnswers(declared(peer, call)), owner(call), true))
        .with(server.headers(call));
    if (level != null) {
      connection.wantLog(level);
      options = options.onLog(level.wireName(), this::logged);
    }
    ClientCall made = connection.start(
        method, peer.modern() ? translation.params(params, call) : params, options);
    sent = made;
    stayAlive();
    made.answer().onComplete(this::answered);
  }

  /** What a caller of the stateless revision has not declared is told to itself, when a server with a handshake asks it. */
  private static ObjectNode declared(Peer peer, Call call) {
    return peer.modern() || call.session() != null
        ? Translation.declared(call.clientCapabilities())
        : Translation.everything();
  }

  private static Object owner(Call call) {
    Object session = call.session();
    return session == null ? call : session;
  }

  /** A server may be given more time than a request without progress has here. */
  private void stayAlive() {
    long limitMs = server.context().options().limits().callMs();
    if (server.entry().callMs() > limitMs) {
      aliveTimer = server.context().vertx().setPeriodic(Math.max(1, limitMs / 2), again -> {
        if (round != null) {
          round.call().alive();
        }
      });
    }
  }

  private void progressed(ObjectNode params) {
    if (round != null && params.path("progress").isNumber()) {
      JsonNode total = params.path("total");
      JsonNode message = params.path("message");
      round
          .call()
          .progress(
              params.path("progress").doubleValue(),
              total.isNumber() ? total.doubleValue() : null,
              message.isTextual() ? message.textValue() : null);
    }
  }

  private void logged(ObjectNode params) {
    LogLevel level = LogLevel.of(params.path("level").textValue());
    if (round != null && level != null) {
      JsonNode data = params.path("data");
      round
          .call()
          .log(
              level,
              params.path("logger").textValue(),
              data.isMissingNode() ? JsonNodeFactory.instance.nullNode() : data);
    }
  }

  /** The server, or whatever stands before it, has come to an end with the request. */
  private void answered(AsyncResult<ObjectNode> done) {
    if (over || answer != null) {
      return;
    }
    answer = done;
    open.values().forEach(asked -> asked.promise().tryFail(GONE));
    open.clear();
    // Whoever takes the server away waits for it, not for a caller who may never come back.
    release();
    if (round != null) {
      finish(round, done);
    }
  }

  private void finish(Round waiting, AsyncResult<ObjectNode> done) {
    end();
    translation.outcome(done).onComplete(waiting.promise());
  }

  /** What the server asks in the middle of the request: goes out with what else it asks in the same moment. */
  private Future<ObjectNode> ask(Answers.Question question) {
    Promise<ObjectNode> promise = Promise.promise();
    if (over) {
      return Future.failedFuture(GONE);
    }
    open.put(
        "q" + ++questions,
        new Asked(new Outcome.InputRequest(question.method(), question.params()), promise));
    server.later(this::hold);
    return promise.future();
  }

  private void hold() {
    Round asking = round;
    if (asking == null || open.isEmpty()) {
      return;
    }
    HeldCalls held = server.context().held();
    String name = held.hold(this);
    if (name == null) {
      takeBack();
      asking
          .promise()
          .tryFail(Failures.unavailable(
              server.entry().name(),
              "it asked something, and the request cannot be held open meanwhile: " + held.max()
                  + " are (gateway.heldMax)",
              true));
      return;
    }
    heldAs = name;
    round = null;
    long heldMs = server.context().bounds().heldMs();
    holdTimer = server.context().vertx().setTimer(heldMs, passed -> dropped());
    Map<String, Outcome.InputRequest> requests = new LinkedHashMap<>();
    open.forEach((key, asked) -> requests.put(key, asked.request()));
    asking
        .promise()
        .tryComplete(new Outcome.InputRequired(
            requests, Translation.held(name), () -> server.onLoop(this::dropped)));
  }

  /** The caller comes back for a request that was held, with answers or without; on whatever loop. */
  Future<Outcome> comeBack(Call call) {
    // Its own server: the entry may have been started anew meanwhile.
    return server.onLoop(() -> resume(call));
  }

  private Future<Outcome> resume(Call call) {
    heldAs = null;
    server.context().vertx().cancelTimer(holdTimer);
    Future<Outcome> outcome = round(call);
    if (answer != null && round != null) {
      finish(round, answer);
      return outcome;
    }
    for (String key : List.copyOf(open.keySet())) {
      if (call.answers().get(key) instanceof ObjectNode given) {
        Asked asked = open.remove(key);
        if (asked != null) {
          asked.promise().tryComplete(Meta.ofResult(given));
        }
      }
    }
    // What was not answered is asked once more.
    server.later(this::hold);
    return outcome;
  }

  @SuppressWarnings("ReferenceEquality") // the very round that is still open
  private void cancelled(Round cancelled) {
    if (round == cancelled) {
      takeBack();
    }
  }

  /** The caller does not come back. */
  private void dropped() {
    if (heldAs != null && server.context().held().take(heldAs) == this) {
      heldAs = null;
      takeBack();
    }
  }

  private void takeBack() {
    end();
    open.values().forEach(asked -> asked.promise().tryFail(GONE));
    open.clear();
    if (sent != null) {
      sent.cancel(GONE);
    }
  }

  private void end() {
    if (!over) {
      over = true;
      round = null;
      server.context().vertx().cancelTimer(holdTimer);
      server.context().vertx().cancelTimer(aliveTimer);
      release();
    }
  }

  private void release() {
    if (!released) {
      released = true;
      connection.released();
    }
  }

  /** Asks whoever makes the request. */
  private final class CallersAnswers implements Answers {
    private final ObjectNode capabilities;

    CallersAnswers(ObjectNode capabilities) {
      this.capabilities = capabilities;
    }

    @Override
    public ObjectNode capabilities() {
      return capabilities;
    }

    /** The caller has seen the form. */
    @Override
    public boolean verbatim() {
      return true;
    }

    @Override
    public Future<ObjectNode> answer(Question question) {
      return ask(question);
    }
  }
}
