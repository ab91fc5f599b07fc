package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.json.JsonRefused;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request over Streamable HTTP until its answer has come: in a JSON object, or on an event stream that a legacy server
 * may break off and go on with later.
 *
 * <pre>
 * POSTED -- JSON, or a refusal --> OVER
 * POSTED -- event stream --> STREAMING -- the answer --> ANSWERED -- end of the stream --> OVER
 * STREAMING -- end, an event had an id --> WAITING -- GET --> STREAMING
 * any -- failure, or abandoned --> OVER
 * </pre>
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server">2025-11-25,
 *     Sending Messages to the Server</a>
 */
final class HttpCall implements EventReader.Sink {
  /** The server ends the stream after the answer; one that does not is cut after so many milliseconds. */
  private static final long LINGER_MS = 1_000;
  /** Between two resumptions, whatever the server says. */
  private static final long RESUME_MS_MIN = 50;

  private enum State {
    POSTED,
    STREAMING,
    WAITING,
    ANSWERED,
    OVER
  }

  private final HttpPeer peer;
  private final Message.Request request;
  private final boolean inSession;
  private final boolean batches;
  private final boolean resumable;
  private final Resumption resumption;
  private final Promise<Void> answered = Promise.promise();

  private State state = State.POSTED;
  private @Nullable Exchange exchange;
  private @Nullable EventReader events;
  private long timer = -1;

  HttpCall(HttpPeer peer, Message.Request request) {
    this.peer = peer;
    this.request = request;
    this.inSession = peer.session() != null;
    this.batches = peer.batches();
    this.resumable = !peer.modern();
    this.resumption = new Resumption(RESUME_MS_MIN, peer.reconnectsMax());
  }

  RequestId id() {
    return request.id();
  }

  /** Whether it waits for credentials. */
  boolean authorizing() {
    return exchange != null && exchange.authorizing();
  }

  /** Completes when the answer was delivered; fails when none will come. */
  Future<Void> start(Map<String, String> headers) {
    Exchange posted = peer.post(request, headers);
    exchange = posted;
    posted.head().onSuccess(head -> headed(posted, head)).onFailure(this::fail);
    return answered.future();
  }

  private void headed(Exchange posted, HttpClientResponse head) {
    if (state == State.OVER) {
      posted.drop();
      return;
    }
    if (head.statusCode() >= 300) {
      peer.refusal(posted, head, id(), inSession).onComplete(why -> fail(why.result()));
      return;
    }
    ClientException unreadable = HttpFailures.unreadable(head);
    if (unreadable != null) {
      fail(unreadable);
    } else if (learned(head)) {
      body(posted, head);
    }
  }

  private boolean learned(HttpClientResponse head) {
    try {
      if (request.method().equals(Method.INITIALIZE.wireName())) {
        peer.learn(head);
      }
      return true;
    } catch (ClientException noSession) {
      fail(noSession);
      return false;
    }
  }

  private void body(Exchange posted, HttpClientResponse head) {
    if (head.statusCode() == 200 && HttpPeer.isEventStream(head)) {
      stream(posted);
    } else if (head.statusCode() == 200 && HttpPeer.isJson(head)) {
      JsonBody.read(posted, peer.reader().limits())
          .onSuccess(this::object)
          .onFailure(failure -> fail(told(failure)));
    } else {
      fail(ClientException.after(
          Kind.PROTOCOL,
          HttpFailures.line(head) + " with Content-Type \""
              + HttpFailures.clip(HttpFailures.mediaType(head))
              + "\" is no answer (expected: 200 with application/json or text/event-stream)"));
    }
  }

  private static ClientException told(Throwable failure) {
    return failure instanceof JsonRefused refused
        ? HttpFailures.refused(refused)
        : (ClientException) failure;
  }

  private void object(JsonNode json) {
    try {
      deliver(peer.reader().decode(json, batches));
      if (state == State.ANSWERED) {
        over();
      } else {
        fail(ClientException.after(Kind.PROTOCOL, "the response holds no answer"));
      }
    } catch (ClientException noMessage) {
      fail(noMessage);
    }
  }

  /** In order; stops where the call is over. */
  private void deliver(List<Message> messages) {
    for (Message message : messages) {
      if (state == State.OVER) {
        return;
      }
      if (message instanceof Message.Result result) {
        answer(result, result.id());
      } else if (message instanceof Message.Failure failure) {
        failure(failure);
      } else if (state == State.ANSWERED) {
        surplus("a message after the answer");
      } else {
        peer.inbox().received(message, id());
      }
    }
  }

  private void failure(Message.Failure failure) {
    if (failure.id() == null && state != State.ANSWERED) {
      // The server could not read the id; what else came in this response could it mean.
      fail(ClientException.rpc(failure.error(), 200));
    } else {
      answer(failure, failure.id());
    }
  }

