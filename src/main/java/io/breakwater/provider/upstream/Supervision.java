package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.client.McpClient;
import io.breakwater.client.Peer;
import io.breakwater.provider.Offers;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Notifications;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a server reached and its lists known: connects, reads the lists, reads again what the server says has changed,
 * and after a failure tries anew when the circuit lets it. What the server offered last stays offered meanwhile.
 *
 * <p>Confined to the loop of its server; ready and status can be asked from anywhere.
 */
final class Supervision {
  private static final Logger LOG = Logger.getLogger(Supervision.class.getName());

  /** Several changes told in a row are one. */
  private static final long SETTLE_MS = 50;

  /** Lists are not read more often than that for callers who want them, whatever the server says. */
  private static final long FRESH_MS_MIN = 1_000;

  private static final long FRESH_MS_MAX = 86_400_000;

  private final Upstream server;
  private final Connections connections;
  private final BiConsumer<Offers, Set<Listing.Kind>> offer;
  private final Promise<Void> ready = Promise.promise();
  private final Map<String, Integer> watched = new HashMap<>();
  /** What the server was told of that. */
  private final Set<String> subscribed = new LinkedHashSet<>();

  private final Set<Listing.Kind> stale = EnumSet.noneOf(Listing.Kind.class);
  /** What the server has said of, and whose new list is not there yet. */
  private final Set<Listing.Kind> told = EnumSet.noneOf(Listing.Kind.class);

  private Listing listing = Listing.NONE;
  private @Nullable Future<?> reading;
  /** When the last reading began. */
  private long readMs;

  private long retryTimer = -1;
  private long refreshTimer = -1;
  private long settleTimer = -1;
  private boolean ended;
  private volatile State state = State.STARTING;
  private volatile String why = "";
  private volatile Offers offers = Offers.NONE;
  private volatile int open;
  private volatile Outcome.CacheHint hint = Outcome.CacheHint.ANY;
  private volatile long freshUntilMs = Long.MAX_VALUE;

  Supervision(
      Upstream server, Connections connections, BiConsumer<Offers, Set<Listing.Kind>> offer) {
    this.server = server;
    this.connections = connections;
    this.offer = offer;
  }

  /**
   * Completes when the first lists are there, or cannot be had in time; and when they are there anew, once the server's time
   * for keeping them is over. One that tells of changes need not be asked again.
   */
  Future<Void> ready() {
    if (GatewayContext.nowMs() < freshUntilMs || state != State.UP) {
      return ready.future();
    }
    Promise<Void> promise = Promise.promise();
    server.later(() -> freshen().onComplete(promise));
    return promise.future();
  }

  private Future<Void> freshen() {
    if (!ended && state == State.UP && GatewayContext.nowMs() >= freshUntilMs) {
      stale.addAll(EnumSet.allOf(Listing.Kind.class));
      read();
    }
    Future<?> now = reading;
    return now == null ? Future.succeededFuture() : now.transform(read -> Future.succeededFuture());
  }

  /** What the server allows to be done with its lists. */
  Outcome.CacheHint hint() {
    return hint;
  }

  private void hinted(Connection main) {
    hint = main.client().listHint();
    Peer peer = main.peer();
    boolean heard = peer == null || tells(peer) || hint.ttlMs() == Long.MAX_VALUE;
    long keptMs = Math.max(FRESH_MS_MIN, Math.min(hint.ttlMs(), FRESH_MS_MAX));
    freshUntilMs = heard ? Long.MAX_VALUE : GatewayContext.nowMs() + keptMs;
  }

  Status status() {
    Offers now = offers;
    return new Status(
        server.entry().name(),
        state,
        why,
        now.tools().size(),
        now.resources().size(),
        now.templates().size(),
        now.prompts().size(),
        open);
  }

  private Vertx vertx() {
    return server.context().vertx();
  }

