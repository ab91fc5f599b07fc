package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.dispatch.Cancelled;
import io.breakwater.era.Era;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint: takes one HTTP request at a time from its head to the era that serves it.
 *
 * <pre>
 * method         anything but POST, GET, DELETE, OPTIONS      405
 * Host, Origin   {@link HostRules}                            400, 403
 * budget         {@link BodyGauge}                            503
 * gates          one {@link Admission} after the other        whatever they say
 * content        POST: {@link ContentRules}                   406, 415, 417, 413
 *                GET: a stream that is asked for by name      405
 * body           POST: {@link BodyReader}                     413, 408, 400
 * era            the first that serves head and body
 * </pre>
 *
 * <p>Every failure on the way ends in {@link #fail}.
 *
 * <p>Thread-safe: a request is confined to the loop of its connection. One door for each verticle keeps its timers there.
 */
public final class HttpDoor implements Handler<HttpServerRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(HttpDoor.class);

  private static final Set<HttpMethod> OFFERED =
      Set.of(HttpMethod.POST, HttpMethod.GET, HttpMethod.DELETE, HttpMethod.OPTIONS);

  private final Vertx vertx;
  private final List<Admission> gates;
  private final List<Era> eras;
  private final HostRules hosts;
  private final ContentRules content;
  private final BodyRules bodies;
  private final BodyGauge gauge;
  private final HttpExchange.Answering answering;

  /**
   * @param gates asked in this order, after Host and Origin and before the content
   * @param eras the first that serves a request gets it
   */
  public HttpDoor(
      Vertx vertx, Options options, List<Admission> gates, List<Era> eras, BodyGauge gauge) {
    this.vertx = vertx;
    this.gates = List.copyOf(gates);
    this.eras = List.copyOf(eras);
    this.gauge = gauge;
    this.hosts = new HostRules(options.listen(), options.origins());
    this.content = new ContentRules(options.limits().bodyBytesMax());
    this.bodies = BodyRules.of(options.limits());
    this.answering = new HttpExchange.Answering(
        new Severance(vertx, options.limits().lingerMs()),
        new KeepAlives(vertx, options.limits().keepAliveMs()),
        options.limits().unsentBytesMax());
  }

  /** Where the endpoint stands on a router; a request whose path this is, with any query, comes here. */
  public Route mount(Router router, String path) {
    return router.route(path).handler(context -> handle(context.request()));
  }

  /** Ends what the door does by itself; what is on its way through it goes on. */
  public void close() {
    answering.keepAlives().stop();
  }

  @Override
  public void handle(HttpServerRequest request) {
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
    Future<HttpHead> admitted = admit(exchange);
    boolean waits = !admitted.isComplete() && !request.isEnded();
    if (waits) {
      request.pause();
    }
    Runnable resume = waits ? request::resume : () -> {};
    admitted.onComplete(
        head -> exchange.onLoop(() -> {
          serve(request, exchange, head);
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
  private Future<HttpHead> admit(HttpExchange exchange) {
    HttpHead head = exchange.head();
    try {
      requireOffered(head.method());
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
    return admitted.map(this::requireContent);
  }

  private static void requireOffered(HttpMethod method) {
    if (!OFFERED.contains(method)) {
      throw ContentRules.refusal(
              405, "Method not allowed: " + Refusal.clip(method.name()) + " (expected: POST)")
          .header("Allow", Cors.METHODS);
    }
  }

  private HttpHead requireContent(HttpHead head) {
    if (head.method().equals(HttpMethod.POST)) {
      content.admit(head);
    } else {
      ContentRules.admitBodyless(head);
    }
    return head;
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

  private void serve(HttpServerRequest request, HttpExchange exchange, HttpHead head) {
    exchange.admitted(head);
    switch (head.method().name()) {
      case "POST" ->
        read(request, exchange)
            .onComplete(
                body -> attempt(exchange, () -> era(head, body).post(exchange, body)),
                failure -> turnAway(exchange, failure));
      case "GET" -> attempt(exchange, () -> era(head, null).get(exchange));
      case "DELETE" -> attempt(exchange, () -> era(head, null).delete(exchange));
      default -> exchange.answer(204, Cors.options(head), null);
    }
  }

  private Future<JsonNode> read(HttpServerRequest request, HttpExchange exchange) {
    Future<JsonNode> body = BodyReader.read(vertx, request, exchange, bodies, gauge);
    if (exchange.head().expectsContinue()) {
      request.response().writeContinue().onFailure(gone -> {});
    }
    return body;
  }

  private Era era(HttpHead head, @Nullable JsonNode body) {
    for (Era era : eras) {
      if (era.serves(head, body)) {
        return era;
      }
    }
    throw Refusal.invalidRequest("Invalid request: of no revision that is served here");
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
