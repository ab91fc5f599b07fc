package io.breakwater.legacy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.dispatch.Clock;
import io.breakwater.dispatch.Outlet;
import io.breakwater.era.Exchange;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.ErrorCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of one POST: with JSON, unless something must be said before the last answer or it takes long;
 * then the response turns into a stream of the session, which goes on when the connection is cut.
 *
 * <pre>
 * FRESH -- send, ask, disconnect, streamAfterMs --> STREAMING   (text/event-stream)
 * FRESH -- last answer --> ENDED                                (application/json)
 * FRESH -- peer went --> LOST         nobody can come back for the answers, so they are dropped
 * STREAMING, LOST -- last answer --> ENDED
 * </pre>
 *
 * <p>Confined to the loop of its session.
 */
final class PostReply implements Outlet {
  private enum State {
    FRESH,
    STREAMING,
    LOST,
    ENDED
  }

  private final SessionStreams streams;
  private final Exchange exchange;
  private final boolean batch;

  /** The requests without an answer yet; a client may use one id twice. */
  private final List<RequestId> waiting;

  /** The answers of a batch, until the last one is there. */
  private final List<Message> answers = new ArrayList<>(1);

  private State state = State.FRESH;
  private @Nullable SessionStream stream;
  private Clock.@Nullable Timer timer;

  /** @param requests whose answers belong into this response, at least one */
  PostReply(SessionStreams streams, Exchange exchange, List<RequestId> requests, boolean batch) {
    this.streams = streams;
    this.exchange = exchange;
    this.waiting = new ArrayList<>(requests);
    this.batch = batch;
  }

  /** The headers that came with the requests. */
  Function<String, List<String>> headers() {
    return exchange.head()::headers;
  }

  /** Begins to watch the peer; before anything is said. */
  void begin() {
    streams.whenGone(exchange, this::gone);
    if (!exchange.head().acceptsJson()) {
      startStream();
    }
  }

  /** Opens the stream of requests that are not answered by then. */
  void streamAfter(Clock clock, long delayMs) {
    if (state == State.FRESH && exchange.head().acceptsStream()) {
      timer = clock.after(delayMs, this::startStream);
    }
  }

  private void gone() {
    if (state == State.FRESH) {
      move(State.LOST);
      answers.clear();
    }
  }

  private void move(State to) {
    state = to;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private void startStream() {
    if (state == State.FRESH && exchange.head().acceptsStream()) {
      move(State.STREAMING);
      stream = streams.open();
      streams.carry(stream, exchange);
      answers.forEach(this::say);
      answers.clear();
    }
  }

  private void say(Message message) {
    streams.send(Objects.requireNonNull(stream), message);
  }

  @Override
  public void send(Message.Notification notification) {
    startStream();
    if (state == State.STREAMING) {
      say(notification);
    }
  }

  /**
   * Asks the client something; on another stream where this response cannot be one.
   *
   * @return the stream that was taken
   */
  SessionStream ask(Message.Request question) {
    startStream();
    boolean here = state == State.STREAMING && Objects.requireNonNull(stream).reachable();
    SessionStream taken = here ? stream : streams.newest();
    if (taken == null) {
      throw Refusal.of(
          200,
          ErrorCodes.INVALID_REQUEST,
          "The server has to ask the client something, but the client accepts no event stream");
    }
    streams.send(taken, question);
    return taken;
  }

  @Override
  public void disconnect(long retryMs) {
    if (streams.polled()) {
      startStream();
      if (state == State.STREAMING) {
        Objects.requireNonNull(stream).detach(retryMs);
      }
    }
  }

  /**
   * Answers one of the requests. Throws {@link IllegalArgumentException}, and still waits for it, when the answer cannot
   * be written.
   */
  void finish(RequestId id, Message answer) {
    finish(id, answer, 200);
  }

  /** Answers one of the requests with an error; its status counts where it is the whole response. */
  void refuse(RequestId id, Refusal refusal) {
    finish(id, new Message.Failure(id, refusal.error()), refusal.status());
  }

  private void finish(RequestId id, Message answer, int status) {
    if (state == State.STREAMING) {
      say(answer);
    } else if (state == State.FRESH && batch) {
      requireWritable(answer);
      answers.add(answer);
    } else if (state == State.FRESH) {
      exchange.answer(status, Map.of(), Messages.encode(answer));
      move(State.ENDED);
    }
    closeOne(id);
  }

  /** Found out now, since later nobody could tell which answer of the batch it was. */
  private static void requireWritable(Message answer) {
    var unused = JsonWriter.buffer(Messages.encode(answer));
  }

  /** A cancelled request gets no answer. */
  void finishSilently(RequestId id) {
    closeOne(id);
  }

  private void closeOne(RequestId id) {
    waiting.remove(id);
    if (!waiting.isEmpty() || state == State.ENDED) {
      return;
    }
    if (state == State.STREAMING) {
      Objects.requireNonNull(stream).finish();
    } else if (state == State.FRESH && answers.isEmpty()) {
      exchange.answer(202, Map.of(), null);
    } else if (state == State.FRESH) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      answers.forEach(answer -> array.add(Messages.encode(answer)));
      exchange.answer(200, Map.of(), array);
    }
    move(State.ENDED);
  }

  boolean ended() {
    return waiting.isEmpty() || state == State.ENDED;
  }

  /** The session ends before the answers. */
  void abort(Refusal refusal) {
    if (state == State.STREAMING) {
      waiting.forEach(id -> say(new Message.Failure(id, refusal.error())));
      Objects.requireNonNull(stream).finish();
    } else if (state == State.FRESH) {
      exchange.refuse(batch ? refusal : refusal.under(waiting.get(0)));
    }
    move(State.ENDED);
  }
}