  /** Reaches the server. */
  void begin() {
    long listMs = server.context().bounds().listMs();
    long unused = vertx().setTimer(listMs, passed -> {
      if (state == State.STARTING && !ended) {
        become(State.STARTING, "no answer within " + listMs + " ms (gateway.listMs)", 0);
      }
      ready.tryComplete();
    });
    stale.addAll(EnumSet.allOf(Listing.Kind.class));
    read();
  }

  /** Reads what is stale; one reading at a time. */
  private void read() {
    if (ended || reading != null || stale.isEmpty()) {
      return;
    }
    Set<Listing.Kind> kinds = EnumSet.copyOf(stale);
    stale.clear();
    readMs = GatewayContext.nowMs();
    long listMs = server.context().bounds().listMs();
    Connection main = connections.main();
    Future<Listing> lists = main.connect()
        .compose(peer -> main.client()
            .listen()
            .recover(unheard -> Future.succeededFuture())
            .compose(listening -> listing.again(main.client(), peer, kinds))
            .timeout(listMs, TimeUnit.MILLISECONDS));
    reading = lists;
    lists.onComplete(read -> {
      reading = null;
      if (ended) {
        return;
      }
      if (read.succeeded() && (main.peer() != null || read.result().failures().isEmpty())) {
        took(read.result(), kinds);
        read();
      } else if (read.succeeded()) {
        // It was lost in the middle of that, which has been said already.
        stale.addAll(kinds);
        ready.tryComplete();
      } else {
        stale.addAll(kinds);
        failed(read.cause());
      }
    });
  }

  private void took(Listing read, Set<Listing.Kind> kinds) {
    listing = read;
    hinted(connections.main());
    Offers next = new RemoteOffers(server, server.log()::odd).of(read);
    offers = next;
    become(
        read.failures().isEmpty() ? State.UP : State.DEGRADED,
        String.join("; ", read.failures()),
        0);
    Set<Listing.Kind> news = EnumSet.copyOf(told);
    news.retainAll(kinds);
    told.removeAll(kinds);
    offer.accept(next, news);
    ready.tryComplete();
    tellWatched();
    refreshLater();
  }

  /** A server that does not tell of changes is asked now and then. */
  private void refreshLater() {
    vertx().cancelTimer(refreshTimer);
    Peer peer = connections.main().peer();
    if (peer == null || (tells(peer) && state == State.UP)) {
      return;
    }
    refreshTimer = vertx().setTimer(server.context().bounds().refreshMs(), passed -> {
      stale.addAll(EnumSet.allOf(Listing.Kind.class));
      read();
    });
  }

  private static boolean tells(Peer peer) {
    for (String list : new String[] {"tools", "resources", "prompts"}) {
      boolean listed = peer.capabilities().has(list);
      if (listed && !peer.capabilities().path(list).path("listChanged").asBoolean()) {
        return false;
      }
    }
    return true;
  }

  /** The lists could not be had: because the server could not be reached, or because it is slow. */
  private void failed(Throwable failure) {
    Connection main = connections.main();
    long waitMs = main.circuit().waitMs();
    String what = failure instanceof ClientException known
        ? known.getMessage()
        : "its lists did not come within " + server.context().bounds().listMs()
            + " ms (gateway.listMs)";
    if (main.peer() != null) {
      become(State.DEGRADED, what, 0);
      refreshLater();
    } else {
      down(failure, what, waitMs);
    }
    ready.tryComplete();
  }

  /** The connection was lost, or could not be made. */
  void lost(ClientException cause) {
    if (!ended) {
      down(cause, cause.getMessage(), connections.main().circuit().waitMs());
    }
  }

  private void down(Throwable cause, String what, long waitMs) {
    boolean refused = cause instanceof ClientException known && known.kind() == Kind.UNAUTHORIZED;
    State next = connections.main().circuit().looping() ? State.CRASH_LOOP : State.DOWN;
    become(refused ? State.NEEDS_AUTH : next, what, waitMs);
    vertx().cancelTimer(refreshTimer);
    vertx().cancelTimer(retryTimer);
    retryTimer = vertx().setTimer(Math.max(1, waitMs), due -> {
      stale.addAll(EnumSet.allOf(Listing.Kind.class));
      read();
    });
  }

