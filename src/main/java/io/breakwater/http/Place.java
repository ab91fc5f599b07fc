package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What stands at one path behind the table of refusals, which {@link HttpDoor} goes through for all of them.
 *
 * <p>An implementation may be called from several loops; each verb throws a {@link io.breakwater.rpc.Refusal}, or
 * answers, for what the peer caused.
 */
interface Place {

  /** What can be asked; OPTIONS can be in any case. */
  List<HttpMethod> methods();

  /** Judges the rest of a head that everything before has let pass. */
  void admit(HttpHead head);

  /** Serves a request; the body is null unless it is a POST. */
  void serve(HttpExchange exchange, @Nullable JsonNode body);

  default boolean offers(HttpMethod method) {
    return method.equals(HttpMethod.OPTIONS) || methods().contains(method);
  }

  /** The methods as in {@code Allow}. */
  default String allow() {
    return Stream.concat(methods().stream(), Stream.of(HttpMethod.OPTIONS))
        .map(HttpMethod::name)
        .collect(Collectors.joining(", "));
  }
}
