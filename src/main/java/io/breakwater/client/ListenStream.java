package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.MetaKeys;
import io.breakwater.spec.Notifications;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the client wants to hear of, and the one {@code subscriptions/listen} that says so to a server of the stateless
 * revision. A new wish is a new request, and the one before is taken back once the new one is acknowledged; a wish that is
 * refused leaves the one before as it was. A request that ends by itself is made again, ever more slowly while that fails,
 * and after {@code client.reconnectsMax} failures in a row no more.
 *
 * <pre>
 * asking  -- acknowledged --> current    what was current is taken back
 * asking  -- refused --> none            the wish is dropped, current stays
 * current -- ends --> none, and after a while asking again
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
  /** A stream that stood this long was no failure. */
  private static final long STOOD_NS = 5_000_000_000L;

  private static final Wish NOTHING = new Wish(Set.of(), false);

  private final ClientContext context;
  private final Listening listen;
  private Wish wanted = NOTHING;
  private Wish agreed = NOTHING;
  private @Nullable ClientCall asking;
  private @Nullable ClientCall current;
  private @Nullable Promise<Void> waiting;
  private int failures;
  private long sinceNs;
  private long timer = -1;
  private long deadline = -1;

  /** Makes a request with these parameters. */
  interface Listening {
    void ask(ClientCall call, ObjectNode params);
  }

  /** What somebody wants to hear of. Immutable. */
  private record Wish(Set<String> uris, boolean lists) {
    boolean nothing() {
      return uris.isEmpty() && !lists;
    }

    Wish with(String uri) {
      Set<String> more = new LinkedHashSet<>(uris);
      more.add(uri);
      return new Wish(more, lists);
    }

    Wish without(String uri) {
      Set<String> less = new LinkedHashSet<>(uris);
      less.remove(uri);
      return new Wish(less, lists);
    }

    ObjectNode params() {
      ObjectNode params = JsonNodeFactory.instance.objectNode();
      ObjectNode notifications = params.putObject("notifications");
      if (lists) {
        notifications.put("toolsListChanged", true);
        notifications.put("promptsListChanged", true);
        notifications.put("resourcesListChanged", true);
      }
      if (!uris.isEmpty()) {
        uris.forEach(notifications.putArray("resourceSubscriptions")::add);
      }
      return params;
    }
  }

  ListenStream(ClientContext context, Listening listen) {
    this.context = context;
    this.listen = listen;
  }

  /** Wants to hear of changed lists. The future completes when the server has acknowledged it. */
  Future<Void> lists() {
    return wish(new Wish(wanted.uris(), true));
  }

  /** Wants to hear of a resource. */
  Future<Void> add(String uri) {
    int max = context.options().limits().subscriptionsMax();
    if (wanted.uris().size() >= max && !wanted.uris().contains(uri)) {
      return Future.failedFuture(ClientException.before(
          Kind.OVERLOADED,
          "subscribed to " + max + " resources of this server (limits.subscriptionsMax)"));
    }
    return wish(wanted.with(uri));
  }

  Future<Void> remove(String uri) {
    return wanted.uris().contains(uri) ? wish(wanted.without(uri)) : Future.succeededFuture();
  }

  private Future<Void> wish(Wish anew) {
    wanted = anew;
    failures = 0;
    context.vertx().cancelTimer(timer);
    if (anew.nothing()) {
      end("nothing is wanted any more");
      return Future.succeededFuture();
    }
    // Whoever still waits has its wish in the new request too.
    Promise<Void> promise = waiting == null ? Promise.promise() : waiting;
    waiting = promise;
    ask();
    return promise.future();
  }

  private void ask() {
    ClientCall replaced = asking;
    ClientCall asked = new ClientCall(context.loop());
    asking = asked;
    context.vertx().cancelTimer(deadline);
    long probeMs = context.options().client().probeMs();
    deadline = context.vertx().setTimer(probeMs, late -> {
      asked.cancel("not acknowledged");
      ended(
          asked,
          ClientException.after(
              Kind.TIMEOUT,
              "subscriptions/listen was not acknowledged within " + probeMs
                  + " ms (client.probeMs)"));
    });
    asked
        .answer()
        .onComplete(over -> ended(asked, over.failed() ? Pending.told(over.cause()) : null));
    listen.ask(asked, wanted.params());
    if (replaced != null) {
      replaced.cancel("replaced");
    }
  }

  /** Whether this notification is for us alone: the acknowledgement is. */
  boolean takes(Message.Notification notification) {
    if (!notification.method().equals(Notifications.SUBSCRIPTIONS_ACKNOWLEDGED)) {
      return false;
    }
    ClientCall asked = asking;
    if (asked != null && isAbout(notification, asked)) {
      acknowledged(asked);
    }
    return true;
  }

  /** Not of a request that was replaced since. */
  private static boolean isAbout(Message.Notification notification, ClientCall asked) {
    JsonNode id = notification.params().path(MetaKeys.META).path(MetaKeys.SUBSCRIPTION_ID);
    RequestId sent = asked.id();
    return !RequestId.legal(id) || sent == null || sent.equals(new RequestId(id));
  }

  private void acknowledged(ClientCall asked) {
    context.vertx().cancelTimer(deadline);
    ClientCall before = current;
    asking = null;
    current = asked;
    agreed = wanted;
    sinceNs = System.nanoTime();
    if (before != null) {
      before.cancel("replaced");
    }
    if (waiting != null) {
      waiting.tryComplete();
      waiting = null;
    }
  }

  private void ended(ClientCall call, @Nullable ClientException why) {
    if (call == asking) {
      asking = null;
      context.vertx().cancelTimer(deadline);
      refused(why);
    } else if (call == current) {
      current = null;
      failures = System.nanoTime() - sinceNs >= STOOD_NS ? 0 : failures;
      if (asking == null) {
        later(why);
      }
    }
  }

  private void refused(@Nullable ClientException why) {
    Promise<Void> whoWaits = waiting;
    waiting = null;
    if (whoWaits == null) {
      later(why);
      return;
    }
    wanted = agreed;
    if (current == null && !agreed.nothing()) {
      later(why);
    }
    whoWaits.tryFail(
        why == null
            ? ClientException.after(
                Kind.PROTOCOL, "subscriptions/listen ended before it was acknowledged")
            : why);
  }

  private void later(@Nullable ClientException why) {
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
    context.vertx().cancelTimer(timer);
    timer = context.vertx().setTimer(waitMs, now -> ask());
  }

  /** Wants nothing any more. */
  void stop() {
    wanted = NOTHING;
    end("closed");
  }

  private void end(String reason) {
    context.vertx().cancelTimer(timer);
    context.vertx().cancelTimer(deadline);
    ClientCall unacknowledged = asking;
    ClientCall open = current;
    Promise<Void> whoWaits = waiting;
    agreed = NOTHING;
    asking = null;
    current = null;
    waiting = null;
    if (unacknowledged != null) {
      unacknowledged.cancel(reason);
    }
    if (open != null) {
      open.cancel(reason);
    }
    if (whoWaits != null) {
      whoWaits.tryFail(ClientException.before(Kind.CANCELLED, reason));
    }
  }
}
