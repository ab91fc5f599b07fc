package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.MetaKeys;
import io.breakwater.spec.Method;
import io.breakwater.spec.Notifications;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What goes on over one channel: requests get ids and deadlines, answers find their requests, what the server says by
 * itself finds whoever wants to know. It knows of eras only how a request is taken back.
 *
 * <p>Ids are counted, and never used twice. The id of a request is its progress token.
 *
 * <p>Confined to the loop of its client.
 */
final class Conversation implements Channel.Inbox {
  private static final int TAKEN_BACK_MAX = 1_000;

  /** For the word that a request was taken back, before its response is cut all the same. */
  private static final long TOLD_MS_MAX = 1_000;

  private final ClientContext context;
  private final Channel channel;
  private final Listeners listeners;
  private final Warnings warnings;
  private final ServerQuestions questions;
  /** In the order in which they were sent. */
  private final Map<RequestId, Pending> pending = new LinkedHashMap<>();

  /** Those whose answer may still come, and interests nobody; the oldest go first. */
  private final Map<RequestId, TakenBack> takenBack = new LinkedHashMap<>();

  private long next;
  private boolean modern;
  private boolean retiring;
  private @Nullable ClientException over;

  /**
   * A request that nobody waits for any more.
   *
   * @param asking for whom it was made, or null for a request of our own
   * @param untilMs when its server has had the time that a request gets, and asks nothing more about it
   */
  private record TakenBack(RequestOptions.@Nullable Asking asking, long untilMs) {}

  /**
   * Who hears what belongs to no request.
   *
   * @param notified every notification that is not about a request of ours
   * @param closed the channel has ended by itself
   */
  record Listeners(Consumer<Message.Notification> notified, Consumer<ClientException> closed) {}

  Conversation(ClientContext context, Channel channel, Answers answers, Listeners listeners) {
    this.context = context;
    this.channel = channel;
    this.listeners = listeners;
    this.warnings = new Warnings(context.listener());
    this.questions = new ServerQuestions(context, answers, this::tell);
  }

  Channel channel() {
    return channel;
  }

  Warnings warnings() {
    return warnings;
  }

  Future<Void> open() {
    return channel.open(this);
  }

  /** What was agreed with the server, or null while nothing is. */
  void agreed(io.breakwater.spec.@Nullable Revision revision) {
    modern = revision != null && revision.modern();
    channel.agreed(revision);
  }

  /** Sends a request. Its {@link Pending#answer} has the result, or fails with a {@link ClientException}. */
  Pending request(
      Method method,
      ObjectNode params,
      Map<String, String> headers,
      Pending.Deadlines deadlines,
      RequestOptions options) {
    RequestId id = RequestId.of(++next);
    ObjectNode sent = options.progress() == null ? params : withToken(params, id);
    Pending request = new Pending(
        context.vertx(), new Message.Request(id, method.wireName(), sent), deadlines, options);
    int max = context.options().client().inFlightMax();
    if (over != null) {
      request.fail(over);
    } else if (pending.size() >= max) {
      request.fail(ClientException.before(
          Kind.OVERLOADED,
          max + " requests to this server have no answer yet (client.inFlightMax)"));
    } else {
      send(request, headers);
    }
    return request;
  }

  private static ObjectNode withToken(ObjectNode params, RequestId id) {
    ObjectNode sent = JsonNodeFactory.instance.objectNode().setAll(params);
    ObjectNode meta = sent.putObject(MetaKeys.META);
    if (params.get(MetaKeys.META) instanceof ObjectNode given) {
      meta.setAll(given);
    }
    meta.set(MetaKeys.PROGRESS_TOKEN, id.node());
    return sent;
  }

