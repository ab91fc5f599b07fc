package io.breakwater.legacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Caller;
import io.breakwater.dispatch.Cancelled;
import io.breakwater.dispatch.Change;
import io.breakwater.dispatch.Clock;
import io.breakwater.dispatch.Dispatcher;
import io.breakwater.dispatch.Failures;
import io.breakwater.dispatch.Invocation;
import io.breakwater.era.Exchange;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import io.breakwater.spec.Notifications;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client and the server agreed on, and what goes on between them.
 *
 * <pre>
 * OPENING -- anything but silence --> OPEN -- DELETE, idle, shutdown --> CLOSED
 * OPENING -- openingMs of silence --> CLOSED
 * </pre>
 *
 * <p>Requests in flight are told apart by the exchange that brought them, not by their ids alone: a client that uses one
 * id twice at once gets two answers, each where it asked.
 *
 * <p>Confined to its loop.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">2025-11-25, Lifecycle</a>
 */
final class Session {
  private static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private final Context loop;
  private final Handshake handshake;
  private final Dispatcher dispatcher;
  private final Clock clock;
  private final SessionSettings settings;
  private final LegacyShape shape;
  private final SessionStreams streams;
  private final Questions questions;
  private final Caller caller;
  private final Runnable whenClosed;

  private final Map<RequestId, Deque<Running>> inFlight = new HashMap<>();
  private final Set<PostReply> replies = new HashSet<>();
  private final Set<String> subscriptions = new LinkedHashSet<>();
  private int inFlightCount;
  private String logLevel = "info";
  private boolean initialized;
  private boolean heard;
  private boolean closed;
  private long lastHeardMs;
  private Clock.Timer idleTimer;

  Session(
      Context loop,
      Handshake handshake,
      Dispatcher dispatcher,
      Clock clock,
      SessionSettings settings,
      Runnable whenClosed) {
    this.loop = loop;
    this.handshake = handshake;
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.settings = settings;
    this.whenClosed = whenClosed;
    this.shape = new LegacyShape(handshake.revision());
    this.streams = new SessionStreams(loop, handshake.revision(), settings);
    this.questions = new Questions(shape, settings, clock);
    this.caller = new Caller(
        handshake.capabilities(),
        handshake.clientInfo(),
        handshake.principal(),
        () -> logLevel,
        null);
    this.lastHeardMs = clock.nowMs();
    this.idleTimer = clock.after(settings.openingMs(), this::checkIdle);
  }

  Handshake handshake() {
    return handshake;
  }

  /** Takes what one POST brought; answers it now or later. */
  void post(Exchange exchange, List<Message> messages, boolean batch) {
    heard();
    int requests =
        (int) messages.stream().filter(Message.Request.class::isInstance).count();
    if (inFlightCount + requests > settings.inFlightMax()) {
      throw Refusal.of(
              429,
              ErrorCodes.INTERNAL_ERROR,
              "Too many requests in flight: " + settings.inFlightMax()
                  + " in this session (sessions.inFlightMax)")
          .header("Retry-After", "1");
    }
    if (requests == 0) {
      messages.forEach(this::take);
      exchange.answer(202, Map.of(), null);
      return;
    }
    PostReply reply =
        new PostReply(loop, exchange, streams, clock, settings.streamAfterMs(), requests, batch);
    replies.add(reply);
    messages.forEach(message -> {
      if (message instanceof Message.Request request) {
        serve(request, reply);
      } else {
        take(message);
      }
    });
  }

  /** Serves a GET with an event stream. */
  void get(Exchange exchange) {
    heard();
    streams.get(exchange);
  }

  private void take(Message message) {
    if (message instanceof Message.Notification notification) {
      notified(notification);
    } else if (message instanceof Message.Result result) {
      questions.answered(result);
    } else if (message instanceof Message.Failure failure) {
      questions.refused(failure);
    }
  }

  private void notified(Message.Notification notification) {
    if (notification.method().equals(Notifications.INITIALIZED)) {
      initialized = true;
    } else if (notification.method().equals(Notifications.CANCELLED)) {
      JsonNode id = notification.params().path("requestId");
      Deque<Running> running = RequestId.legal(id) ? inFlight.get(new RequestId(id)) : null;
      if (running != null) {
        running.getLast().cancel();
      }
    }
  }

  private void serve(Message.Request request, PostReply reply) {
    Invocation first = new Invocation(loop, request, caller, reply, Map.of(), null);
    Running running = new Running(reply, first);
    inFlight.computeIfAbsent(request.id(), id -> new ArrayDeque<>(1)).addLast(running);
    inFlightCount++;
    answer(running, first).onComplete(done -> {
      forget(request.id(), running);
      if (done.succeeded()) {
        reply.finish(new Message.Result(request.id(), done.result()));
      } else if (done.cause() instanceof Cancelled) {
        reply.finishSilently();
      } else {
        Refusal refusal = shape.refusal(Failures.refusal(done.cause(), first));
        reply.finish(new Message.Failure(request.id(), refusal.error()));
      }
      if (reply.ended()) {
        replies.remove(reply);
      }
      lastHeardMs = clock.nowMs();
    });
  }

  private void forget(RequestId id, Running running) {
    inFlightCount--;
    inFlight.computeIfPresent(id, (key, all) -> {
      all.remove(running);
      return all.isEmpty() ? null : all;
    });
  }

