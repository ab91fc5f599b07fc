package io.breakwater.client;

import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.util.concurrent.TimeUnit;

/**
 * The connections to a server: how many, how long they live, and what they take.
 *
 * <p>There are two pools. Calls may hold every connection of the first one for as long as they run, and a legacy server may
 * ask something before it answers any of them: our answers, cancellations and the stream that belongs to no call go
 * <em>aside</em>, over the second, so that they never wait for the calls that wait for them.
 *
 * <p>Thread-safe.
 */
final class HttpClients {
  /** HTTP/1.1 servers close what is idle after 5 s as a rule; a request that meets the close is lost. */
  private static final int REUSED_WITHIN_S = 4;
  /** An open stream of HTTP+SSE or of a session, and DELETE. */
  private static final int ASIDE_BESIDES_ANSWERS = 2;

  private final HttpClient calls;
  private final HttpClient aside;

  /** @param https whether this is for https, where HTTP/2 is offered, or for plain http */
  HttpClients(Vertx vertx, Options options, boolean https) {
    this.calls = open(vertx, http(options, https), options, options.client().connectionsMax());
    this.aside = open(vertx, aside(options, https), options, asideMax(options));
  }

  /** Connections for what goes aside. */
  static int asideMax(Options options) {
    return Math.addExact(options.client().questionsMax(), ASIDE_BESIDES_ANSWERS);
  }

  HttpClient of(boolean beside) {
    return beside ? aside : calls;
  }

  Future<Void> close() {
    return Future.join(calls.close(), aside.close()).mapEmpty();
  }

  private static HttpClient open(
      Vertx vertx, HttpClientOptions http, Options options, int connectionsMax) {
    PoolOptions pool = new PoolOptions()
        .setHttp1MaxSize(connectionsMax)
        .setHttp2MaxSize(1)
        .setMaxWaitQueueSize(options.client().waitingMax());
    return vertx
        .httpClientBuilder()
        .with(http)
        .with(pool)
        // What breaks is told by the exchange; without a handler Vert.x would log it as well.
        .withConnectHandler(connection -> connection.exceptionHandler(told -> {}))
        .build();
  }

  /** The stream of HTTP+SSE carries everything, and may be silent for longer than a call takes. */
  static HttpClientOptions aside(Options options, boolean https) {
    return http(options, https).setIdleTimeout(0);
  }

  private static HttpClientOptions http(Options options, boolean https) {
    HttpClientOptions http = new HttpClientOptions()
        .setProtocolVersion(https ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
        .setUseAlpn(https)
        .setVerifyHost(true)
        .setTrustAll(false)
        .setDecompressionSupported(false)
        .setMaxHeaderSize(options.limits().headBytesMax())
        .setInitialSettings(
            new Http2Settings().setMaxHeaderListSize(options.limits().headBytesMax()))
        .setKeepAlive(true)
        .setKeepAliveTimeout(REUSED_WITHIN_S)
        .setPipelining(false);
    int connectMs = Math.toIntExact(options.client().connectMs());
    http.setConnectTimeout(connectMs);
    http.setSslHandshakeTimeout(connectMs).setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    // Every call has its deadline, and a stream of notifications that this ends is opened anew.
    int idleS = Math.toIntExact(options.client().callTotalMs() / 1_000 + 60);
    http.setIdleTimeout(idleS).setIdleTimeoutUnit(TimeUnit.SECONDS).setTcpKeepAlive(true);
    return http;
  }
}