  private void send(Pending request, Map<String, String> headers) {
    RequestId id = request.request().id();
    pending.put(id, request);
    request.answer().onComplete(answered -> closeIfRetired());
    request.watch(
        why -> takeBack(request, ClientException.after(Kind.TIMEOUT, why), why),
        () ->
            channel.authorizing(id) || (request.options().asking() != null && questions.open(id)));
    channel.send(request.request(), headers).onFailure(failure -> fail(id, Pending.told(failure)));
  }

  private void fail(RequestId id, ClientException why) {
    Pending failed = pending.remove(id);
    if (failed != null) {
      failed.fail(why);
    }
  }

  /** The caller wants no answer any more; the server is told. */
  void cancel(Pending request, String reason) {
    takeBack(request, ClientException.after(Kind.CANCELLED, "cancelled: " + reason), reason);
  }

  private void takeBack(Pending request, ClientException why, String reason) {
    RequestId id = request.request().id();
    if (pending.remove(id, request)) {
      remember(request);
      String method = request.request().method();
      // A server that waits for its handshake understands no notification before it.
      boolean handshake =
          method.equals(Method.INITIALIZE.wireName()) || method.equals(Method.DISCOVER.wireName());
      if (handshake || (modern && channel.cancelsByAbandoning())) {
        channel.abandon(id);
      } else {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.set("requestId", id.node());
        params.put("reason", reason);
        // Only then: a server may take the end of the response for a lost connection.
        long timer = context.vertx().setTimer(TOLD_MS_MAX, late -> channel.abandon(id));
        channel
            .send(new Message.Notification(Notifications.CANCELLED, params), Map.of())
            .onComplete(told -> {
              if (context.vertx().cancelTimer(timer)) {
                channel.abandon(id);
              }
            });
      }
      request.fail(why);
    }
  }

  private void remember(Pending request) {
    long untilMs = nowMs() + context.options().client().callTotalMs();
    takenBack.put(request.request().id(), new TakenBack(request.options().asking(), untilMs));
    if (takenBack.size() > TAKEN_BACK_MAX) {
      takenBack.remove(takenBack.keySet().iterator().next());
    }
  }

  private static long nowMs() {
    return System.nanoTime() / 1_000_000;
  }

  /** Sends what has no answer. Whether it arrived nobody can tell. */
  void tell(Message message) {
    channel.send(message, Map.of()).onFailure(failure -> {
      if (over == null) {
        warnings.warn("a message could not be sent: " + failure.getMessage());
      }
    });
  }

  /** The same, for what must have arrived before anything else is said. */
  Future<Void> send(Message.Notification notification) {
    return channel.send(notification, Map.of());
  }

  @Override
  public void received(Message message, @Nullable RequestId about) {
    if (message instanceof Message.Result result) {
      Pending answered = pending.remove(result.id());
      if (answered != null) {
        answered.complete(result.result());
      } else if (takenBack.remove(result.id()) == null) {
        warnings.warn("an answer came that nobody waits for");
      }
    } else if (message instanceof Message.Failure failure) {
      refused(failure);
    } else if (message instanceof Message.Notification notification) {
      notified(notification, about);
    } else if (modern) {
      warnings.warn("a request came from a server whose revision has none; it was dropped");
    } else {
      Pending asking = about == null ? plain() : pending.get(about);
      questions.take(
          (Message.Request) message,
          asking == null ? about : asking.request().id(),
          asking == null ? null : asking.options().answers());
    }
  }

  /**
   * Over a channel that all share, what belongs to a request does not say to which: it is plain while all that are open
   * are made for the same somebody, and so are those that were taken back and may still be served. Null when it is not.
   */
  private @Nullable Pending plain() {
    Pending newest = null;
    for (Pending request : pending.values()) {
      RequestOptions.Asking asking = request.options().asking();
      if (asking == null) {
        continue;
      }
      if (newest != null && !newest.owner().equals(asking.owner())) {
        return null;
      }
      newest = request;
    }
    return newest == null || anotherLingers(newest.owner()) ? null : newest;
  }