  private void answer(Message answer, @Nullable RequestId of) {
    if (state == State.ANSWERED) {
      surplus("a second answer");
    } else if (!id().equals(of)) {
      fail(ClientException.after(
          Kind.PROTOCOL, "the answer to another request came in the response to this one"));
    } else {
      state = State.ANSWERED;
      peer.inbox().received(answer, id());
      answered.tryComplete();
    }
  }

  /** Nobody waits for the request any more, so this is told of none. */
  private void surplus(String what) {
    over();
    peer.inbox().dropped(ClientException.after(Kind.PROTOCOL, what + " was dropped"), null);
  }

  // --- the event stream

  private void stream(Exchange from) {
    state = State.STREAMING;
    EventReader reading = new EventReader(from, peer.eventBytesMax(), this);
    events = reading;
    reading.start();
  }

  @Override
  public void event(String type, byte[] data) {
    if (!type.equals("message")) {
      return;
    }
    resumption.progressed();
    try {
      deliver(peer.reader().read(data, batches));
    } catch (ClientException refused) {
      drop(refused);
      return;
    }
    if (state == State.ANSWERED && timer < 0) {
      timer = peer.origin().vertx().setTimer(LINGER_MS, over -> over());
    }
  }

  @Override
  public void tooLong(ClientException why) {
    drop(why);
  }

  /** What was dropped may have been the answer, so there is none to wait for. */
  private void drop(ClientException why) {
    if (state == State.ANSWERED) {
      surplus("a message after the answer");
    } else if (state != State.OVER) {
      fail(why, () -> peer.inbox().dropped(why, id()));
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
  public void ended(@Nullable ClientException why) {
    if (state == State.ANSWERED) {
      over();
    } else if (why != null && why.kind() == Kind.CLOSED) {
      fail(why);
    } else {
      comeBack(
          why == null
              ? ClientException.after(Kind.LOST, "the event stream ended without the answer")
              : why);
    }
  }

  private void comeBack(ClientException why) {
    String lastEventId = resumption.lastEventId();
    if (state == State.OVER) {
      return;
    }
    if (!resumable || lastEventId == null) {
      fail(why);
      return;
    }
    long waitMs = resumption.next();
    if (waitMs < 0) {
      fail(ClientException.after(
          Kind.LOST,
          "the event stream was lost, and " + peer.reconnectsMax()
              + " attempts to resume it came to nothing (client.reconnectsMax)"));
      return;
    }
    state = State.WAITING;
    timer = peer.origin().vertx().setTimer(waitMs, now -> resume(lastEventId));
  }

  private void resume(String lastEventId) {
    timer = -1;
    Exchange got = peer.get(lastEventId, false);
    exchange = got;
    got.head().onSuccess(head -> resumed(got, head)).onFailure(failure -> notResumed(failure));
  }

  private void resumed(Exchange got, HttpClientResponse head) {
    int status = head.statusCode();
    if (state == State.OVER) {
      got.drop();
    } else if (status == 200
        && HttpPeer.isEventStream(head)
        && HttpFailures.unreadable(head) == null) {
      stream(got);
    } else {
      got.drain();
      boolean later = status >= 500 || status == 429 || status == 408;
      String line = HttpFailures.line(head);
      // Also where the session is gone, which the next request will tell: this one has been begun,
      // and whoever hears SESSION_LOST makes it again.
      ClientException why = ClientException.after(
          Kind.LOST, "the event stream was lost and cannot be resumed: " + line);
      if (later) {
        comeBack(why);
      } else {
        fail(why);
      }
    }
  }

  private void notResumed(Throwable failure) {
    Kind kind = failure instanceof ClientException why ? why.kind() : Kind.LOST;
    switch (kind) {
      case UNREACHABLE, LOST, TIMEOUT, OVERLOADED -> comeBack((ClientException) failure);
      default -> fail(failure);
    }
  }

  // --- the end

  /** Nobody waits for the answer any more. */
  void abandon() {
    fail(ClientException.after(Kind.CANCELLED, "the request was abandoned"));
  }

  void close(ClientException why) {
    fail(why);
  }

  private void fail(Throwable why) {
    fail(why, () -> {});
  }

  private void fail(Throwable why, Runnable first) {
    if (state == State.OVER) {
      return;
    }
    over();
    first.run();
    answered.tryFail(why);
  }

  /** Everything ends here that could still tell something. */
  private void over() {
    state = State.OVER;
    peer.origin().vertx().cancelTimer(timer);
    if (events != null) {
      events.stop();
    }
    if (exchange != null) {
      exchange.drop();
    }
  }
}
