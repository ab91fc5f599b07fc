package io.breakwater.launch;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.api.Prompt;
import io.breakwater.api.Resource;
import io.breakwater.api.ResourceTemplate;
import io.breakwater.api.Tool;
import io.breakwater.http.BodyGauge;
import io.breakwater.http.Connections;
import io.breakwater.http.HttpDoor;
import io.breakwater.http.HttpHead;
import io.breakwater.http.HttpVerticle;
import io.breakwater.http.SseChannels;
import io.breakwater.options.Options;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.provider.BlockingExecutor;
import io.breakwater.provider.Catalog;
import io.breakwater.provider.LocalProvider;
import io.breakwater.provider.Provider;
import io.breakwater.provider.SchemaLimits;
import io.breakwater.provider.Schemas;
import io.breakwater.provider.upstream.Status;
import io.breakwater.provider.upstream.Upstreams;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.stdio.StdioDoor;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server in a Java program: what it offers, and where it is reached.
 *
 * <pre>{@code
 * Breakwater breakwater = Breakwater.create(vertx, Options.defaults()).add(tool);
 * breakwater.listen();        // a server of its own, on options.listen()
 * breakwater.mount(router);   // or a route of yours, at options.listen().path()
 * breakwater.stdio();         // or one peer, over standard input and output
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
  private final ServerRoutes servers;
  private final Catalog catalog = new Catalog();
  private final Shared shared;
  private final Graph graph;
  private final OpenRoutes routes;
  private final HttpVerticle.House house;
  private final AtomicInteger started = new AtomicInteger();
  private final Queue<Future<String>> deployments = new ConcurrentLinkedQueue<>();
  private final Queue<HttpDoor> doors = new ConcurrentLinkedQueue<>();
  private final Queue<StdioDoor> stdioDoors = new ConcurrentLinkedQueue<>();
  /** Completes when the servers behind it are named. Set before anybody sees the object. */
  private volatile Future<Void> named = Future.succeededFuture();

  private final AtomicReference<@Nullable Future<Void>> closing = new AtomicReference<>();

  private Breakwater(Vertx vertx, Options options) {
    this.vertx = vertx;
    this.options = options;
    this.blocking = new BlockingExecutor(options.blocking());
    this.local = new LocalProvider(new Schemas(SchemaLimits.of(options.limits())), blocking);
    Upstreams upstreams = new Upstreams(vertx, options, local::offers);
    this.catalog.add(local);
    this.catalog.add(upstreams);
    this.shared = Shared.of(vertx, options);
    this.graph = new Graph(shared, catalog);
    this.routes = new OpenRoutes(shared, graph.eras());
    this.servers = new ServerRoutes(vertx, upstreams, routes, options.limits().drainMs());
    this.house = new HttpVerticle.House(
        List.of(this::admit),
        routes,
        new SseChannels(vertx, options, List.of(graph.legacy())),
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
  static Future<Breakwater> shared(Vertx vertx, Options options, ServersSource source) {
    LocalMap<String, Breakwater> all = vertx.sharedData().getLocalMap(SHARED);
    return vertx
        .executeBlocking(
            () -> all.computeIfAbsent(options.listen().toString(), address -> {
              Breakwater made = create(vertx, options);
              made.named =
                  ServersWatch.begin(vertx, made, source, options.gateway().reloadMs());
              return made;
            }),
            false)
        .compose(shared -> shared.options.equals(options)
            ? shared.named.map(shared)
            : Future.failedFuture(new IllegalStateException(
                "a server with other options listens on " + options.listen() + " already")));
  }

  Options options() {
    return options;
  }

  /** Whether it is being closed, or was. */
  boolean closing() {
    return closing.get() != null;
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

  /**
   * Offers also what these servers offer, under names that tell them apart, and no longer what earlier ones did; and each
   * of them alone, under its own names, at {@code listen.path/name}. Those whose entry is the same go on. Servers are reached side by side, and again when they are lost; see {@link #servers()}.
   *
   * @return completes when those that went are gone, at the latest after {@code limits.drainMs} and the time of their
   *     processes to end
   */
  @CanIgnoreReturnValue
  public Future<Void> servers(List<ServerEntry> entries) {
    return closing.get() == null
        ? servers.apply(entries)
        : Future.failedFuture(new IllegalStateException("the server is closed"));
  }

  /** The tools of each server behind this one under their own names, once all are known. */
  Future<Map<String, List<String>>> offered() {
    return servers.offered();
  }

  /** How the servers are that {@link #servers(List)} has named. */
  public List<Status> servers() {
    return servers.status();
  }

  /** What was added one by one, for removing it and for telling that a resource has changed. */
  public LocalProvider local() {
    return local;
  }

  /**
   * Opens an endpoint of its own for one server alone, at {@code options.listen().path()/name}, percent-encoded, on every
   * listener and router. It has its own catalog, sessions and states, and shares all bounds with the others.
   *
   * @param offers stays the caller's, who takes its providers away again after the end
   * @throws IllegalArgumentException when the name cannot stand in a path, or is taken
   * @throws IllegalStateException when there are {@link OpenRoutes#COUNT_MAX}, or the server is closed
   */
  OpenRoute route(String name, Catalog offers) {
    return routes.open(name, offers);
  }

  /** What it carries now, on all its endpoints. The numbers are not of one instant. */
  public Load load() {
    return new Load(
        house.connections().open(),
        house.bodies().open(),
        house.bodies().held(),
        shared.sessions().now(),
        shared.listens().now());
  }

  /**
   * Answers at {@code options.listen().path()} of a router and below it, and at the two paths of HTTP+SSE. What is not
   * served below the path is left to the router's other routes, and is 404 when none takes it. What guards the path in
   * the program has to guard all below it too. The route belongs before any {@code BodyHandler}: bodies are read here,
   * while they are judged. The router must be served on event loops, not on workers or virtual threads.
   *
   * @return the route of the endpoint
   */
  @CanIgnoreReturnValue
  public Route mount(Router router) {
    HttpDoor door = new HttpDoor(vertx, options, house);
    doors.add(door);
    return door.mount(router, options.listen().path());
  }

  /** Listens on {@code options.listen()}, on one event loop for each core. The future has the port. */
  public Future<Integer> listen() {
    return listen(Runtime.getRuntime().availableProcessors());
  }

  /** Listens on {@code options.listen()}, on so many event loops. The future has the port. */
  public Future<Integer> listen(int instances) {
    Queue<HttpVerticle> made = new ConcurrentLinkedQueue<>();
    DeploymentOptions deploymentOptions = new DeploymentOptions().setInstances(instances);
    Future<String> deployed = vertx.deployVerticle(
        () -> {
          HttpVerticle verticle = new HttpVerticle(options, house);
          made.add(verticle);
          return verticle;
        },
        deploymentOptions);
    deployments.add(deployed);
    return deployed.map(id -> made.element().port());
  }

  /**
   * Serves the peer on standard input and output: one JSON-RPC message a line. Nothing else may be written to standard
   * output meanwhile; who logs there calls {@code System.setOut(System.err)} first.
   *
   * @return completes when the input has ended and what was asked is answered, or nobody reads the output any more; fails
   *     after an error that nobody foresaw, or when the input is no conversation
   */
  public Future<Void> stdio() {
    return stdio(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
  }

  /** The same over any pair of streams. They are read and written by threads of their own, and not closed. */
  public Future<Void> stdio(InputStream in, OutputStream out) {
    if (closing.get() != null) {
      return Future.failedFuture(new IllegalStateException("the server is closed"));
    }
    // Its own threads keep no program running; a loop does, once it has begun.
    vertx.runOnContext(begun -> {});
    StdioDoor door = StdioDoor.open(vertx, options, graph.eras(), in, out);
    stdioDoors.add(door);
    return door.gone().onComplete(gone -> stdioDoors.remove(door));
  }

  /** Listens on the event loop of a verticle, until {@link #stop}. */
  Future<HttpVerticle> start(Context context) {
    HttpVerticle verticle = new HttpVerticle(options, house);
    started.incrementAndGet();
    return verticle.deploy(context).map(verticle).onFailure(failed -> started.decrementAndGet());
  }

  /** Ends what one {@link #start} began; with the last of them, the server. */
  Future<Void> stop(HttpVerticle verticle, Context context) {
    Future<Void> rest = started.decrementAndGet() == 0 ? close() : Future.succeededFuture();
    return Future.join(rest, verticle.undeploy(context)).mapEmpty();
  }

  /**
   * Refuses new requests, ends listen streams, lets requests end that are being served (for {@code limits.drainMs} at
   * most), then ends sessions and closes what it listens on. A closed server cannot be opened again.
   */
  public Future<Void> close() {
    Promise<Void> promise = Promise.promise();
    if (!closing.compareAndSet(null, promise.future())) {
      return Objects.requireNonNull(closing.get());
    }
    vertx.sharedData().getLocalMap(SHARED).removeIfPresent(options.listen().toString(), this);
    stdioDoors.forEach(StdioDoor::stopReading);
    Future.join(graph.close(options.limits().drainMs()), routes.stop())
        .onComplete(ended -> house.channels().close())
        .eventually(() ->
            Future.join(List.copyOf(stdioDoors).stream().map(StdioDoor::close).toList()))
        .eventually(() -> servers.close())
        .eventually(() -> Future.join(List.copyOf(deployments).stream()
            .map(deployed -> deployed.compose(vertx::undeploy))
            .toList()))
        .onComplete(done -> {
          blocking.close();
          doors.forEach(HttpDoor::close);
          promise.complete();
        });
    return promise.future();
  }

  private Future<HttpHead> admit(HttpHead head) {
    if (servers.madeBy(head.headers(Upstreams.VIA))) {
      return Future.failedFuture(Refusal.of(
          508,
          ErrorCodes.INTERNAL_ERROR,
          "Loop: this gateway stands behind itself (one of its mcpServers leads back to it)"));
    }
    return closing.get() == null
        ? Future.succeededFuture(head)
        : Future.failedFuture(Refusal.of(503, ErrorCodes.INTERNAL_ERROR, "Shutting down")
            .header("Retry-After", "5")
            .header("Connection", "close"));
  }
}
