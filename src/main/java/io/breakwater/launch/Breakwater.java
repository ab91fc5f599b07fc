package io.breakwater.launch;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.api.Prompt;
import io.breakwater.api.Resource;
import io.breakwater.api.ResourceTemplate;
import io.breakwater.api.Tool;
import io.breakwater.http.BodyGauge;
import io.breakwater.http.Connections;
import io.breakwater.http.HttpDoor;
import io.breakwater.http.HttpVerticle;
import io.breakwater.options.Options;
import io.breakwater.provider.BlockingExecutor;
import io.breakwater.provider.Catalog;
import io.breakwater.provider.LocalProvider;
import io.breakwater.provider.Provider;
import io.breakwater.provider.SchemaLimits;
import io.breakwater.provider.Schemas;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server in a Java program: what it offers, and where it is reached.
 *
 * <pre>{@code
 * Breakwater breakwater = Breakwater.create(vertx, Options.defaults()).add(tool);
 * breakwater.listen();        // a server of its own, on options.listen()
 * breakwater.mount(router);   // or a route of yours, at options.listen().path()
 * }</pre>
 *
 * <p>Offers can be added and removed at any time; clients that asked for it are told.
 *
 * <p>Thread-safe.
 */
public final class Breakwater implements Shareable {
  private static final String SHARED = Breakwater.class.getName();

  private final Vertx vertx;
  private final Options options;
  private final BlockingExecutor blocking;
  private final LocalProvider local;
  private final Catalog catalog = new Catalog();
  private final Graph graph;
  private final HttpVerticle.House house;
  private final ConcurrentLinkedDeque<HttpVerticle> started = new ConcurrentLinkedDeque<>();
  private final AtomicReference<@Nullable String> deployment = new AtomicReference<>();
  private final AtomicReference<@Nullable Future<Void>> closing = new AtomicReference<>();

  private Breakwater(Vertx vertx, Options options) {
    this.vertx = vertx;
    this.options = options;
    this.blocking = new BlockingExecutor(options.blocking());
    this.local = new LocalProvider(new Schemas(SchemaLimits.of(options.limits())), blocking);
    this.catalog.add(local);
    this.graph = new Graph(vertx, options, catalog);
    this.house = new HttpVerticle.House(
        List.of(),
        graph.eras(),
        new BodyGauge(options.limits().inFlightBytesMax()),
        new Connections(options.limits().connectionsMax()),
        () -> closing.get() == null);
  }

  /** A server that offers nothing yet. */
  public static Breakwater create(Vertx vertx, Options options) {
    return new Breakwater(vertx, options);
  }

  /**
   * The one server of this Vert.x that listens on this address, for all verticles that start it. Made on a worker thread,
   * since schemas take their time.
   */
  static Future<Breakwater> shared(Vertx vertx, Options options) {
    LocalMap<String, Breakwater> all = vertx.sharedData().getLocalMap(SHARED);
    return vertx.executeBlocking(
        () -> all.computeIfAbsent(options.listen().toString(), address -> {
          Breakwater made = create(vertx, options);
          if (options.server().builtins()) {
            Builtins.addTo(made.local);
          }
          return made;
        }),
        false);
  }

  /** @throws IllegalArgumentException when a name is taken or a schema is refused; then nothing has changed */
  @CanIgnoreReturnValue
  public Breakwater add(Tool... tools) {
    local.add(tools);
    return this;
  }

  /** @throws IllegalArgumentException when a URI is taken; then nothing has changed */
  @CanIgnoreReturnValue
  public Breakwater add(Resource... resources) {
    local.add(resources);
    return this;
  }

  /** @throws IllegalArgumentException when a template is there already; then nothing has changed */
  @CanIgnoreReturnValue
  public Breakwater add(ResourceTemplate... templates) {
    local.add(templates);
    return this;
  }

  /** @throws IllegalArgumentException when a name is taken; then nothing has changed */
  @CanIgnoreReturnValue
  public Breakwater add(Prompt... prompts) {
    local.add(prompts);
    return this;
  }

  /** Offers also what this provider offers, behind what is offered already. */
  @CanIgnoreReturnValue
  public Breakwater add(Provider provider) {
    catalog.add(provider);
    return this;
  }

  /** What was added one by one, for removing it and for telling that a resource has changed. */
  public LocalProvider local() {
    return local;
  }

  /**
   * Answers at {@code options.listen().path()} of a router. The route belongs before any {@code BodyHandler}: bodies are
   * read here, while they are judged.
   */
  @CanIgnoreReturnValue
  public Route mount(Router router) {
    HttpDoor door = new HttpDoor(vertx, options, house.gates(), house.eras(), house.bodies());
    return door.mount(router, options.listen().path());
  }

  /** Listens on {@code options.listen()}, on one event loop for each core. The future has the port. */
  public Future<Integer> listen() {
    return listen(Runtime.getRuntime().availableProcessors());
  }

  /** Listens on {@code options.listen()}, on so many event loops. The future has the port. */
  public Future<Integer> listen(int instances) {
    List<HttpVerticle> made = new ArrayList<>();
    DeploymentOptions deploymentOptions = new DeploymentOptions().setInstances(instances);
    return vertx
        .deployVerticle(
            () -> {
              HttpVerticle verticle = new HttpVerticle(options, house);
              made.add(verticle);
              return verticle;
            },
            deploymentOptions)
        .map(id -> {
          deployment.set(id);
          return made.get(0).port();
        });
  }

  /** Listens on the event loop of a verticle. The future has the port. */
  Future<Integer> start(Context context) {
    HttpVerticle verticle = new HttpVerticle(options, house);
    started.add(verticle);
    return verticle.deploy(context).map(ignored -> verticle.port());
  }

  /** Ends what one {@link #start} began. */
  Future<Void> stop() {
    HttpVerticle verticle = started.poll();
    return closeGraph()
        .eventually(() -> verticle == null
            ? Future.succeededFuture()
            : verticle.undeploy(vertx.getOrCreateContext()));
  }

  /** Ends sessions and streams, lets requests in flight end for a bounded time, and closes what it listens on. */
  public Future<Void> close() {
    String deployed = deployment.getAndSet(null);
    return closeGraph()
        .eventually(() -> deployed == null ? Future.succeededFuture() : vertx.undeploy(deployed));
  }

  private Future<Void> closeGraph() {
    Future<Void> running = closing.get();
    if (running != null) {
      return running;
    }
    vertx.sharedData().getLocalMap(SHARED).removeIfPresent(options.listen().toString(), this);
    Future<Void> closed = graph.close().onComplete(done -> blocking.close());
    closing.set(closed);
    return closed;
  }
}
