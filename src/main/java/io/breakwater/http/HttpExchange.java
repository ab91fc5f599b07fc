package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.era.EventStream;
import io.breakwater.era.Exchange;
import io.breakwater.json.JsonWriter;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An {@link Exchange} over HTTP/1 or HTTP/2.
 *
 * <pre>
 * FRESH ---- answer --> ENDED
 * FRESH ---- stream --> STREAMING -- end --> ENDED
 * FRESH, STREAMING -- the peer went, or was cut --> GONE
 * </pre>
 *
 * <p>An answer to a request whose body has not been read to its end closes the connection; see {@link Severance}. What is
 * said in a state that does not allow it is dropped: after GONE silently, after ENDED with a line in the log.
 *
 * <p>Thread-safe: every verb runs on the loop of the connection, at once when called there.
 */
final class HttpExchange implements Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);

  private enum State {
    FRESH,
    STREAMING,
    ENDED,
    GONE
  }

  private final HttpServerRequest request;
  private final ContextInternal loop;
  private final Answering answering;
  private volatile HttpHead head;

  // Confined to the loop.
  private final List<Runnable> onGone = new ArrayList<>(2);
  private Runnable onOver = () -> {};
  private State state = State.FRESH;

  /**
   * What all exchanges of a door share.
   *
   * @param unsentBytesMax bytes that may wait for the reader of one event stream
   */
  record Answering(Severance severance, KeepAlives keepAlives, int unsentBytesMax) {}

  HttpExchange(
      HttpServerRequest request, HttpHead head, ContextInternal loop, Answering answering) {
    this.request = request;
    this.head = head;
    this.loop = loop;
    this.answering = answering;
    // An exception says too that bytes could not be decoded, which the reader of the body answers;
    // the end comes here.
    request.response().closeHandler(closed -> gone());
  }

  @Override
  public HttpHead head() {
    return head;
  }

  @Override
  public Context loop() {
    return loop;
  }

  /** The head as admission has left it, with the name of the peer. */
  void admitted(HttpHead newHead) {
    head = newHead;
  }

  /** Fields of the answer, whatever it will be; on the loop, before the answer. */
  MultiMap fields() {
    return request.response().headers();
  }

  @Override
  public void answer(int status, Map<String, String> headers, @Nullable JsonNode body) {
    // Written by whoever calls, since the tree is theirs.
    Buffer bytes = body == null ? null : JsonWriter.buffer(body);
    onLoop(() -> {
      if (move(State.FRESH, State.ENDED)) {
        send(status, headers, bytes);
      }
    });
  }

  private void send(int status, Map<String, String> headers, @Nullable Buffer body) {
    HttpServerResponse response = request.response().setStatusCode(status);
    headers.forEach(response.headers()::set);
    response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    if (body != null) {
      response
          .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
          .putHeader("X-Content-Type-Options", "nosniff");
    }
    Buffer bytes = body == null ? Buffer.buffer() : body;
    boolean unread = head.announcesBody() && !request.isEnded();
    if (unread || response.headers().contains(HttpHeaders.CONNECTION, HttpHeaders.CLOSE, true)) {
      answering.severance().answer(request, bytes);
    } else {
      response.end(bytes).onFailure(gone -> {});
    }
  }

  @Override
  public EventStream stream(Map<String, String> headers) {
    return eventStream(headers);
  }

  /** The same, for events that have a type. */
  HttpEventStream eventStream(Map<String, String> headers) {
    HttpEventStream stream = new HttpEventStream(this, request, answering);
    Map<String, String> fields = Map.copyOf(headers);
    onLoop(() -> {
      if (move(State.FRESH, State.STREAMING)) {
        stream.open(fields);
      }
    });
    return stream;
  }

  /** The event stream has said its last word. */
  void streamed() {
    boolean unused = move(State.STREAMING, State.ENDED);
  }

  /** Whether the exchange was in the first state and is in the second now. */
  private boolean move(State from, State to) {
    if (state != from) {
      if (state != State.GONE) {
        LOG.warn("Dropped what would make an exchange " + to + " that is " + state);
      }
      return false;
    }
    state = to;
    if (to == State.ENDED) {
      onGone.clear();
      onOver.run();
    }
    return true;
  }

  @Override
  public void onGone(Context where, Runnable task) {
    Runnable there = () -> on((ContextInternal) where, task);
    onLoop(() -> {
      if (state == State.GONE) {
        there.run();
      } else if (state != State.ENDED) {
        onGone.add(there);
      }
    });
  }

  /** Sets what is done once when the exchange has ended or the peer has gone; on the loop, before either. */
  void onOver(Runnable task) {
    onOver = task;
  }

  /** Takes over what {@link #onOver} would do, for what goes on after the answer; on the loop. */
  Runnable keepHold() {
    Runnable kept = onOver;
    onOver = () -> {};
    return kept;
  }

  /** The values of a parameter of the query; none when it cannot be read. */
  List<String> query(String name) {
    try {
      return request.params().getAll(name);
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  /** Cuts a peer off that does not read; to everybody else it has gone away. */
  void cut() {
    Severance.cut(request);
    gone();
  }

  private void gone() {
    if (state == State.FRESH || state == State.STREAMING) {
      state = State.GONE;
      List.copyOf(onGone).forEach(Runnable::run);
      onGone.clear();
      onOver.run();
    }
  }

  /** Whether an event stream is open: too late for an answer. On the loop. */
  boolean streaming() {
    return state == State.STREAMING;
  }

  void onLoop(Runnable task) {
    on(loop, task);
  }

  private static void on(ContextInternal context, Runnable task) {
    if (context.inThread()) {
      task.run();
    } else {
      context.runOnContext(ignored -> task.run());
    }
  }
}
