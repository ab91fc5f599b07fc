package io.breakwater.launch;

import io.breakwater.http.HttpVerticle;
import io.breakwater.options.Configuration;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.VertxException;
import java.util.function.IntConsumer;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One event loop of the endpoint. Deployed by name under any Vert.x launcher, it takes the deployment's configuration in
 * the shape of {@code conf/breakwater.json}, and the environment; as many instances as wanted share one port and one
 * server.
 *
 * <p>Confined to its event loop.
 */
public final class BreakwaterVerticle extends VerticleBase {
  private static final Logger LOG = Logger.getLogger(BreakwaterVerticle.class.getName());

  private final @Nullable Options given;
  private final @Nullable ServersSource servers;
  private final @Nullable IntConsumer listening;
  private @Nullable Breakwater breakwater;
  private @Nullable HttpVerticle http;

  /** For a launcher, which makes it by name. */
  public BreakwaterVerticle() {
    this(null, null, null);
  }

  /**
   * @param options or null to read them from the deployment and the environment
   * @param servers where the servers behind this one are named; null together with the options
   * @param listening takes the port once it is open, or null to have it logged
   */
  BreakwaterVerticle(
      @Nullable Options options, @Nullable ServersSource servers, @Nullable IntConsumer listening) {
    this.given = options;
    this.servers = servers;
    this.listening = listening;
  }

  @Override
  public Future<?> start() {
    if (!context.isEventLoopContext()) {
      return Future.failedFuture(new VertxException(
          "the verticle needs an event loop (no -worker, no -virtual-thread); what blocks runs elsewhere",
          true));
    }
    // Mistakes in the configuration are thrown: Vert.x makes the failure of the deployment of them.
    Configuration configuration = read();
    Options options = given == null ? configuration.options() : given;
    ServersSource source =
        servers == null ? ServersSource.of(options, configuration.servers()) : servers;
    return Breakwater.shared(vertx, options, source)
        .compose(shared -> {
          breakwater = shared;
          return shared.start(context);
        })
        .onSuccess(verticle -> {
          http = verticle;
          tell(options, verticle.port());
        });
  }

  private Configuration read() {
    return Configuration.defaults()
        .text("configuration of the deployment", config().encode())
        .environment(System.getenv());
  }

  private void tell(Options options, int port) {
    if (listening != null) {
      listening.accept(port);
      return;
    }
    String url = Greeting.url(options.listen(), port);
    boolean first = vertx
            .sharedData()
            .<String, Boolean>getLocalMap(BreakwaterVerticle.class.getName())
            .putIfAbsent(url, true)
        == null;
    if (first) {
      LOG.info(() -> "Breakwater listens on " + url);
    }
  }

  @Override
  public Future<?> stop() {
    return breakwater == null || http == null
        ? Future.succeededFuture()
        : breakwater.stop(http, context);
  }
}
