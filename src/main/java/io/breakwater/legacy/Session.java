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
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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
  private final Subscribed subscribed;
  private final SessionEnd end;
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
      Function<String, Runnable> watch,
      Runnable whenClosed) {
    this.loop = loop;
    this.handshake = handshake;
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.settings = settings;
    this.whenClosed = whenClosed;
    this.shape = new LegacyShape(handshake.revision());
    this.streams = new SessionStreams(loop, clock, handshake.revision(), settings);
    this.questions = new Questions(shape, streams, settings, clock);
    this.subscribed = new Subscribed(settings, watch);
    this.end = new SessionEnd(loop);
    this.caller = new Caller(
        handshake.capabilities(),
        handshake.clientInfo(),
        handshake.principal(),
        () -> logLevel,
        null,
        end,
        name -> List.of());
    this.lastHeardMs = clock.nowMs();
    this.idleTimer = clock.after(settings.openingMs(), this::checkIdle);
  }

  Handshake handshake() {
    return handshake;
  }

  /** Takes what one POST brought; answers it now or later. */
  void post(Exchange exchange, List<Message> messages, boolean batch) {
    heard();
    List<RequestId> requests = requests(messages);
    if (inFlightCount + requests.size() > settings.inFlightMax()) {
      throw Refusal.of(
              429,
              ErrorCodes.INTERNAL_ERROR,
              "Too many requests in flight: " + settings.inFlightMax()
                  + " in this session (sessions.inFlightMax)")
          .header("Retry-After", "1");
    }
    if (requests.isEmpty()) {
      messages.forEach(this::take);
      exchange.answer(202, Map.of(), null);
      return;
    }
    PostReply reply = new PostReply(streams, exchange, requests, batch);
    replies.add(reply);
    reply.begin();
    messages.forEach(message -> {
      if (message instanceof Message.Request request) {
        serve(request, reply);
      } else {
        take(message);
      }
    });
    reply.streamAfter(clock, settings.streamAfterMs());
  }

  private static List<RequestId> requests(List<Message> messages) {
    List<RequestId> ids = new ArrayList<>(1);
    messages.forEach(message -> {
      if (message instanceof Message.Request request) {
        ids.add(request.id());
      }
    });
    return ids;
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
    Caller asking = caller.with(reply.headers());
    Invocation first = new Invocation(loop, request, asking, reply, Map.of(), null);
    Running running = new Running(reply, first);
    inFlight.computeIfAbsent(request.id(), id -> new ArrayDeque<>(1)).addLast(running);
    inFlightCount++;
    answer(running, first)
        .onSuccess(result -> finish(running, first, result))
        .onFailure(failure -> fail(running, first, failure));
  }

  private void finish(Running running, Invocation first, ObjectNode result) {
    try {
      running.reply().finish(first.id(), new Message.Result(first.id(), result));
      forget(running, first.id());
    } catch (IllegalArgumentException notWritable) {
      fail(running, first, notWritable);
    }
  }

  /** Only the client makes an answer needless: whoever works on it may be cancelled from elsewhere. */
  private void fail(Running running, Invocation first, Throwable failure) {
    if (failure instanceof Cancelled && running.cancelled()) {
      running.reply().finishSilently(first.id());
    } else {
      Refusal refusal = shape.refusal(Failures.refusal(failure, first));
      running.reply().refuse(first.id(), refusal);
    }
    forget(running, first.id());
  }

  private void forget(Running running, RequestId id) {
    lastHeardMs = clock.nowMs();
    if (running.reply().ended()) {
      replies.remove(running.reply());
    }
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
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }

  /** Serves a request; when the handler asks, the client is asked and the handler is called again. */
  private Future<ObjectNode> round(Running running, Invocation invocation, int number) {
    running.next(invocation);
    return dispatcher.dispatch(invocation).compose(outcome -> {
      if (outcome instanceof Outcome.Complete complete) {
        return Future.succeededFuture(shape.result(invocation.method(), complete));
      }
      Outcome.InputRequired input = (Outcome.InputRequired) outcome;
      if (number >= settings.roundsMax()) {
        input.dropped().run();
        return Future.failedFuture(Refusal.of(
            200,
            ErrorCodes.INTERNAL_ERROR,
            "The request asked for input " + settings.roundsMax() + " times (sessions.roundsMax)"));
      }
      return ask(running, invocation, input, number);
    });
  }

  private Future<ObjectNode> ask(
      Running running, Invocation invocation, Outcome.InputRequired input, int number) {
    ObjectNode lacking = caller.lacking(input.requests().values());
    if (!lacking.isEmpty()) {
      input.dropped().run();
      return Future.failedFuture(Refusal.missingCapability(lacking));
    }
    Future<Map<String, JsonNode>> asked;
    try {
      asked = questions.ask(running, input.requests());
    } catch (RuntimeException e) {
      input.dropped().run();
      return Future.failedFuture(e);
    }
    return asked.onFailure(unanswered -> input.dropped().run()).compose(answers -> {
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
    subscribed.add(invocation.requireText("uri"));
    return empty();
  }

  private ObjectNode unsubscribe(Invocation invocation) {
    String uri = invocation.requireText("uri");
    subscribed.remove(uri);
    streams.forget(new Change.Resource(uri));
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
      if (subscribed.contains(resource.uri())) {
        tell(change, Notifications.RESOURCES_UPDATED, empty().put("uri", resource.uri()));
      }
    } else if (change instanceof Change.Tools) {
      tell(change, Notifications.TOOLS_LIST_CHANGED, empty());
    } else if (change instanceof Change.Prompts) {
      tell(change, Notifications.PROMPTS_LIST_CHANGED, empty());
    } else if (change instanceof Change.Resources) {
      tell(change, Notifications.RESOURCES_LIST_CHANGED, empty());
    }
  }

  private void tell(Change change, String method, ObjectNode params) {
    streams.tell(change, new Message.Notification(method, params));
  }

  private void heard() {
    heard = true;
    lastHeardMs = clock.nowMs();
  }

  private void checkIdle() {
    if (closed) {
      return;
    }
    long busyMs =
        inFlightCount > 0 ? clock.nowMs() : Math.max(lastHeardMs, streams.lastListenedMs());
    long allowedMs = heard ? settings.idleMs() : settings.openingMs();
    long leftMs = busyMs + allowedMs - clock.nowMs();
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
    subscribed.clear();
    end.now();
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
