package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.client.McpClient;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.provider.OfferListener;
import io.breakwater.provider.Offers;
import io.breakwater.provider.Provider;
import io.breakwater.provider.ResourceReader;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Method;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.VertxInternal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Another MCP server, behind a URL or as a child process: what it offers is offered here, under its own names. It has a
 * loop, connections, deadlines and a circuit of its own, so that what is wrong with it is wrong with nothing else.
 *
 * <p>Thread-safe: everything hops to its loop.
 */
public final class Upstream implements Provider {
  private static final long DRAIN_LOOK_MS = 50;

  private final GatewayContext context;
  private final ServerEntry entry;
  private final Context loop;
  private final Endpoints endpoints;
  private final ChildLog log;
  private final Circuit starts;
  private final Connections connections;
  private final Supervision supervision;
  private final List<OfferListener> listeners = new CopyOnWriteArrayList<>();
  private volatile Offers offers = Offers.NONE;
  private volatile boolean closing;

  Upstream(GatewayContext context, ServerEntry entry) {
    this.context = context;
    this.entry = entry;
    this.loop = ((VertxInternal) context.vertx()).createEventLoopContext();
    this.endpoints = new Endpoints(context.options(), entry, context.id());
    this.log = new ChildLog(entry.name(), context.bounds().stderrLinesMax(), GatewayContext::nowMs);
    this.starts = new Circuit(context.bounds(), GatewayContext::nowMs);
    this.connections = new Connections(this);
    this.supervision = new Supervision(this, connections, this::offer);
  }

  /** Begins to reach it. */
  void start() {
    onLoop(supervision::begin);
  }

  GatewayContext context() {
    return context;
  }

  /** What the configuration says of it. */
  public ServerEntry entry() {
    return entry;
  }

  ChildLog log() {
    return log;
  }

  @Override
  public Offers offers() {
    return offers;
  }

  /** A server may have more resources than it lists. */
  @Override
  public @Nullable ResourceReader unlisted() {
    return (uri, call) ->
        relay(Method.RESOURCES_READ, JsonNodeFactory.instance.objectNode().put("uri", uri), call);
  }

  @Override
  public Outcome.CacheHint hint() {
    return supervision.hint();
  }

  /** Its name and its state; why it is so is for the log alone. */
  @Override
  public List<String> missing() {
    State state = status().state();
    return state == State.UP ? List.of() : List.of("server '" + entry.name() + "' is " + state);
  }

  @Override
  public Future<Void> ready() {
    return supervision.ready();
  }

