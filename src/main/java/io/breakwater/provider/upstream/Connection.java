package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.LogLevel;
import io.breakwater.client.ClientCall;
import io.breakwater.client.ClientException;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.client.ClientListener;
import io.breakwater.client.McpClient;
import io.breakwater.client.Peer;
import io.breakwater.client.RequestOptions;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One way to a server: a client, and a circuit that keeps it from being tried all the time.
 *
 * <p>Confined to the loop of its server.
 */
final class Connection {
  private final McpClient client;
  private final Circuit circuit;
  /** Of all connections that were never there: a program that cannot start is not started anew for each caller. */
  private final Circuit starts;

  private final Consumer<ClientException> whenLost;
  private @Nullable Peer peer;
  private @Nullable Future<Peer> connecting;
  private @Nullable LogLevel logLevel;
  private String why = "it could not be reached for another caller";
  private boolean reached;
  private int inFlight;
  private long usedMs = GatewayContext.nowMs();
  private boolean closed;
  private Runnable whenUnused = () -> {};

  /**
   * Hears what a server says by itself.
   *
   * @param notified a notification of no request
   * @param again its session has been replaced, and nobody was told that it was lost
   * @param log what it writes to stderr, and what is odd about it
   */
  record Ears(Notified notified, Runnable again, ChildLog log) {
    interface Notified {
      void take(String method, ObjectNode params);
    }
  }

  /**
   * @param client without a listener yet
   * @param starts of all connections of its kind that were not there yet
   * @param circuit its own
   * @param whenLost hears when the server could not be reached or was lost, once for each
   */
  Connection(
      McpClient.Builder client,
      Circuit starts,
      Circuit circuit,
      Ears ears,
      Consumer<ClientException> whenLost) {
    this.starts = starts;
    this.circuit = circuit;
    this.whenLost = whenLost;
    this.client = client.listener(listener(ears)).build();
  }

  private ClientListener listener(Ears ears) {
    return new ClientListener() {
      @Override
      public void notified(String method, ObjectNode params) {
        ears.notified().take(method, params);
      }

      @Override
      public void warned(String warning) {
        ears.log().odd(warning);
      }

      @Override
      public void logged(String line) {
        ears.log().line(line);
      }

      @Override
      public void relinked() {
        // One that was lost before is connected by us, who know what is to be done then.
        if (peer != null) {
          ears.again().run();
        }
      }

      @Override
      public void lost(ClientException cause) {
        fail(cause);
      }
    };
  }

  McpClient client() {
    return client;
  }

  Circuit circuit() {
    return circuit;
  }

  /** What is known of the server, or null while it is not connected. */
  @Nullable
  Peer peer() {
    return peer;
  }

  /** Connects, unless it is connected; fails at once while the circuit is open. */
  Future<Peer> connect() {
    if (peer != null) {
      return Future.succeededFuture(peer);
    }
    long waitMs = Math.max(circuit.waitMs(), starts.waitMs());
    if (closed || waitMs > 0) {
      String next =
          closed ? "it was taken away" : why + "; the next attempt is in " + waitMs + " ms";
      return Future.failedFuture(ClientException.before(Kind.UNREACHABLE, next));
    }
    Future<Peer> before = connecting;
    if (before != null) {
      return before;
    }
    Future<Peer> now = client.connect();
    connecting = now;
    return now.onComplete(done -> {
      connecting = null;
      if (done.succeeded()) {
        peer = done.result();
        reached = true;
        circuit.reached();
        starts.reached();
      } else {
        fail(done.cause());
      }
    });
  }

  /** Sends a request over a connection that is there. */
  ClientCall start(Method method, ObjectNode params, RequestOptions options) {
    ClientCall call = client.start(method, params, options);
    call.answer().onFailure(failure -> {
      if (failure instanceof ClientException known && known.kind() == Kind.UNREACHABLE) {
        fail(known);
      }
    });
    return call;
  }

  /** The server could not be reached, or was lost: of several who find out at once, the first counts. */
  private void fail(Throwable failure) {
    peer = null;
    logLevel = null;
    if (closed || circuit.waitMs() > 0 || (!reached && starts.waitMs() > 0)) {
      return;
    }
    ClientException known = failure instanceof ClientException told
        ? told
        : ClientException.before(Kind.UNREACHABLE, "unexpected failure");
    why = ChildLog.clean(known.getMessage());
    long unused = (reached ? circuit : starts).failed();
    whenLost.accept(known);
  }

  /**
   * Somebody wants messages of this level: a server with a handshake has one level for all of its requests, so the least
   * severe one that was wanted; each caller gets what it wants of that.
   */
  void wantLog(LogLevel level) {
    boolean told = logLevel != null && level.atLeast(logLevel);
    if (!told && peer != null && !peer.modern() && peer.capabilities().has("logging")) {
      logLevel = level;
      client.setLogLevel(level.wireName()).onFailure(refused -> {});
    }
  }

  /** A request of a caller begins, and ends with {@link #released}. */
  void taken() {
    inFlight++;
  }

  void released() {
    inFlight--;
    usedMs = GatewayContext.nowMs();
    if (inFlight == 0) {
      whenUnused.run();
    }
  }

  int inFlight() {
    return inFlight;
  }

  /** How long nobody has used it, in milliseconds; 0 while somebody does. */
  long unusedMs() {
    return inFlight > 0 ? 0 : GatewayContext.nowMs() - usedMs;
  }

  /** Runs the task each time that nobody uses it any more. */
  void whenUnused(Runnable task) {
    whenUnused = task;
  }

  boolean closed() {
    return closed;
  }

  /** Ends it, and what goes on over it, in bounded time. */
  Future<Void> close() {
    closed = true;
    peer = null;
    return client.close();
  }
}
