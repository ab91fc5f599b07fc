package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stream of a legacy session that belongs to no request. It is kept up as long as the server has one: what ends or
 * breaks is opened again, from the last event, ever more slowly while that fails. After {@code client.reconnectsMax}
 * failures in a row it rests until something else shows that the server is there.
 *
 * <pre>
 * RESTING -- start --> ASKING -- event stream --> STREAMING
 * ASKING, STREAMING -- failure, end --> WAITING -- after a while --> ASKING
 * WAITING -- too often in a row --> RESTING
 * ASKING -- the server has none --> OVER       any -- stop --> OVER
 * </pre>
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server">2025-11-25,
 *     Listening for Messages from the Server</a>
 */
final class HttpListening implements EventReader.Sink {
  /** Shortest time between two streams, in milliseconds. */
  private static final long WAIT_MS_MIN = 100;
  /** Some servers send the head with the first event, which may never come. */
  private static final long SETTLED_MS_MAX = 1_000;

  /** A stream that stands for so long is progress. */
  private static final long STEADY_MS = 5_000;

  private enum State {
    RESTING,
    ASKING,
    STREAMING,
    WAITING,
    OVER
  }

  private final HttpPeer peer;
  private final Resumption resumption;
  private final Promise<Void> settled = Promise.promise();
  private State state = State.RESTING;
  private @Nullable Exchange exchange;
  private @Nullable EventReader events;
  private long timer = -1;
  private long steadyTimer = -1;

  HttpListening(HttpPeer peer) {
    this.peer = peer;
    this.resumption = new Resumption(WAIT_MS_MIN, peer.reconnectsMax());
  }

  /** Opens the stream, unless it is open or there is none. */
  void start() {
    if (state == State.RESTING) {
      resumption.progressed();
      ask();
    }
  }

  void stop() {
    state = State.OVER;
    peer.origin().vertx().cancelTimer(timer);
    peer.origin().vertx().cancelTimer(steadyTimer);
    cut();
  }

  private void cut() {
    if (events != null) {
      events.stop();
    }
    if (exchange != null) {
      exchange.drop();
    }
  }

  /** Completes when the server has said whether it has such a stream, or has not for a while. */
  Future<Void> settled() {
    long late = peer.origin().vertx().setTimer(SETTLED_MS_MAX, over -> settled.tryComplete());
    return settled.future().onComplete(said -> peer.origin().vertx().cancelTimer(late));
  }

  private void ask() {
    state = State.ASKING;
    Exchange asked = peer.get(resumption.lastEventId(), true);
    exchange = asked;
    asked
        .head()
        .onSuccess(head -> headed(asked, head))
        .onFailure(this::failed)
        .onComplete(said -> settled.tryComplete());
  }

  private void headed(Exchange asked, HttpClientResponse head) {
    int status = head.statusCode();
    if (state == State.OVER) {
      asked.drop();
    } else if (status == 200
        && HttpPeer.isEventStream(head)
        && HttpFailures.unreadable(head) == null) {
      state = State.STREAMING;
      steady();
      EventReader reading = new EventReader(asked, peer.eventBytesMax(), this);
      events = reading;
      reading.start();
    } else {
      asked.drain();
      if (status >= 500 || status == 429 || status == 408) {
        later();
      } else {
        // The server has no such stream, or no such session, which the next request will tell.
        state = State.OVER;
      }
    }
  }

  private void failed(Throwable failure) {
    if (state == State.OVER) {
      return;
    }
    switch (failure instanceof ClientException why ? why.kind() : Kind.LOST) {
      case UNREACHABLE, LOST, TIMEOUT, OVERLOADED -> later();
      default -> state = State.OVER;
    }
  }

  /** A stream that stood for a while was no failure, though nothing happened before somebody cut it. */
  private void steady() {
    steadyTimer = peer.origin().vertx().setTimer(STEADY_MS, still -> resumption.progressed());
  }

  private void later() {
    peer.origin().vertx().cancelTimer(steadyTimer);
    long waitMs = resumption.next();
    if (waitMs < 0) {
      state = State.RESTING;
      return;
    }
    state = State.WAITING;
    timer = peer.origin().vertx().setTimer(waitMs, now -> ask());
  }

  @Override
  public void event(String type, byte[] data) {
    if (!type.equals("message")) {
      return;
    }
    resumption.progressed();
    List<Message> messages;
    try {
      messages = peer.reader().read(data, peer.batches());
    } catch (ClientException refused) {
      peer.inbox().dropped(refused, null);
      return;
    }
    for (Message message : messages) {
      if (state == State.OVER) {
        return;
      }
      deliver(message);
    }
  }

  private void deliver(Message message) {
    if (message instanceof Message.Result || message instanceof Message.Failure) {
      String why = "an answer came on the stream that belongs to no request";
      peer.inbox().dropped(ClientException.after(Kind.PROTOCOL, why), null);
    } else {
      peer.inbox().received(message, null);
    }
  }

  @Override
  public void reached(String id) {
    resumption.reached(id);
  }

  @Override
  public void retry(long ms) {
    resumption.retry(ms);
  }

  @Override
  public void tooLong(ClientException why) {
    peer.inbox().dropped(why, null);
  }

  @Override
  public void ended(@Nullable ClientException why) {
    if (state != State.OVER) {
      later();
    }
  }
}
