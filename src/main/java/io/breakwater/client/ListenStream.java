package io.breakwater.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.spec.Notifications;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the client wants to hear of, and the one {@code subscriptions/listen} that says so to a server of the stateless
 * revision. A new wish replaces the request; one that ends by itself is made again, ever more slowly while that fails, and
 * after {@code client.reconnectsMax} failures in a row no more.
 *
 * <pre>
 * QUIET -- wish --> ASKED -- acknowledged --> LISTENING -- ends --> WAITING -- after a while --> ASKED
 * ASKED -- refused --> QUIET          any -- no wish left, or stop --> QUIET
 * </pre>
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions">2026-07-28,
 *     Subscriptions</a>
 */
final class ListenStream {
  private static final long WAIT_MS_MIN = 500;
  private static final long WAIT_MS_MAX = 60_000;

  private final ClientContext context;
  private final Function<ObjectNode, ClientCall> listen;
  private final Set<String> uris = new LinkedHashSet<>();
  private boolean lists;
  private @Nullable ClientCall call;
  private @Nullable Promise<Void> acknowledged;
  private int failures;
  private long timer = -1;
  private long deadline = -1;

  /** @param listen makes the request with these parameters */
  ListenStream(ClientContext context, Function<ObjectNode, ClientCall> listen) {
    this.context = context;
    this.listen = listen;
  }

  /** Wants to hear of changed lists. The future completes when the server has acknowledged it. */
  Future<Void> lists() {
    lists = true;
    return renew();
  }

  /** Wants to hear of a resource. */
  Future<Void> add(String uri) {
    int max = context.options().limits().subscriptionsMax();
    if (uris.size() >= max && !uris.contains(uri)) {
      return Future.failedFuture(ClientException.before(
          Kind.OVERLOADED,
          "subscribed to " + max + " resources of this server (limits.subscriptionsMax)"));
    }
    boolean anew = uris.add(uri);
    // What the server refuses is not asked for again with the next wish.
    return renew().onFailure(refused -> {
      if (anew) {
        uris.remove(uri);
      }
    });
  }

  Future<Void> remove(String uri) {
    return uris.remove(uri) ? renew() : Future.succeededFuture();
  }

  /** What the client wants to hear of by its URI. */
  Set<String> uris() {
    return Set.copyOf(uris);
  }

  boolean wantsLists() {
    return lists;
  }

  private Future<Void> renew() {
    failures = 0;
    ClientCall replaced = call;
    Promise<Void> waiting = acknowledged;
    acknowledged = null;
    quiet();
    Future<Void> heard = Future.succeededFuture();
    if (lists || !uris.isEmpty()) {
      // Whoever still waits has its wish in the new request too.
      Promise<Void> promise = waiting == null ? Promise.promise() : waiting;
      waiting = null;
      acknowledged = promise;
      heard = promise.future();
      ask();
    }
    if (waiting != null) {
      waiting.tryFail(ClientException.before(Kind.CANCELLED, "nothing is wanted any more"));
    }
    if (replaced != null) {
      // After the new one was asked for, so that nothing is missed.
      replaced.cancel("replaced");
    }
    return heard;
  }

  private void ask() {
    timer = -1;
    ClientCall asked = listen.apply(filter());
    call = asked;
    Vertx vertx = context.vertx();
    long probeMs = context.options().client().probeMs();
    deadline = vertx.setTimer(
        probeMs,
        late -> unacknowledged(ClientException.after(
            Kind.TIMEOUT,
            "subscriptions/listen was not acknowledged within " + probeMs
                + " ms (client.probeMs)")));
    asked.answer().onComplete(over -> {
      if (call == asked) {
        call = null;
        vertx.cancelTimer(deadline);
        ended(over.failed() ? Pending.told(over.cause()) : null);
      }
    });
  }

  private void unacknowledged(ClientException why) {
    ClientCall asked = call;
    call = null;
    if (asked != null) {
      asked.cancel("not acknowledged");
    }
    ended(why);
  }

  private ObjectNode filter() {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    ObjectNode wanted = params.putObject("notifications");
    if (lists) {
      wanted.put("toolsListChanged", true);
      wanted.put("promptsListChanged", true);
      wanted.put("resourcesListChanged", true);
    }
    if (!uris.isEmpty()) {
      uris.forEach(wanted.putArray("resourceSubscriptions")::add);
    }
    return params;
  }

  /** A notification of the server; the acknowledgement is for us alone. */
  boolean takes(String method) {
    if (!method.equals(Notifications.SUBSCRIPTIONS_ACKNOWLEDGED)) {
      return false;
    }
    context.vertx().cancelTimer(deadline);
    failures = 0;
    if (acknowledged != null) {
      acknowledged.tryComplete();
      acknowledged = null;
    }
    return true;
  }

  private void ended(@Nullable ClientException why) {
    if (acknowledged != null) {
      fail(
          why == null
              ? ClientException.after(
                  Kind.PROTOCOL, "subscriptions/listen ended before it was acknowledged")
              : why);
      return;
    }
    if (why != null && why.kind() == Kind.CLOSED) {
      return;
    }
    if (failures >= context.options().client().reconnectsMax()) {
      context
          .listener()
          .warned("subscriptions/listen ended too often in a row (client.reconnectsMax)");
      return;
    }
    long waitMs = Math.min(WAIT_MS_MAX, WAIT_MS_MIN << Math.min(failures, 10));
    failures++;
    timer = context.vertx().setTimer(waitMs, now -> ask());
  }

  private void fail(ClientException why) {
    Promise<Void> waiting = acknowledged;
    ClientCall asked = call;
    quiet();
    if (asked != null) {
      asked.cancel("not acknowledged");
    }
    if (waiting != null) {
      waiting.tryFail(why);
    }
  }

  private void quiet() {
    context.vertx().cancelTimer(timer);
    context.vertx().cancelTimer(deadline);
    call = null;
    if (acknowledged != null) {
      acknowledged.tryFail(ClientException.before(Kind.CANCELLED, "replaced by a newer wish"));
      acknowledged = null;
    }
  }

  /** Wants nothing any more. */
  void stop() {
    uris.clear();
    lists = false;
    ClientCall open = call;
    quiet();
    if (open != null) {
      open.cancel("closed");
    }
  }
}