  private void become(State next, String reason, long waitMs) {
    String clean = ChildLog.clean(reason);
    open = connections.count();
    boolean news = next != state || !clean.equals(why);
    state = next;
    why = clean;
    if (!news) {
      return;
    }
    String name = server.entry().name();
    if (next == State.UP) {
      Status now = status();
      LOG.info(() -> "Server '" + name + "' is up: " + now.tools() + " tools, " + now.resources()
          + " resources, " + now.templates() + " templates, " + now.prompts() + " prompts");
    } else if (next == State.CLOSED) {
      LOG.info(() -> "Server '" + name + "' is closed");
    } else {
      String later = waitMs > 0 ? "; next attempt in " + waitMs + " ms" : "";
      LOG.warning(() -> "Server '" + name + "' is " + next + ": " + clean + later);
    }
  }

  /** What the server says by itself. */
  void notified(String method, ObjectNode params) {
    switch (method) {
      case Notifications.TOOLS_LIST_CHANGED -> changed(Listing.Kind.TOOLS);
      case Notifications.RESOURCES_LIST_CHANGED -> changed(Listing.Kind.RESOURCES);
      case Notifications.PROMPTS_LIST_CHANGED -> changed(Listing.Kind.PROMPTS);
      case Notifications.RESOURCES_UPDATED -> {
        String uri = params.path("uri").textValue();
        if (uri != null && watched.containsKey(uri)) {
          server.updated(uri);
        }
      }
      default -> {
        // What has no owner is told to nobody.
      }
    }
  }

  /** A session has taken the place of a lost one, maybe of another version of the server. */
  void replaced() {
    // One whose sessions are lost all the time is not asked all the time.
    if (GatewayContext.nowMs() - readMs >= FRESH_MS_MIN) {
      stale.addAll(EnumSet.allOf(Listing.Kind.class));
      settleThenRead();
    }
  }

  private void changed(Listing.Kind kind) {
    stale.add(kind);
    told.add(kind);
    settleThenRead();
  }

  private void settleThenRead() {
    // Not put off by the next one: a server may tell without end.
    if (settleTimer < 0) {
      settleTimer = vertx().setTimer(SETTLE_MS, settled -> {
        settleTimer = -1;
        read();
      });
    }
  }

  /** Somebody wants to be told of a resource, or one fewer. */
  void watched(String uri, boolean wanted) {
    int now = Math.max(0, watched.getOrDefault(uri, 0) + (wanted ? 1 : -1));
    if (now == 0) {
      watched.remove(uri);
    } else {
      watched.put(uri, now);
    }
    tellWatched();
  }

  /** Tells the server what is watched, where it has not heard of that; what comes to nothing is told again with the next lists. */
  private void tellWatched() {
    if (ended) {
      return;
    }
    McpClient client = connections.main().client();
    for (String uri : watched.keySet()) {
      if (subscribed.add(uri)) {
        tell("cannot subscribe to " + uri, () -> client.subscribe(uri))
            .onFailure(refused -> subscribed.remove(uri));
      }
    }
    for (String uri : List.copyOf(subscribed)) {
      if (!watched.containsKey(uri)) {
        subscribed.remove(uri);
        tell("cannot unsubscribe from " + uri, () -> client.unsubscribe(uri)).onFailure(told -> {});
      }
    }
  }

  private Future<Void> tell(String failed, Supplier<Future<Void>> verb) {
    return connections
        .main()
        .connect()
        .compose(peer -> verb.get())
        .onFailure(refused -> server.log().odd(failed + ": " + refused.getMessage()));
  }

  /** Does nothing any more. */
  void end() {
    ended = true;
    become(State.CLOSED, "", 0);
    ready.tryComplete();
    vertx().cancelTimer(retryTimer);
    vertx().cancelTimer(refreshTimer);
    vertx().cancelTimer(settleTimer);
  }
}
