package io.breakwater.launch;

import io.breakwater.options.servers.ServerEntry;
import io.breakwater.provider.Catalog;
import io.breakwater.provider.ToolOffer;
import io.breakwater.provider.upstream.Status;
import io.breakwater.provider.upstream.Upstream;
import io.breakwater.provider.upstream.Upstreams;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The servers behind the gateway and the endpoint of each alone, which stays while its server is started anew under the
 * same name: sessions there are told that lists changed.
 *
 * <p>Thread-safe: changes are made one after the other on a loop of their own.
 */
final class ServerRoutes {
  private static final Logger LOG = Logger.getLogger(ServerRoutes.class.getName());

  private final Upstreams upstreams;
  private final OpenRoutes routes;
  private final long drainMs;
  private final Context loop;

  // Confined to the loop.
  private final Map<String, Alone> byName = new HashMap<>();
  private boolean closed;

  /** The endpoint of one server, and what it offers. */
  private static final class Alone {
    final OpenRoute route;
    final Catalog catalog;
    Upstream server;

    Alone(OpenRoute route, Catalog catalog, Upstream server) {
      this.route = route;
      this.catalog = catalog;
      this.server = server;
    }
  }

  ServerRoutes(Vertx vertx, Upstreams upstreams, OpenRoutes routes, long drainMs) {
    this.upstreams = upstreams;
    this.routes = routes;
    this.drainMs = drainMs;
    this.loop = ((VertxInternal) vertx).createEventLoopContext();
  }

  /** These servers and no others; completes when those that went are gone. */
  Future<Void> apply(List<ServerEntry> entries) {
    Promise<Void> promise = Promise.promise();
    loop.runOnContext(now -> {
      if (closed) {
        promise.fail(new IllegalStateException("the server is closed"));
        return;
      }
      try {
        Future<Void> gone = upstreams.apply(entries, drainMs);
        List<Future<Void>> ending = new ArrayList<>(follow());
        ending.add(gone);
        Future.join(ending).<Void>mapEmpty().onComplete(promise);
      } catch (RuntimeException e) {
        promise.fail(e);
      }
    });
    return promise.future();
  }

  /** Opens and closes endpoints until they are those of the servers. */
  private List<Future<Void>> follow() {
    Set<String> wanted = new HashSet<>();
    for (Upstream server : upstreams.servers()) {
      String name = server.entry().name();
      wanted.add(name);
      Alone known = byName.get(name);
      if (known == null) {
        open(name, server);
      } else if (!known.server.equals(server)) {
        known.catalog.add(server);
        known.catalog.remove(known.server);
        known.server = server;
      }
    }
    List<Future<Void>> ending = new ArrayList<>();
    for (String name : List.copyOf(byName.keySet())) {
      if (!wanted.contains(name)) {
        ending.add(close(Objects.requireNonNull(byName.remove(name))));
      }
    }
    return ending;
  }

  /** Its name may have been wanted again meanwhile, and is free only now. */
  private Future<Void> close(Alone gone) {
    return gone.route.close().onComplete(done -> {
      gone.catalog.remove(gone.server);
      loop.runOnContext(now -> {
        if (!closed) {
          List<Future<Void>> unused = follow();
        }
      });
    });
  }

  private void open(String name, Upstream server) {
    Catalog catalog = new Catalog();
    catalog.add(server);
    try {
      byName.put(
          name, new Alone(routes.open(server.entry().routeName(), catalog), catalog, server));
    } catch (IllegalArgumentException | IllegalStateException e) {
      // It serves among the others all the same, and gets its endpoint when a name is given back.
      LOG.log(Level.INFO, "Server ''{0}'' has no endpoint of its own yet: {1}", new Object[] {
        name, e.getMessage()
      });
    }
  }

  /** The tools of each server under their own names, once all are known. */
  Future<Map<String, List<String>>> offered() {
    return upstreams.ready().map(ready -> {
      Map<String, List<String>> byServer = new LinkedHashMap<>();
      upstreams
          .servers()
          .forEach(server -> byServer.put(
              server.entry().name(),
              server.offers().tools().stream().map(ToolOffer::name).toList()));
      return byServer;
    });
  }

  /** Whether a request was made by this very gateway. */
  boolean madeBy(List<String> via) {
    return upstreams.madeBy(via);
  }

  List<Status> status() {
    return upstreams.status();
  }

  /** Takes all servers away; their endpoints are closed with the whole. */
  Future<Void> close() {
    Promise<Void> promise = Promise.promise();
    loop.runOnContext(now -> {
      closed = true;
      upstreams.close(0).onComplete(promise);
    });
    return promise.future();
  }
}
