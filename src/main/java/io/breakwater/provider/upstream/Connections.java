package io.breakwater.provider.upstream;

import io.breakwater.api.Call;
import io.breakwater.api.CallerSession;
import io.breakwater.options.servers.Reach;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.Sharing;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one server: one of its own, over which lists are read, and beside it what callers need.
 *
 * <pre>
 * shared    all callers use the one that is there
 * pool      up to poolSize, the one with the fewest requests
 * session   one for each session of a caller; for a caller without sessions one for its name, and where it has
 *           none, one for each request
 * </pre>
 *
 * <p>A server of the stateless revision behind a URL knows no sessions, so nothing can be mixed: all use the one.
 *
 * <p>Confined to the loop of its server.
 */
final class Connections {
  /** One that would have to be started counts as half a request: it is used before another one waits. */
  private static final double NOT_STARTED = 0.5;
  /** One that may not be tried now is used when there is no other. */
  private static final double NOT_REACHED = 1e9;

  private static final double NO_PLACE = Double.POSITIVE_INFINITY;

  private final Upstream server;
  private final Vertx vertx;
  private final ServerEntry entry;
  private final Connection main;
  /** Beside the main one; null where there is none yet, or none any more. */
  private final List<@Nullable Connection> pool = new ArrayList<>();

  private final Map<Object, Connection> byOwner = new HashMap<>();
  /** Each of one request. */
  private final Set<Connection> transients = new HashSet<>();
  /** What ends those that nobody uses. */
  private final Map<Connection, Long> idleTimers = new HashMap<>();

  /** A connection, and its place in the pool or -1. */
  record Chosen(Connection connection, int pin) {}

  Connections(Upstream server) {
    this.server = server;
    this.vertx = server.context().vertx();
    this.entry = server.entry();
    this.main = server.main(Translation.whoever());
    for (int i = 1; entry.sharing() == Sharing.POOL && i < entry.poolSize(); i++) {
      pool.add(null);
    }
  }

  Connection main() {
    return main;
  }

  /** All that are open. */
  int count() {
    return 1
        + (int) pool.stream().filter(connection -> connection != null).count()
        + byOwner.size()
        + transients.size();
  }

  /**
   * The connection that serves a caller. Throws a refusal when there are too many.
   *
   * @param pin its place in the pool, or -1 for any
   */
  Chosen of(Call call, int pin) {
    return switch (entry.sharing()) {
      case SHARED -> new Chosen(main, -1);
      case POOL -> pooled(pin);
      case SESSION -> new Chosen(stateless() ? main : ofCaller(call), -1);
    };
  }

  private boolean stateless() {
    return entry.reach() instanceof Reach.Url
        && main.peer() != null
        && main.peer().modern();
  }

  private Chosen pooled(int pin) {
    if (pin >= 0 && pin <= pool.size()) {
      return new Chosen(at(pin), pin);
    }
    int best = 0;
    for (int i = 0; i <= pool.size(); i++) {
      if (load(i) < load(best)) {
        best = i;
      }
    }
    return new Chosen(at(best), best);
  }

  private double load(int place) {
    Connection there = place == 0 ? main : pool.get(place - 1);
    if (there == null) {
      return server.context().full() ? NO_PLACE : NOT_STARTED;
    }
    return there.circuit().waitMs() > 0 ? NOT_REACHED + there.inFlight() : there.inFlight();
  }

  private Connection at(int place) {
    if (place == 0) {
      return main;
    }
    Connection there = pool.get(place - 1);
    if (there != null) {
      return there;
    }
    server.context().admitSession();
    Connection made = server.connection(Translation.whoever(), Map.of());
    pool.set(place - 1, made);
    closeWhenIdle(made, () -> pool.set(place - 1, null));
    return made;
  }

  private Connection ofCaller(Call call) {
    CallerSession session = call.session();
    String principal = call.principal();
    if (session == null && (principal == null || !entry.forwardHeaders().isEmpty())) {
      return ofOneRequest(call);
    }
    Object owner = session == null ? "principal " + principal : session;
    Connection known = byOwner.get(owner);
    if (known != null) {
      return known;
    }
    Connection made = ofOne(call);
    byOwner.put(owner, made);
    Runnable taking =
        session == null ? () -> {} : session.onEnd(() -> server.onLoop(() -> close(owner, made)));
    closeWhenIdle(made, () -> {
      byOwner.remove(owner, made);
      taking.run();
    });
    return made;
  }

  private void close(Object owner, Connection made) {
    if (byOwner.remove(owner, made)) {
      end(made);
    }
  }

  private Connection ofOneRequest(Call call) {
    Connection made = ofOne(call);
    transients.add(made);
    made.whenUnused(() -> {
      transients.remove(made);
      end(made);
    });
    return made;
  }

  private Connection ofOne(Call call) {
    server.context().admitSession();
    return server.connection(Translation.declared(call.clientCapabilities()), server.headers(call));
  }

  private void closeWhenIdle(Connection connection, Runnable forget) {
    long leftMs = Math.max(1, entry.idleMs() - connection.unusedMs());
    long timer = vertx.setTimer(leftMs, passed -> {
      if (connection.unusedMs() >= entry.idleMs()) {
        forget.run();
        end(connection);
      } else {
        closeWhenIdle(connection, forget);
      }
    });
    idleTimers.put(connection, timer);
  }

  private void end(Connection connection) {
    Long timer = idleTimers.remove(connection);
    if (timer != null) {
      // It would keep all that hangs on the connection.
      boolean unused = vertx.cancelTimer(timer);
    }
    if (!connection.closed()) {
      // Its place is free when the process is gone, not before.
      connection.close().onComplete(closed -> server.context().releaseSession());
    }
  }

  /** Requests that are served now. */
  int inFlight() {
    int count = main.inFlight() + transients.size();
    for (Connection connection : byOwner.values()) {
      count += connection.inFlight();
    }
    for (Connection connection : pool) {
      count += connection == null ? 0 : connection.inFlight();
    }
    return count;
  }

  /** Ends all of them, side by side. */
  Future<Void> close() {
    List<Future<Void>> ending = new ArrayList<>();
    ending.add(main.close());
    List<Connection> others = new ArrayList<>(byOwner.values());
    others.addAll(transients);
    pool.forEach(connection -> {
      if (connection != null) {
        others.add(connection);
      }
    });
    byOwner.clear();
    idleTimers.values().forEach(vertx::cancelTimer);
    idleTimers.clear();
    others.forEach(connection -> {
      if (!connection.closed()) {
        ending.add(connection.close().onComplete(gone -> server.context().releaseSession()));
      }
    });
    return Future.join(ending).mapEmpty();
  }
}
