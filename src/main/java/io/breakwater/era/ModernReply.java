package io.breakwater.era;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Clock;
import io.breakwater.dispatch.Outlet;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers with one JSON object, unless something must be said before the answer, or the answer takes long: then the
 * response turns into an event stream, where the peer takes one.
 *
 * <pre>
 * FRESH -- finish --> ENDED                      (application/json)
 * FRESH -- send, or streamAfterMs --> STREAMING  (text/event-stream)
 * STREAMING -- finish --> ENDED
 * </pre>
 *
 * <p>Confined to the event loop of its connection.
 */
final class ModernReply implements Outlet {
  private final Exchange exchange;
  private Clock.@Nullable Timer timer;
  private @Nullable EventStream stream;
  private boolean ended;

  ModernReply(Exchange exchange) {
    this.exchange = exchange;
    if (!exchange.head().acceptsJson()) {
      open();
    }
  }

  /** Opens the stream of a request that is not answered by then. */
  void openAfter(Clock clock, long streamAfterMs) {
    if (stream == null && !ended && exchange.head().acceptsStream()) {
      timer = clock.after(streamAfterMs, this::open);
    }
  }

  @Override
  public void send(Message.Notification notification) {
    open();
    if (stream != null && !ended) {
      stream.message(null, JsonWriter.buffer(Messages.encode(notification)));
    }
  }

  /** Throws {@link IllegalArgumentException}, and has not ended, when the result cannot be written. */
  void finish(Message.Result result) {
    finish(200, Map.of(), Messages.encode(result));
  }

  void refuse(Refusal refusal) {
    ObjectNode body = Messages.encode(new Message.Failure(refusal.id(), refusal.error()));
    finish(refusal.status(), refusal.headers(), body);
  }

  /** Nobody reads the answer: the stream ends where it is. */
  void abandon() {
    end();
    if (stream != null) {
      stream.end();
    }
  }

  private void finish(int status, Map<String, String> headers, ObjectNode body) {
    if (stream == null) {
      exchange.answer(status, headers, body);
    } else {
      stream.message(null, JsonWriter.buffer(body));
      stream.end();
    }
    end();
  }

  private void end() {
    ended = true;
    if (timer != null) {
      timer.cancel();
    }
  }

  private void open() {
    if (stream == null && !ended && exchange.head().acceptsStream()) {
      stream = exchange.stream(Map.of());
    }
  }
}
