package io.breakwater.era;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import io.breakwater.spec.Notifications;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A peer whose messages, and those to it, all share one two-way channel: stdin and stdout, or an event stream with a
 * path to post to. Every message it sends gets an exchange of its own, so that behind the door nothing differs from HTTP;
 * what HTTP says in header fields is remembered here.
 *
 * <pre>
 * NEW -- initialize --> AGREED          every later message belongs to the session
 * NEW -- stateless requests --> NEW     each says everything itself
 * any -- close, or the server ended the session --> CLOSED
 * </pre>
 *
 * <p>Confined to its loop.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio">2026-07-28, stdio</a>
 */
public final class ChannelPeer {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelPeer.class);

  private final Context loop;
  private final List<Era> eras;
  private final @Nullable String principal;
  private final Bounds bounds;
  private final Output output;
  private final Messages messages;

  /** Those that are neither answered nor given up. */
  private final Set<ChannelExchange> open = new LinkedHashSet<>();

  private final Promise<Void> quiet = Promise.promise();
  private ChannelHead head;
  private @Nullable Era sessionEra;
  private boolean ending;
  private boolean closed;

  /** Where the messages to the peer go. Called on the loop. */
  public interface Output {

    /** Sends one message: JSON without line breaks. */
    void message(Buffer json);

    /** The server has ended the session, and says no more. */
    void over();
  }

  /**
   * @param inFlightMax stateless requests being served; those of a session are bounded by the session
   * @param idBytesMax longest request id that is a string, in bytes
   */
  public record Bounds(int inFlightMax, int idBytesMax) {}

  /**
   * @param eras the first that serves a message gets it
   * @param principal the authenticated name of the peer, or null
   */
  public ChannelPeer(
      Context loop, List<Era> eras, @Nullable String principal, Bounds bounds, Output output) {
    this.loop = loop;
    this.eras = List.copyOf(eras);
    this.principal = principal;
    this.bounds = bounds;
    this.output = output;
    this.messages = new Messages(bounds.idBytesMax());
    this.head = new ChannelHead(null, null, principal);
  }

  Context loop() {
    return loop;
  }

  /** Whether the peer has opened a session. */
  public boolean initialized() {
    return head.session() != null;
  }

  /**
   * Takes what the peer has sent. What is wrong with a request is answered under its id; a notification or a response
   * that nobody wants is dropped.
   *
   * @param whenOver is run once, when the message is answered or given up
   * @throws Refusal when it is no message at all, or a batch that is refused as a whole
   */
  public void take(JsonNode body, Runnable whenOver) {
    Message message;
    try {
      message = body.isArray() ? null : messages.decode(body);
    } catch (Refusal refusal) {
      whenOver.run();
      throw refusal;
    }
    if (closed || (message instanceof Message.Notification note && cancels(note))) {
      whenOver.run();
      return;
    }
    RequestId id = message instanceof Message.Request request ? request.id() : null;
    ChannelExchange exchange = new ChannelExchange(this, kind(message), id, head, whenOver);
    open.add(exchange);
    serve(exchange, body);
    if (exchange.refused() != null && body.isArray()) {
      throw exchange.refused();
    }
  }

  private static ChannelExchange.Kind kind(@Nullable Message message) {
    if (message == null) {
      return ChannelExchange.Kind.BATCH;
    }
    if (message instanceof Message.Request request) {
      return request.method().equals(Method.SUBSCRIPTIONS_LISTEN.wireName())
          ? ChannelExchange.Kind.LISTEN
          : ChannelExchange.Kind.CALL;
    }
    return ChannelExchange.Kind.NOTE;
  }

  /** Whether this took back a stateless request; a session looks after its own. */
  private boolean cancels(Message.Notification note) {
    JsonNode id = note.params().path("requestId");
    if (!note.method().equals(Notifications.CANCELLED) || !RequestId.legal(id)) {
      return false;
    }
    ChannelExchange newest = null;
    for (ChannelExchange exchange : open) {
      newest = exchange.statelessOf(new RequestId(id)) ? exchange : newest;
    }
    if (newest != null) {
      newest.gone();
    }
    return newest != null;
  }

  private void serve(ChannelExchange exchange, JsonNode body) {
    boolean agreedBefore = initialized();
    try {
      requireRoom();
      Era era = era(body);
      era.post(exchange, body);
      if (!agreedBefore && initialized()) {
        sessionEra = era;
        hear(era);
      }
    } catch (Refusal refusal) {
      exchange.refuse(refusal);
    } catch (RuntimeException e) {
      LOG.error("A message failed", e);
      exchange.refuse(Refusal.internal());
    }
  }

  private void requireRoom() {
    if (!initialized() && open.size() > bounds.inFlightMax()) {
      throw Refusal.of(
          429,
          ErrorCodes.INTERNAL_ERROR,
          "Too many requests in flight: " + bounds.inFlightMax()
              + " on this channel (sessions.inFlightMax)");
    }
  }

  private Era era(JsonNode body) {
    for (Era era : eras) {
      if (era.serves(head, body)) {
        return era;
      }
    }
    throw Refusal.invalidRequest("Invalid request: of no revision that is served here");
  }

  /** Lets the session speak of its own accord, for as long as it lives. */
  private void hear(Era era) {
    ChannelExchange standalone =
        new ChannelExchange(this, ChannelExchange.Kind.STANDALONE, null, head, this::overByServer);
    open.add(standalone);
    era.get(standalone);
  }

  /** A session was opened for this peer; on the loop. */
  void agreed(String session, String version) {
    head = new ChannelHead(session, version, principal);
  }

  /** Sends a message, unless the peer is gone; on the loop. */
  void say(Buffer json) {
    if (!closed) {
      output.message(json);
    }
  }

  /** Tells the peer why it is not understood, under the id if it was read. */
  public void refuse(Refusal refusal) {
    Message failure = new Message.Failure(refusal.id(), refusal.error());
    say(JsonWriter.buffer(Messages.encode(failure)));
  }

  /** An exchange has ended; on the loop. */
  void over(ChannelExchange exchange) {
    open.remove(exchange);
    checkQuiet();
  }

  private void overByServer() {
    if (!closed) {
      close();
      output.over();
    }
  }

  /**
   * Nothing more will come from the peer: what only goes on for its sake ends now. The future completes when the rest is
   * answered, or with {@link #close}.
   */
  public Future<Void> finish() {
    ending = true;
    List.copyOf(open).stream()
        .filter(exchange -> exchange.kind() == ChannelExchange.Kind.LISTEN)
        .forEach(ChannelExchange::gone);
    checkQuiet();
    return quiet.future();
  }

  private void checkQuiet() {
    boolean busy =
        open.stream().anyMatch(exchange -> exchange.kind() != ChannelExchange.Kind.STANDALONE);
    if (ending && (closed || !busy)) {
      quiet.tryComplete();
    }
  }

  /** The peer is gone: its session ends, and what is still served is cancelled. */
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    List.copyOf(open).forEach(ChannelExchange::gone);
    if (sessionEra != null) {
      sessionEra.delete(new ChannelExchange(this, ChannelExchange.Kind.NOTE, null, head, () -> {}));
    }
    checkQuiet();
  }
}
