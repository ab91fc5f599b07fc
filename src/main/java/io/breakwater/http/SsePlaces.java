package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.options.Listen;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The two paths of HTTP+SSE: one for the event stream, which first names the other, and one for what the client posts.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse">2024-11-05,
 *     HTTP with SSE</a>
 */
final class SsePlaces {
  private SsePlaces() {}

  /** What stands at which path; nothing when this transport is switched off. */
  static Map<String, Place> of(Listen listen, SseChannels channels, ContentRules content) {
    String path = listen.ssePath();
    return path == null
        ? Map.of()
        : Map.of(
            path,
            new Stream(path, listen.messagePath(), channels),
            listen.messagePath(),
            new Inbox(channels, content));
  }

  /** Where the event stream is opened. */
  private record Stream(String path, String messagePath, SseChannels channels) implements Place {
    @Override
    public List<HttpMethod> methods() {
      return List.of(HttpMethod.GET);
    }

    @Override
    public void admit(HttpHead head) {
      if (!head.acceptsStream()) {
        throw ContentRules.refusal(406, "Not acceptable: Accept does not cover text/event-stream");
      }
      ContentRules.requireNoBody(head);
    }

    /** On a router the paths may stand below another one, which the client must hear too. */
    @Override
    public void serve(HttpExchange exchange, @Nullable JsonNode body) {
      String asked = exchange.head().path();
      String before =
          asked.endsWith(path) ? asked.substring(0, asked.length() - path.length()) : "";
      channels.open(exchange, before + messagePath);
    }
  }

  /** Where the client posts. */
  private record Inbox(SseChannels channels, ContentRules content) implements Place {
    @Override
    public List<HttpMethod> methods() {
      return List.of(HttpMethod.POST);
    }

    /** The answer goes to the event stream, so it does not matter what is accepted here. */
    @Override
    public void admit(HttpHead head) {
      content.admitBody(head);
    }

    @Override
    public void serve(HttpExchange exchange, @Nullable JsonNode body) {
      List<String> ids = exchange.query("sessionId");
      if (ids.size() != 1 || ids.get(0).isEmpty()) {
        throw ContentRules.refusal(
            400, "Bad request: sessionId is not given once in the query (the event stream has it)");
      }
      channels
          .of(ids.get(0), exchange.head().principal())
          .take(exchange, Objects.requireNonNull(body));
    }
  }
}
