package io.breakwater.http;

import io.breakwater.era.EventStream;
import io.breakwater.frame.SseEncoder;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * An {@link EventStream} over HTTP/1 or HTTP/2.
 *
 * <p>A write is unsent until the transport has taken it. The oldest one is being sent, whatever its size; what waits
 * behind it is bounded, and a reader that lets it pass the bound is cut. That is judged a turn of the loop later, when all
 * that was said in one turn has been offered to the transport: a burst is not a slow reader.
 *
 * <p>Thread-safe: every verb runs on the loop of the connection, in the order of its caller.
 */
final class HttpEventStream implements EventStream {
  private final HttpExchange exchange;
  private final HttpServerRequest request;
  private final HttpExchange.Answering answering;

  // Confined to the loop.
  private final Queue<Integer> unsent = new ArrayDeque<>();
  private long unsentBytes;
  private boolean judging;
  private boolean open;

  HttpEventStream(
      HttpExchange exchange, HttpServerRequest request, HttpExchange.Answering answering) {
    this.exchange = exchange;
    this.request = request;
    this.answering = answering;
  }

  /** Sends the head, so that the peer knows at once that it is heard. */
  void open(Map<String, String> headers) {
    open = true;
    answering.keepAlives().add(this);
    exchange.onGone(exchange.loop(), this::close);
    HttpServerResponse response = request.response();
    headers.forEach(response.headers()::set);
    response
        .headers()
        .set("Content-Type", "text/event-stream")
        .set("Cache-Control", "no-cache, no-transform")
        // Asks nginx, and proxies that follow it, to pass events on as they come.
        .set("X-Accel-Buffering", "no");
    if (request.version() == HttpVersion.HTTP_1_0) {
      // No chunks: the stream ends with the connection, and only a first byte brings the head out.
      write(SseEncoder.comment(""));
    } else {
      response.writeHead().onFailure(gone -> {});
    }
  }

  @Override
  public void message(@Nullable String id, Buffer json) {
    send(SseEncoder.event(id, null, json.getBytes()));
  }

  /** Sends an event of this type. */
  void event(String type, Buffer data) {
    send(SseEncoder.event(null, type, data));
  }

  @Override
  public void prime(String id, long retryMs) {
    send(SseEncoder.prime(id, retryMs));
  }

  @Override
  public void retry(long retryMs) {
    send(SseEncoder.retry(retryMs));
  }

  /** Says that the stream is still there, unless what is being sent says it already. */
  void keepAlive() {
    exchange.onLoop(() -> {
      if (unsent.isEmpty()) {
        write(SseEncoder.comment(""));
      }
    });
  }

  private void send(Buffer bytes) {
    exchange.onLoop(() -> write(bytes));
  }

  private void write(Buffer bytes) {
    if (!open) {
      return;
    }
    unsent.add(bytes.length());
    unsentBytes += bytes.length();
    // The transport takes writes in their order, so the one that is done is the oldest.
    request.response().write(bytes).onComplete(sent -> unsentBytes -= unsent.remove());
    if (tooMuchWaits() && !judging) {
      judging = true;
      exchange.loop().runOnContext(later -> judge());
    }
  }

  private void judge() {
    judging = false;
    if (open && tooMuchWaits()) {
      exchange.cut();
    }
  }

  private boolean tooMuchWaits() {
    Integer beingSent = unsent.peek();
    return beingSent != null && unsentBytes - beingSent > answering.unsentBytesMax();
  }

  @Override
  public void end() {
    exchange.onLoop(() -> {
      if (open) {
        close();
        exchange.streamed();
        finish();
      }
    });
  }

  private void finish() {
    boolean delimitedByClose = request.version() == HttpVersion.HTTP_1_0;
    request
        .response()
        .end()
        .compose(sent -> delimitedByClose ? request.connection().close() : Future.succeededFuture())
        .onFailure(gone -> {});
  }

  private void close() {
    open = false;
    answering.keepAlives().remove(this);
  }
}