  private Future<ObjectNode> answer(Running running, Invocation first) {
    Method method = Method.of(first.method());
    if (method == null) {
      return Future.failedFuture(Refusal.methodNotFound(first.method()));
    }
    try {
      return switch (method) {
        case PING -> Future.succeededFuture(empty());
        case LOGGING_SET_LEVEL -> Future.succeededFuture(setLevel(first));
        case RESOURCES_SUBSCRIBE -> Future.succeededFuture(subscribe(first));
        case RESOURCES_UNSUBSCRIBE -> Future.succeededFuture(unsubscribe(first));
        case INITIALIZE ->
          Future.failedFuture(
              Refusal.invalidRequest("Invalid request: the session is initialized already"));
        case DISCOVER, SUBSCRIPTIONS_LISTEN ->
          Future.failedFuture(Refusal.methodNotFound(first.method()));
        default -> round(running, first, 1);
      };
    } catch (Refusal refusal) {
      return Future.failedFuture(refusal);
    }
  }

  /** Serves a request; when the handler asks, the client is asked and the handler is called again. */
  private Future<ObjectNode> round(Running running, Invocation invocation, int number) {
    running.next(invocation);
    return dispatcher.dispatch(invocation).compose(outcome -> {
      if (outcome instanceof Outcome.Complete complete) {
        return Future.succeededFuture(shape.result(invocation.method(), complete));
      }
      if (number >= settings.roundsMax()) {
        return Future.failedFuture(Refusal.of(
            200,
            ErrorCodes.INTERNAL_ERROR,
            "The request asked for input " + settings.roundsMax() + " times (sessions.roundsMax)"));
      }
      return ask(running, invocation, (Outcome.InputRequired) outcome, number);
    });
  }

  private Future<ObjectNode> ask(
      Running running, Invocation invocation, Outcome.InputRequired input, int number) {
    return questions.ask(running, input.requests()).compose(answers -> {
      if (running.cancelled()) {
        return Future.failedFuture(new Cancelled());
      }
      Map<String, JsonNode> all = new HashMap<>(invocation.answers());
      all.putAll(answers);
      return round(running, invocation.again(all, input.state()), number + 1);
    });
  }

  private ObjectNode setLevel(Invocation invocation) {
    String level = invocation.requireText("level");
    if (!LEVELS.contains(level)) {
      throw Refusal.invalidParams("Invalid params: params.level: " + Refusal.clip(level)
          + " (expected: one of " + String.join(", ", LEVELS) + ")");
    }
    logLevel = level;
    return empty();
  }

  private ObjectNode subscribe(Invocation invocation) {
    String uri = invocation.requireText("uri");
    if (uri.length() > 8192) {
      throw Refusal.invalidParams("Invalid params: params.uri is longer than 8192 characters");
    }
    if (subscriptions.size() >= settings.subscriptionsMax() && !subscriptions.contains(uri)) {
      throw Refusal.invalidParams("Too many subscriptions: " + settings.subscriptionsMax()
          + " in this session (limits.subscriptionsMax)");
    }
    subscriptions.add(uri);
    return empty();
  }

  private ObjectNode unsubscribe(Invocation invocation) {
    subscriptions.remove(invocation.requireText("uri"));
    return empty();
  }

  private static ObjectNode empty() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Tells the client of a change, if it wants to know. */
  void changed(Change change) {
    if (!initialized || closed) {
      return;
    }
    if (change instanceof Change.Resource resource) {
      if (subscriptions.contains(resource.uri())) {
        say(Notifications.RESOURCES_UPDATED, empty().put("uri", resource.uri()));
      }
    } else if (change instanceof Change.Tools) {
      say(Notifications.TOOLS_LIST_CHANGED, empty());
    } else if (change instanceof Change.Prompts) {
      say(Notifications.PROMPTS_LIST_CHANGED, empty());
    } else if (change instanceof Change.Resources) {
      say(Notifications.RESOURCES_LIST_CHANGED, empty());
    }
  }

  private void say(String method, ObjectNode params) {
    streams.send(new Message.Notification(method, params));
  }

  private void heard() {
    heard = true;
    lastHeardMs = clock.nowMs();
  }

  private void checkIdle() {
    if (closed) {
      return;
    }
    if (inFlightCount > 0 || streams.listening()) {
      lastHeardMs = clock.nowMs();
    }
    long allowedMs = heard ? settings.idleMs() : settings.openingMs();
    long leftMs = lastHeardMs + allowedMs - clock.nowMs();
    if (leftMs <= 0) {
      close();
    } else {
      idleTimer = clock.after(leftMs, this::checkIdle);
    }
  }

  /** Ends the session: what runs is cancelled, streams end, waiting exchanges are told. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    idleTimer.cancel();
    List<PostReply> open = List.copyOf(replies);
    replies.clear();
    open.forEach(reply -> reply.abort(gone(null)));
    List.copyOf(inFlight.values()).forEach(all -> List.copyOf(all).forEach(Running::cancel));
    questions.close();
    streams.close();
    whenClosed.run();
  }

  /** What a client reads whose session is not there, or is not its own. */
  static Refusal gone(@Nullable RequestId id) {
    return Refusal.of(
            404,
            ErrorCodes.INVALID_REQUEST,
            "Session not found: it ended, or never was (initialize anew)")
        .under(id);
  }
}
