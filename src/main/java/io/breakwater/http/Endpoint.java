package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.era.Era;
import io.breakwater.era.Head;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint of Streamable HTTP: the first era that serves head and body gets the request.
 *
 * <p>Thread-safe, as what serves it is.
 */
final class Endpoint implements Place {
  private final Served served;
  private final ContentRules content;
  private final Refusal gone;

  /** @param gone for a request that was on its way when there was nothing any more that serves it */
  Endpoint(Served served, ContentRules content, Refusal gone) {
    this.served = served;
    this.content = content;
    this.gone = gone;
  }

  @Override
  public List<HttpMethod> methods() {
    return List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.DELETE);
  }

  @Override
  public void admit(HttpHead head) {
    requireThere();
    if (served.phase() == Served.Phase.DRAINING) {
      throw Refusal.of(
              503, ErrorCodes.INTERNAL_ERROR, "Closing: this endpoint takes no more requests")
          .header("Retry-After", "5");
    }
    if (head.method().equals(HttpMethod.POST)) {
      content.admit(head);
    } else {
      ContentRules.admitBodyless(head);
    }
  }

  @Override
  public void serve(HttpExchange exchange, @Nullable JsonNode body) {
    requireThere();
    HttpHead head = exchange.head();
    switch (head.method().name()) {
      case "POST" -> era(head, body).post(exchange, Objects.requireNonNull(body));
      case "GET" -> era(head, null).get(exchange);
      default -> era(head, null).delete(exchange);
    }
  }

  private void requireThere() {
    if (served.phase() == Served.Phase.GONE) {
      throw gone;
    }
  }

  private Era era(Head head, @Nullable JsonNode body) {
    for (Era era : served.eras()) {
      if (era.serves(head, body)) {
        return era;
      }
    }
    throw Refusal.invalidRequest("Invalid request: of no revision that is served here");
  }
}
