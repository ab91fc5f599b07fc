package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.dispatch.Cancelled;
import io.breakwater.options.Options;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The door over HTTP: takes one request at a time from its head to the {@link Place} that serves it.
 *
 * <pre>
 * method         one that the place does not offer            405
 * Host, Origin   {@link HostRules}                            400, 403
 * budget         {@link BodyGauge}                            503
 * gates          one {@link Admission} after the other        whatever they say
 * content        as the place wants it, {@link ContentRules}  405, 406, 415, 417, 413
 * body           POST: {@link BodyReader}                     413, 408, 400
 * place          an {@link Endpoint}, or one of {@link SsePlaces}
 * </pre>
 *
 * <p>Every failure on the way ends in {@link #fail}.
 *
 * <p>Thread-safe: a request is confined to the loop of its connection. One door for each verticle keeps its timers there.
 */
public final class HttpDoor implements Handler<HttpServerRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(HttpDoor.class);

  private final Vertx vertx;
  private final List<Admission> gates;
  private final Routes routes;
  private final ContentRules content;
  private final Refusal notFound;
  private final Place endpoint;
  private final Map<String, Place> others;
  private final HostRules hosts;
  private final BodyRules bodies;
  private final BodyGauge gauge;
  private final HttpExchange.Answering answering;

  public HttpDoor(Vertx vertx, Options options, HttpVerticle.House house) {
    this.vertx = vertx;
    this.gates = house.gates();
    this.gauge = house.bodies();
    this.routes = house.routes();
    this.content = new ContentRules(options.limits().bodyBytesMax());
    this.notFound = ContentRules.refusal(
        404, "Not found (the endpoint is " + options.listen().path() + ")");
    this.endpoint = new Endpoint(routes.whole(), content, notFound);
    this.others = SsePlaces.of(options.listen(), house.channels(), content);
    this.hosts = new HostRules(options.listen(), options.origins());
    this.bodies = BodyRules.of(options.limits());
    this.answering = new HttpExchange.Answering(
        new Severance(vertx, options.limits().lingerMs()),
        new KeepAlives(vertx, options.limits().keepAliveMs()),
        options.limits().unsentBytesMax());
  }

  /**
   * Where the endpoint stands on a router, below it the endpoints of one server alone, and beside it the paths of
   * HTTP+SSE; a request whose path this is, with any query, comes here. What nobody serves below the path goes on to the
   * router's other routes, and is answered here when none of them has taken it.
   */
  public Route mount(Router router, String path) {
    others.forEach((other, place) -> {
      Route unused = router.route(other).handler(context -> handle(context.request(), place));
    });
    Route whole = router.route(path).handler(context -> handle(context.request()));
    Route unusedAlone = router.route(path + "/*").handler(context -> handleAlone(context, path));
    Route unusedNone =
        router.route(path + "/*").last().handler(context -> refuse(context.request(), notFound));
    return whole;
  }

  private void handleAlone(RoutingContext context, String path) {
    Place place = alone(segment(context, path));
    if (place == null) {
      context.next();
    } else {
      handle(context.request(), place);
    }
  }

  /**
   * What the path says below the endpoint's, as it was sent; empty when that is not one segment. The router has resolved
   * dots and decoded harmless characters before it compared, so both its view and the sent path must say so.
   */
  private static String segment(RoutingContext context, String path) {
    String sent = context.request().path();
    int slash = sent == null ? -1 : sent.lastIndexOf('/');
    if (slash < 0 || !sent.substring(0, slash).endsWith(path)) {
      return "";
    }
    String mount = context.mountPoint();
    int above = mount == null ? 0 : mount.endsWith("/") ? mount.length() - 1 : mount.length();
    String seen = context.normalizedPath();
    boolean one = seen.lastIndexOf('/') == above + path.length();
    return one ? sent.substring(slash + 1) : "";
  }

  /** Ends what the door does by itself; what is on its way through it goes on. */
  public void close() {
    answering.keepAlives().stop();
  }

  @Override
  public void handle(HttpServerRequest request) {
    handle(request, endpoint);
  }

  /** One server alone, by the segment of the path below the endpoint's; null when there is none. */
  @Nullable
  Place alone(String segment) {
    String name = RouteName.decode(segment);
    Served served = name == null ? null : routes.named(name);
    return served == null ? null : new Endpoint(served, content, notFound);
  }

  /** What a request is told whose path nobody serves. */
  Refusal notFound() {
    return notFound;
  }

  /** What stands beside the endpoint, by its path. */
  Map<String, Place> others() {
    return others;
  }

  void handle(HttpServerRequest request, Place place) {
    HttpExchange exchange = exchange(request);
    if (!exchange.loop().isEventLoopContext()) {
      fail(
          exchange,
          new IllegalStateException(
              "the endpoint is served on a worker (expected: an event loop)"));
      return;
    }
    if (exchange.head().announcesBody() && (request.isEnded() || request.bytesRead() > 0)) {
      fail(
          exchange,
          new IllegalStateException(
              "an earlier handler, such as a BodyHandler, has read the body; the endpoint reads it itself and belongs"
                  + " before that handler"));
      return;
    }
    Future<HttpHead> admitted = admit(exchange, place);
    boolean waits = !admitted.isComplete() && !request.isEnded();
    if (waits) {
      request.pause();
    }
    Runnable resume = waits ? request::resume : () -> {};
    admitted.onComplete(
        head -> exchange.onLoop(() -> {
          serve(request, exchange, head, place);
          resume.run();
        }),
        failure -> exchange.onLoop(() -> {
          resume.run();
          turnAway(exchange, failure);
        }));
  }

  private HttpExchange exchange(HttpServerRequest request) {
    return new HttpExchange(request, HttpHead.of(request), ContextInternal.current(), answering);
  }

  /** Refuses a request of a path that is not ours. */
  void refuse(HttpServerRequest request, Refusal refusal) {
    turnAway(exchange(request), refusal);
  }

  /** Answers a request of a path that is not ours. */
  void answer(HttpServerRequest request, int status, JsonNode body) {
    exchange(request).answer(status, Map.of(), body);
  }

  /** What the head alone decides, in the order of the table. */
  private Future<HttpHead> admit(HttpExchange exchange, Place place) {
    HttpHead head = exchange.head();
    try {
      requireOffered(head.method(), place);
      hosts.admit(head);
      Cors.mark(head, exchange.fields());
      gauge.admit();
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
    Future<HttpHead> admitted = Future.succeededFuture(head);
    if (head.method().equals(HttpMethod.OPTIONS)) {
      // A preflight carries no credentials.
      return admitted;
    }
    for (Admission gate : gates) {
      admitted = admitted.compose(gate::admit);
    }
    return admitted.map(let -> {
      place.admit(let);
      return let;
    });
  }

  private static void requireOffered(HttpMethod method, Place place) {
    if (!place.offers(method)) {
      throw ContentRules.refusal(
              405,
              "Method not allowed: " + Refusal.clip(method.name()) + " (expected: " + place.allow()
                  + ")")
          .header("Allow", place.allow());
    }
  }

  /**
   * Refuses a request before the end of its body. What came in one piece is complete a moment later, and then its
   * connection lives on; one that is closed in any case is not kept waiting.
   */
  private static void turnAway(HttpExchange exchange, Throwable failure) {
    if (failure instanceof Refusal refusal && refusal.headers().containsKey("Connection")) {
      fail(exchange, failure);
    } else {
      exchange.loop().runOnContext(later -> fail(exchange, failure));
    }
  }

  private void serve(HttpServerRequest request, HttpExchange exchange, HttpHead head, Place place) {
    exchange.admitted(head);
    if (head.method().equals(HttpMethod.OPTIONS)) {
      exchange.answer(204, Cors.options(head, place.allow()), null);
    } else if (head.method().equals(HttpMethod.POST)) {
      read(request, exchange)
          .onComplete(
              body -> attempt(exchange, () -> place.serve(exchange, body)),
              failure -> turnAway(exchange, failure));
    } else {
      attempt(exchange, () -> place.serve(exchange, null));
    }
  }

  private Future<JsonNode> read(HttpServerRequest request, HttpExchange exchange) {
    Future<JsonNode> body = BodyReader.read(vertx, request, exchange, bodies, gauge);
    if (exchange.head().expectsContinue()) {
      request.response().writeContinue().onFailure(gone -> {});
    }
    return body;
  }

  private static void attempt(HttpExchange exchange, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      fail(exchange, e);
    }
  }

  /** The one place where a failure becomes an answer. What nobody expected stays in the log. */
  private static void fail(HttpExchange exchange, Throwable failure) {
    if (failure instanceof Cancelled) {
      return;
    }
    if (!(failure instanceof Refusal)) {
      LOG.error(exchange.head().method() + " " + exchange.head().path() + " failed", failure);
    }
    if (exchange.streaming()) {
      exchange.cut();
    } else {
      exchange.refuse(failure instanceof Refusal refusal ? refusal : Refusal.internal());
    }
  }
}