  @Override
  public Runnable listen(OfferListener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** How it is now. The numbers are not of one instant. */
  public Status status() {
    return supervision.status();
  }

  @Override
  public void watched(String uri, boolean wanted) {
    onLoop(() -> supervision.watched(uri, wanted));
  }

  /** A new connection of ours, not connected yet. On the loop. */
  Connection connection(ObjectNode capabilities, Map<String, String> headers) {
    McpClient.Builder client = endpoints.client(context.vertx(), loop, capabilities, headers);
    Circuit circuit = new Circuit(context.bounds(), GatewayContext::nowMs);
    // Of the connection of one caller nothing is heard that is not part of its requests.
    return new Connection(
        client, starts, circuit, new Connection.Ears((m, p) -> {}, () -> {}, log), why -> {});
  }

  /** The connection over which lists are read. On the loop, once. */
  Connection main(ObjectNode capabilities) {
    McpClient.Builder client = endpoints.client(context.vertx(), loop, capabilities, Map.of());
    Circuit circuit = new Circuit(context.bounds(), GatewayContext::nowMs);
    return new Connection(
        client,
        circuit,
        circuit,
        new Connection.Ears(
            (m, p) -> supervision.notified(m, p), () -> supervision.replaced(), log),
        why -> supervision.lost(why));
  }

  /** The headers of a caller's request that the server gets. */
  Map<String, String> headers(Call call) {
    return endpoints.forwarded(call);
  }

  /** @param told lists that the server says have changed, whatever is in them now */
  private void offer(Offers next, Set<Listing.Kind> told) {
    Offers before = offers;
    offers = next;
    tell(OfferChanges.between(before, next, told));
  }

  private void tell(Consumer<OfferListener> change) {
    listeners.forEach(change);
  }

  /** A resource has changed. */
  void updated(String uri) {
    tell(listener -> listener.resourceUpdated(uri));
  }

  /**
   * Makes a request for a caller. Fails with a {@link Refusal}.
   *
   * @param params without {@code _meta}
   */
  Future<Outcome> relay(Method method, ObjectNode params, Call call) {
    Refusal tooDeep = tooDeep(call);
    if (tooDeep != null) {
      return Future.failedFuture(tooDeep);
    }
    String held = Translation.held(call.state());
    if (held != null) {
      return resume(held, call);
    }
    ObjectNode meta = Meta.passing(call.meta());
    if (!meta.isEmpty()) {
      params.set("_meta", meta);
    }
    int depth = 1 + Depth.of(params);
    if (depth > entry.depthMax()) {
      return Future.failedFuture(tooDeep(depth));
    }
    return onLoop(() -> send(method, params, call));
  }

  /** Answers of the caller go to the server, too: three levels down, or as a result of their own, which is less deep. */
  private @Nullable Refusal tooDeep(Call call) {
    for (JsonNode answer : call.answers().values()) {
      int depth = 3 + Depth.of(answer);
      if (depth > entry.depthMax()) {
        return tooDeep(depth);
      }
    }
    return null;
  }

  private Refusal tooDeep(int depth) {
    return Refusal.parseError("Parse error: nested " + depth + " levels deep, and server '"
        + entry.name() + "' gets at most " + entry.depthMax()
        + " (gateway.depthMax, or depthMax of its entry)");
  }

  private Future<Outcome> send(Method method, ObjectNode params, Call call) {
    if (closing) {
      throw Failures.unavailable(entry.name(), "it was taken away", false);
    }
    Connections.Chosen chosen = connections.of(call, Translation.pin(call.state()));
    Translation translation = Translation.of(entry.name(), call.state(), chosen.pin());
    return new Relayed(this, chosen.connection(), translation).begin(method, params, call);
  }

  private Future<Outcome> resume(String held, Call call) {
    Relayed relayed = context.held().take(held);
    return relayed == null
        ? Future.failedFuture(Refusal.invalidParams("Invalid params: server '" + entry.name()
            + "' does not wait for these answers any more (gateway.heldMs: "
            + context.bounds().heldMs() + ", or it was started anew); make the request again"))
        : relayed.comeBack(call);
  }

  /** Completes an argument. */
  Future<Outcome> complete(
      ObjectNode ref, String argument, String value, Map<String, String> known, Call call) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.set("ref", ref);
    params.putObject("argument").put("name", argument).put("value", value);
    if (!known.isEmpty()) {
      ObjectNode arguments = params.putObject("context").putObject("arguments");
      known.forEach(arguments::put);
    }
    return relay(Method.COMPLETION_COMPLETE, params, call);
  }

  /** Runs the task on the loop, now when called there. */
  void onLoop(Runnable task) {
    if (((VertxInternal) context.vertx()).getContext() == loop) {
      task.run();
    } else {
      loop.runOnContext(later -> task.run());
    }
  }

  /** Runs the task on the loop after what is to be done there now. */
  void later(Runnable task) {
    loop.runOnContext(now -> task.run());
  }

  /** Takes a step on the loop. */
  Future<Outcome> onLoop(Step step) {
    Promise<Outcome> promise = Promise.promise();
    onLoop(() -> {
      try {
        step.take().onComplete(promise);
      } catch (RuntimeException e) {
        promise.fail(e);
      }
    });
    return promise.future();
  }

  /** What is done on the loop, and what comes of it. */
  interface Step {
    Future<Outcome> take();
  }

  /**
   * Takes it away: no more requests, those that are being served may end within the time, then its connections are closed
   * and its processes end.
   */
  Future<Void> close(long drainMs) {
    closing = true;
    Promise<Void> closed = Promise.promise();
    onLoop(() -> {
      supervision.end();
      drain(GatewayContext.nowMs() + drainMs, closed);
    });
    return closed.future();
  }

  private void drain(long untilMs, Promise<Void> closed) {
    if (connections.inFlight() > 0 && GatewayContext.nowMs() < untilMs) {
      long unused = context.vertx().setTimer(DRAIN_LOOK_MS, again -> drain(untilMs, closed));
    } else {
      connections.close().onComplete(closed);
    }
  }
}
