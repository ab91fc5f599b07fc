package io.breakwater.legacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.dispatch.Clock;
import io.breakwater.dispatch.Outlet;
import io.breakwater.era.Exchange;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of one POST: with JSON, unless something must be said before the last answer or it takes long;
 * then the response turns into a stream of the session, which goes on when the connection is cut.
 *
 * <pre>
 * FRESH -- last answer --> ENDED                          (application/json)
 * FRESH -- send, ask, streamAfterMs, gone --> STREAMING   (text/event-stream, or kept for a client that is away)
 * STREAMING -- last answer --> ENDED
 * </pre>
 *
 * <p>Confined to the loop of its session.
 */
final class PostReply implements Outlet {
  private final Exchange exchange;
  private final SessionStreams streams;
  private final boolean batch;
  private final Clock.Timer timer;
  private final List<Message> answers = new ArrayList<>(1);
  private int open;
  private @Nullable SessionStream stream;
  private boolean gone;

  /** @param requests how many answers belong into this response, at least one */
  PostReply(
      Context loop,
      Exchange exchange,
      SessionStreams streams,
      Clock clock,
      long streamAfterMs,
      int requests,
      boolean batch) {
    this.exchange = exchange;
    this.streams = streams;
    this.batch = batch;
    this.open = requests;
    if (!exchange.head().acceptsJson()) {
      startStream();
    }
    exchange.onGone(loop, this::gone);
    this.timer = clock.after(streamAfterMs, this::startStream);
  }

  private void gone() {
    gone = true;
    startStream();
  }

  @Override
  public void send(Message.Notification notification) {
    startStream();
    if (stream != null) {
      streams.send(stream, notification);
    }
  }

  /** Asks the client something; on another stream where this response cannot be one. */
  void ask(Message.Request question) {
    startStream();
    if (stream != null) {
      streams.send(stream, question);
    } else if (streams.listening()) {
      streams.send(question);
    } else {
      throw Refusal.of(
          200,
          ErrorCodes.INVALID_REQUEST,
          "The server has to ask the client something, but the client accepts no event stream");
    }
  }

  @Override
  public void disconnect(long retryMs) {
    startStream();
    if (stream != null) {
      stream.detach(retryMs);
    }
  }

  void finish(Message answer) {
    if (stream != null) {
      streams.send(stream, answer);
    } else {
      answers.add(answer);
    }
    closeOne();
  }

  /** A cancelled request gets no answer. */
  void finishSilently() {
    closeOne();
  }

  private void closeOne() {
    if (open == 0 || --open > 0) {
      return;
    }
    timer.cancel();
    if (stream != null) {
      stream.finish();
    } else if (answers.isEmpty()) {
      exchange.answer(202, Map.of(), null);
    } else {
      exchange.answer(200, Map.of(), body());
    }
  }

  private JsonNode body() {
    if (!batch) {
      return Messages.encode(answers.get(0));
    }
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    answers.forEach(answer -> array.add(Messages.encode(answer)));
    return array;
  }

  boolean ended() {
    return open == 0;
  }

  /** The session ends before the answers. */
  void abort(Refusal refusal) {
    timer.cancel();
    open = 0;
    if (stream != null) {
      stream.finish();
    } else {
      exchange.refuse(refusal);
    }
  }

  private void startStream() {
    if (stream != null || open == 0 || !(gone || exchange.head().acceptsStream())) {
      return;
    }
    stream = streams.open();
    if (!gone) {
      streams.carry(stream, exchange);
    }
    SessionStream started = stream;
    answers.forEach(answer -> streams.send(started, answer));
    answers.clear();
  }
}
