package io.breakwater.http;

import io.breakwater.options.Options;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A door with a fake era behind it, listening on a free port of the loopback address. */
final class OpenDoor implements AutoCloseable {
  final Vertx vertx = Vertx.vertx();
  final FakeEra era = new FakeEra();
  final BodyGauge gauge = new BodyGauge();
  final int port;

  OpenDoor(Options options, Admission... gates) throws Exception {
    HttpDoor door = new HttpDoor(vertx, options, List.of(gates), List.of(era), gauge);
    HttpServer server = vertx.createHttpServer().requestHandler(door);
    port = server.listen(0, "127.0.0.1").await(20, TimeUnit.SECONDS).actualPort();
  }

  RawClient client() throws Exception {
    return RawClient.to(port);
  }

  @Override
  public void close() throws Exception {
    vertx.close().await(20, TimeUnit.SECONDS);
  }
}
