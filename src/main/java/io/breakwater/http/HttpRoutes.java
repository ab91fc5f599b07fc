package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.options.Observe;
import io.breakwater.options.Options;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What a server of ours answers on which path: the endpoint, HTTP+SSE, the health of the process, and 404 for the rest.
 * A path is what it says: nothing is normalized or redirected, and nothing is decoded but a {@link RouteName}.
 *
 * <pre>
 * listen.path        {@link Endpoint} of all servers together
 * listen.path/name   {@link Endpoint} of one alone
 * listen.ssePath, listen.messagePath   {@link SsePlaces}, unless switched off
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
  private final String endpoint;
  private final String below;
  private final Map<String, BooleanSupplier> health;

  HttpRoutes(Options options, HttpDoor door, BooleanSupplier ready) {
    this.door = door;
    this.endpoint = options.listen().path();
    this.below = endpoint + '/';
    this.health = options.observe().health()
        ? Map.of(
            Observe.HEALTH_PATH,
            () -> true,
            Observe.HEALTH_PATH + "/live",
            () -> true,
            Observe.HEALTH_PATH + "/ready",
            ready)
        : Map.of();
  }

  @Override
  public void handle(HttpServerRequest request) {
    try {
      route(request);
    } catch (RuntimeException e) {
      LOG.error("A request failed before it had a route", e);
      door.refuse(request, Refusal.internal().header("Connection", "close"));
    }
  }

  private void route(HttpServerRequest request) {
    Refusal malformed = HostRules.malformed(request);
    String path = request.path();
    if (malformed != null) {
      door.refuse(request, malformed);
    } else if (endpoint.equals(path)) {
      door.handle(request);
    } else if (path != null && door.others().containsKey(path)) {
      door.handle(request, door.others().get(path));
    } else if (path != null && health.containsKey(path)) {
      health(request, health.get(path));
    } else {
      alone(request, path == null || !path.startsWith(below) ? "" : path.substring(below.length()));
    }
  }

  private void alone(HttpServerRequest request, String segment) {
    Place place = door.alone(segment);
    if (place == null) {
      door.refuse(request, door.notFound());
    } else {
      door.handle(request, place);
    }
  }

  private void health(HttpServerRequest request, BooleanSupplier up) {
    if (READS.contains(request.method())) {
      boolean well = up.getAsBoolean();
      door.answer(request, well ? 200 : 503, status(well));
    } else {
      door.refuse(
          request,
          ContentRules.refusal(405, "Method not allowed (expected: GET)")
              .header("Allow", "GET, HEAD"));
    }
  }

  private static JsonNode status(boolean up) {
    return JsonNodeFactory.instance.objectNode().put("status", up ? "up" : "down");
  }
}
