package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.json.JsonWriter;
import io.breakwater.options.Observe;
import io.breakwater.options.Options;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What a server of ours answers on which path: the endpoint, the health of the process, and 404 for the rest. Nothing is
 * redirected, and nothing but the endpoint looks at a body.
 *
 * <pre>
 * listen.path      {@link HttpDoor}
 * /health/live     200 while the process runs; /health is the same
 * /health/ready    200 while it wants requests, else 503
 * </pre>
 *
 * <p>Immutable; a request is confined to the loop of its connection.
 */
final class HttpRoutes implements Handler<HttpServerRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(HttpRoutes.class);
  private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  private final HttpDoor door;
  private final Router router;
  private final Refusal notFound;

  HttpRoutes(Vertx vertx, Options options, HttpDoor door, BooleanSupplier ready) {
    this.door = door;
    this.router = Router.router(vertx);
    this.notFound = ContentRules.refusal(
        404, "Not found (the endpoint is " + options.listen().path() + ")");
    var unused = door.mount(router, options.listen().path());
    if (options.observe().health()) {
      health(Observe.HEALTH_PATH, () -> true);
      health(Observe.HEALTH_PATH + "/live", () -> true);
      health(Observe.HEALTH_PATH + "/ready", ready);
    }
    router.route().handler(context -> door.refuse(context.request(), notFound));
    router.errorHandler(500, HttpRoutes::failed);
  }

  private void health(String path, BooleanSupplier up) {
    router.route(path).handler(context -> {
      HttpServerRequest request = context.request();
      if (READS.contains(request.method())) {
        boolean well = up.getAsBoolean();
        door.answer(request, well ? 200 : 503, status(well));
      } else {
        door.refuse(
            request,
            ContentRules.refusal(405, "Method not allowed (expected: GET)")
                .header("Allow", "GET, HEAD"));
      }
    });
  }

  private static JsonNode status(boolean up) {
    return JsonNodeFactory.instance.objectNode().put("status", up ? "up" : "down");
  }

  @Override
  public void handle(HttpServerRequest request) {
    Refusal malformed = HostRules.malformed(request);
    String path = request.path();
    if (malformed != null) {
      door.refuse(request, malformed);
    } else if (path == null || !path.startsWith("/")) {
      door.refuse(request, notFound);
    } else {
      router.handle(request);
    }
  }

  /** Nothing is known to come here. The router would answer after this, so this answers at once. */
  private static void failed(RoutingContext context) {
    LOG.error(
        context.request().method() + " " + context.request().path() + " failed", context.failure());
    if (!context.response().headWritten()) {
      Refusal refusal = Refusal.internal();
      context
          .response()
          .setStatusCode(refusal.status())
          .putHeader("Content-Type", "application/json")
          .end(JsonWriter.buffer(Messages.encode(new Message.Failure(null, refusal.error()))))
          .eventually(() -> context.request().connection().close())
          .onFailure(gone -> {});
    }
  }
}
