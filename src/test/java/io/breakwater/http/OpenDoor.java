package io.breakwater.http;

import io.breakwater.options.Options;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The HTTP server with a fake era behind its door, on a free port of the loopback address. */
final class OpenDoor implements AutoCloseable {
  final Vertx vertx = Vertx.vertx();
  final FakeRoutes routes = new FakeRoutes();
  final FakeEra era = routes.era;
  final BodyGauge bodies = new BodyGauge(Long.MAX_VALUE);
  final Connections connections;
  final SseChannels channels;
  final int port;
  volatile boolean ready = true;

  OpenDoor(Options options, Admission... gates) throws Exception {
    connections = new Connections(options.limits().connectionsMax());
    channels = new SseChannels(vertx, options, List.of(era));
    HttpVerticle.House house =
        new HttpVerticle.House(List.of(gates), routes, channels, bodies, connections, () -> ready);
    HttpVerticle verticle =
        new HttpVerticle(options.with("listen.port", 0).with("limits.drainMs", 0), house);
    String unused = vertx.deployVerticle(verticle).await(20, TimeUnit.SECONDS);
    port = verticle.port();
  }

  RawClient client() throws Exception {
    return RawClient.to(port);
  }

  @Override
  public void close() throws Exception {
    vertx.close().await(20, TimeUnit.SECONDS);
  }
}
