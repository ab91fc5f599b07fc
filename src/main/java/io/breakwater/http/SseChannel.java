package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.era.ChannelPeer;
import io.breakwater.era.Era;
import io.breakwater.options.Options;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One client of HTTP+SSE: an event stream on which it hears, and what it posts.
 *
 * <pre>
 * OPENING -- initialize --> OPEN -- the stream is cut, the session ends, shutdown --> CLOSED
 * OPENING -- sessions.openingMs without --> CLOSED
 * </pre>
 *
 * <p>Confined to the loop of its event stream, but for {@link #take} and {@link #close}, which hop there.
 */
final class SseChannel implements ChannelPeer.Output {
  private static final Logger LOG = LoggerFactory.getLogger(SseChannel.class);

  private final Vertx vertx;
  private final HttpExchange exchange;
  private final ChannelPeer peer;
  private final Runnable whenClosed;
  private @Nullable HttpEventStream stream;
  private long openingTimer;
  private boolean closed;

  SseChannel(
      Vertx vertx, HttpExchange exchange, List<Era> eras, Options options, Runnable whenClosed) {
    this.vertx = vertx;
    this.exchange = exchange;
    this.whenClosed = whenClosed;
    ChannelPeer.Bounds bounds = new ChannelPeer.Bounds(
        options.sessions().inFlightMax(), options.limits().idBytesMax());
    this.peer = new ChannelPeer(exchange.loop(), eras, exchange.head().principal(), bounds, this);
  }

  /** Opens the event stream, which first says where to post. */
  void open(String endpoint, long openingMs) {
    HttpEventStream opened = exchange.eventStream(Map.of());
    stream = opened;
    opened.event("endpoint", Buffer.buffer(endpoint));
    openingTimer = vertx.setTimer(openingMs, over -> {
      if (!peer.initialized()) {
        end();
      }
    });
    // Last: a peer that is gone already is told of at once.
    exchange.onGone(exchange.loop(), this::gone);
  }

  /** Whether this is the client that opened it. */
  boolean belongsTo(@Nullable String principal) {
    return Objects.equals(principal, exchange.head().principal());
  }

  /** Takes a posted message, which is answered on the event stream; the POST is told whether it was one. */
  void take(HttpExchange post, JsonNode body) {
    Runnable release = post.keepHold();
    onLoop(() -> {
      try {
        if (closed) {
          release.run();
          throw SseChannels.unknown();
        }
        peer.take(body, release);
        post.answer(202, Map.of(), null);
      } catch (Refusal refusal) {
        post.refuse(refusal);
      } catch (RuntimeException e) {
        LOG.error("A posted message failed", e);
        post.refuse(Refusal.internal());
      }
    });
  }

  /** Ends the event stream, as when the server stops. */
  void close() {
    onLoop(this::end);
  }

  @Override
  public void message(Buffer json) {
    if (stream != null) {
      stream.event("message", json);
    }
  }

  @Override
  public void over() {
    end();
  }

  private void end() {
    gone();
    if (stream != null) {
      stream.end();
    }
  }

  private void gone() {
    if (!closed) {
      closed = true;
      vertx.cancelTimer(openingTimer);
      whenClosed.run();
      peer.close();
    }
  }

  private void onLoop(Runnable task) {
    exchange.onLoop(task);
  }
}
