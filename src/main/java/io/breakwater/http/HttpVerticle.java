package io.breakwater.http;

import io.breakwater.options.Limits;
import io.breakwater.options.Options;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP server on one event loop. Several of them share the port, and Vert.x spreads connections among them.
 *
 * <p>Confined to the loop on which it is deployed.
 */
public final class HttpVerticle implements Deployable {
  /**
   * A call that answers with one JSON object is silent for as long as it may take, so an idle connection lives that much
   * longer.
   */
  private static final long IDLE_GRACE_MS = 15_000;

  private final Options options;
  private final House house;
  private volatile @Nullable HttpServer server;

  /**
   * What stands behind the doors of one process.
   *
   * @param gates rows of the table of refusals between Host and Accept, in order
   * @param routes the endpoints
   * @param channels the clients of HTTP+SSE
   * @param ready whether the process wants requests
   */
  public record House(
      List<Admission> gates,
      Routes routes,
      SseChannels channels,
      BodyGauge bodies,
      Connections connections,
      BooleanSupplier ready) {
    public House {
      gates = List.copyOf(gates);
    }
  }

  public HttpVerticle(Options options, House house) {
    this.options = options;
    this.house = house;
  }

  @Override
  public Future<Void> deploy(Context context) {
    Vertx vertx = context.owner();
    HttpDoor door = new HttpDoor(vertx, options, house);
    HttpServer made = vertx
        .createHttpServer(serverOptions(options))
        .connectionHandler(house.connections()::opened)
        .invalidRequestHandler(new InvalidRequests(vertx, options.limits()))
        .requestHandler(new HttpRoutes(options, door, house.ready()));
    server = made;
    return made.listen(address()).mapEmpty();
  }

  /** For port 0 the verticles of one house share whatever is free, and those of two houses do not. */
  private SocketAddress address() {
    String host = options.listen().host().replaceAll("[\\[\\]]", "");
    int port = options.listen().port();
    return port > 0
        ? SocketAddress.inetSocketAddress(port, host)
        : SocketAddress.sharedRandomPort(Math.max(1, System.identityHashCode(house)), host);
  }

  /** The port that is listened on, 0 before the verticle is deployed. May be asked from anywhere. */
  public int port() {
    HttpServer listening = server;
    return listening == null ? 0 : listening.actualPort();
  }

  /** Lets requests in flight end, for a bounded time. */
  @Override
  public Future<Void> undeploy(Context context) {
    HttpServer listening = server;
    return listening == null
        ? Future.succeededFuture()
        : listening.shutdown(options.limits().drainMs(), TimeUnit.MILLISECONDS);
  }

  static HttpServerOptions serverOptions(Options options) {
    Limits limits = options.limits();
    long idleMs = Math.max(limits.idleConnectionMs(), limits.callMs() + IDLE_GRACE_MS);
    return new HttpServerOptions()
        .setIdleTimeout(Math.toIntExact(idleMs))
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
        .setMaxInitialLineLength(InvalidRequests.LINE_BYTES_MAX)
        .setMaxHeaderSize(limits.headBytesMax())
        .setInitialSettings(new Http2Settings()
            .setMaxConcurrentStreams(100)
            .setMaxHeaderListSize(limits.headBytesMax()))
        .setHttp2ClearTextEnabled(true)
        .setCompressionSupported(false)
        // A body that grows under our hands is refused by its Content-Encoding instead.
        .setDecompressionSupported(false)
        // No WebSocket is served, and its handlers fail when many requests are pipelined.
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setTcpNoDelay(true)
        .setTcpKeepAlive(true);
  }
}
