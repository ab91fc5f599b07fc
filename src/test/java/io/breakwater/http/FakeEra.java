package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.era.Era;
import io.breakwater.era.EventStream;
import io.breakwater.era.Exchange;
import io.breakwater.era.Head;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** An era that remembers what it was given, and answers {@code {}} unless told otherwise. */
final class FakeEra implements Era {
  final List<JsonNode> bodies = new CopyOnWriteArrayList<>();
  final List<Head> heads = new CopyOnWriteArrayList<>();
  final BlockingQueue<Exchange> exchanges = new LinkedBlockingQueue<>();
  final BlockingQueue<EventStream> streams = new LinkedBlockingQueue<>();
  final BlockingQueue<Thread> gone = new LinkedBlockingQueue<>();

  /** What a POST comes to. */
  volatile PostAction onPost = (exchange, body) -> exchange.answer(200, Map.of(), object());

  interface PostAction {
    void serve(Exchange exchange, JsonNode body);
  }

  static JsonNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public boolean serves(Head head, @Nullable JsonNode body) {
    return head.headers("X-Of-No-Era").isEmpty();
  }

  @Override
  public void post(Exchange exchange, JsonNode body) {
    bodies.add(body);
    met(exchange);
    onPost.serve(exchange, body);
  }

  @Override
  public void get(Exchange exchange) {
    met(exchange);
    streams.add(exchange.stream(Map.of()));
  }

  @Override
  public void delete(Exchange exchange) {
    met(exchange);
    exchange.answer(204, Map.of(), null);
  }

  private void met(Exchange exchange) {
    heads.add(exchange.head());
    exchanges.add(exchange);
    exchange.onGone(exchange.loop(), () -> gone.add(Thread.currentThread()));
  }
}