  private boolean anotherLingers(Object owner) {
    long nowMs = nowMs();
    return takenBack.values().stream()
        .anyMatch(gone -> gone.untilMs() > nowMs
            && gone.asking() != null
            && !gone.asking().owner().equals(owner));
  }

  private void refused(Message.Failure failure) {
    Pending answered = failure.id() == null ? null : pending.remove(failure.id());
    if (answered != null) {
      answered.fail(ClientException.rpc(failure.error(), 0));
    } else if (failure.id() == null || takenBack.remove(failure.id()) == null) {
      warnings.warn(
          "an error came that belongs to no request: " + clipped(failure.error().message()));
    }
  }

  private static String clipped(String text) {
    return io.breakwater.rpc.Refusal.clip(text.replaceAll("\\p{Cntrl}", " "));
  }

  private void notified(Message.Notification notification, @Nullable RequestId about) {
    switch (notification.method()) {
      case Notifications.PROGRESS -> {
        Pending request = pendingOf(notification.params().get(MetaKeys.PROGRESS_TOKEN));
        if (request != null) {
          request.progressed(notification.params());
        }
      }
      case Notifications.CANCELLED -> takenBack(notification.params().get("requestId"));
      case Notifications.MESSAGE -> {
        Pending request = about == null ? plain() : pending.get(about);
        if (request != null && request.log() != null) {
          GuardedListener.tell(request.log(), notification.params());
        } else {
          listeners.notified().accept(notification);
        }
      }
      default -> listeners.notified().accept(notification);
    }
  }

  /** A legacy server takes a question back; a modern one ends a listen stream, and may take back nothing else. */
  private void takenBack(@Nullable JsonNode id) {
    if (!modern) {
      questions.cancelled(id);
      return;
    }
    Pending listen = pendingOf(id);
    if (listen != null
        && listen.request().method().equals(Method.SUBSCRIPTIONS_LISTEN.wireName())) {
      pending.remove(listen.request().id());
      channel.abandon(listen.request().id());
      listen.complete(JsonNodeFactory.instance.objectNode());
    }
  }

  private @Nullable Pending pendingOf(@Nullable JsonNode id) {
    return id != null && RequestId.legal(id) ? pending.get(new RequestId(id)) : null;
  }

  @Override
  public void dropped(ClientException why, @Nullable RequestId about) {
    if (about != null && pending.containsKey(about)) {
      fail(about, why);
    } else if (about == null && why.kind() == Kind.LIMIT && onlyOneCanHaveIt()) {
      // Where all requests share the way back, its id was in what is not read any more.
      fail(pending.keySet().iterator().next(), why);
    } else {
      warnings.warn(why.getMessage());
    }
  }

  private boolean onlyOneCanHaveIt() {
    return pending.size() == 1 && !channel.cancelsByAbandoning();
  }

  @Override
  public void closed(ClientException why) {
    if (over == null) {
      end(why);
      if (!retiring) {
        listeners.closed().accept(why);
      }
    }
  }

  private void end(ClientException why) {
    over = why;
    questions.close();
    List<Pending> all = List.copyOf(pending.values());
    pending.clear();
    all.forEach(request -> request.fail(why));
  }

  /** Takes no more requests, and ends when those that there are have ended, each within its deadline. */
  void retire() {
    retiring = true;
    closeIfRetired();
  }

  private void closeIfRetired() {
    if (retiring && pending.isEmpty() && over == null) {
      close().onFailure(ignored -> {});
    }
  }

  /** Ends everything; the channel has a bounded time for it. */
  Future<Void> close() {
    if (over == null) {
      end(ClientException.after(Kind.CLOSED, "this client was closed"));
    }
    return channel.close();
  }

  /** Whether nothing goes on any more. */
  boolean over() {
    return over != null;
  }

  /** Why nothing goes on any more, or null while it does. */
  @Nullable
  ClientException ended() {
    return over;
  }

  /** Requests without an answer. */
  int inFlight() {
    return pending.size();
  }
}
