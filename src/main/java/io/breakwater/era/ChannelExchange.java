package io.breakwater.era;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Headers;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One message of a {@link ChannelPeer} and what is said because of it. Whatever is said goes out on the one channel, as
 * messages among others: an answer without a body says nothing, and an event stream is the channel until this exchange
 * ends.
 *
 * <p>Thread-safe: every verb runs on the loop of the channel, at once when called there.
 */
final class ChannelExchange implements Exchange, EventStream {
  private enum State {
    FRESH,
    STREAMING,
    ENDED,
    GONE
  }

  /** What the exchange was made for. */
  enum Kind {
    /** A request that ends by itself. */
    CALL,
    /** A request that goes on until somebody ends it. */
    LISTEN,
    /** Several messages in one. */
    BATCH,
    /** What the peer does not wait for an answer to. */
    NOTE,
    /** Carries what the server says of its own accord. */
    STANDALONE
  }

  private final ChannelPeer peer;
  private final Kind kind;
  private final @Nullable RequestId id;
  private final ChannelHead head;
  private final Runnable whenOver;

  // Confined to the loop.
  private final List<Runnable> onGone = new ArrayList<>(2);
  private State state = State.FRESH;
  private @Nullable Refusal refused;

  /** @param whenOver is run once, when the exchange has ended or the peer has gone */
  ChannelExchange(
      ChannelPeer peer, Kind kind, @Nullable RequestId id, ChannelHead head, Runnable whenOver) {
    this.peer = peer;
    this.kind = kind;
    this.id = id;
    this.head = head;
    this.whenOver = whenOver;
  }

  Kind kind() {
    return kind;
  }

  /** Whether a stateless request of this id is in flight here. */
  boolean statelessOf(RequestId other) {
    return head.session() == null && other.equals(id);
  }

  /** Why a batch was refused as a whole, which no answer under an id can say; else null. */
  @Nullable
  Refusal refused() {
    return refused;
  }

  @Override
  public Head head() {
    return head;
  }

  @Override
  public Context loop() {
    return peer.loop();
  }

  @Override
  public void answer(int status, Map<String, String> headers, @Nullable JsonNode body) {
    // Written by whoever calls, since the tree is theirs.
    Buffer json = body == null ? null : JsonWriter.buffer(body);
    String session = headers.get(Headers.SESSION_ID);
    String version =
        body == null ? "" : body.path("result").path("protocolVersion").asText();
    onLoop(() -> {
      if (state == State.FRESH) {
        if (session != null) {
          peer.agreed(session, version);
        }
        if (json != null && kind != Kind.NOTE) {
          peer.say(json);
        }
        over(State.ENDED);
      }
    });
  }

  @Override
  public void refuse(Refusal refusal) {
    Refusal known = refusal.under(id);
    if (known.id() != null) {
      Exchange.super.refuse(known);
      return;
    }
    onLoop(() -> {
      if (state == State.FRESH) {
        refused = known;
        over(State.ENDED);
      }
    });
  }

  @Override
  public EventStream stream(Map<String, String> headers) {
    onLoop(() -> {
      if (state == State.FRESH) {
        state = State.STREAMING;
      }
    });
    return this;
  }

  @Override
  public void message(@Nullable String eventId, Buffer json) {
    onLoop(() -> {
      if (state == State.STREAMING) {
        peer.say(json);
      }
    });
  }

  /** Nothing is resumed on a channel. */
  @Override
  public void prime(String eventId, long retryMs) {}

  @Override
  public void retry(long retryMs) {}

  @Override
  public void end() {
    onLoop(() -> {
      if (state == State.STREAMING) {
        over(State.ENDED);
      }
    });
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

  /** The peer wants no answer any more, or is not there any more; on the loop. */
  void gone() {
    if (state == State.FRESH || state == State.STREAMING) {
      List<Runnable> told = List.copyOf(onGone);
      over(State.GONE);
      told.forEach(Runnable::run);
    }
  }

  private void over(State last) {
    state = last;
    onGone.clear();
    whenOver.run();
    peer.over(this);
  }

  private void onLoop(Runnable task) {
    on((ContextInternal) peer.loop(), task);
  }

  private static void on(ContextInternal context, Runnable task) {
    if (context.inThread()) {
      task.run();
    } else {
      context.runOnContext(ignored -> task.run());
    }
  }
}
