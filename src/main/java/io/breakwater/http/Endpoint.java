package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.era.Era;
import io.breakwater.era.Head;
import io.breakwater.rpc.Refusal;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of Streamable HTTP: the first era that serves head and body gets the request.
 *
 * <p>Immutable.
 */
final class Endpoint implements Place {
  private final List<Era> eras;
  private final ContentRules content;

  Endpoint(List<Era> eras, ContentRules content) {
    this.eras = List.copyOf(eras);
    this.content = content;
  }

  @Override
  public List<HttpMethod> methods() {
    return List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.DELETE);
  }

  @Override
  public void admit(HttpHead head) {
    if (head.method().equals(HttpMethod.POST)) {
      content.admit(head);
    } else {
      ContentRules.admitBodyless(head);
    }
  }

  @Override
  public void serve(HttpExchange exchange, @Nullable JsonNode body) {
    HttpHead head = exchange.head();
    switch (head.method().name()) {
      case "POST" -> era(head, body).post(exchange, Objects.requireNonNull(body));
      case "GET" -> era(head, null).get(exchange);
      default -> era(head, null).delete(exchange);
    }
  }

  private Era era(Head head, @Nullable JsonNode body) {
    for (Era era : eras) {
      if (era.serves(head, body)) {
        return era;
      }
    }
    throw Refusal.invalidRequest("Invalid request: of no revision that is served here");
  }
}
