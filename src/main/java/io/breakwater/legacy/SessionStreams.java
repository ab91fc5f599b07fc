package io.breakwater.legacy;

import io.breakwater.era.EventStream;
import io.breakwater.era.Exchange;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Headers;
import io.breakwater.spec.Revision;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The event streams of one session. A message goes out on exactly one of them: what belongs to a request on the stream
 * of that request, the rest on the oldest open stream that the client got with GET; when none is open it is kept for the
 * next.
 *
 * <p>Confined to the loop of its session.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#multiple-connections">2025-11-25,
 *     Multiple Connections</a>
 */
final class SessionStreams {
  /** The stream of what belongs to no request. */
  private static final int STANDALONE = 0;

  private final Context loop;
  private final Revision revision;
  private final SessionSettings settings;
  private final EventLog log;
  private final Map<Integer, SessionStream> streams = new HashMap<>();
  private final SessionStream standalone;

  /** Those that a GET opened and that have a connection, oldest first. */
  private final List<SessionStream> listening = new ArrayList<>();

  private int next = STANDALONE + 1;
  private int connections;

  SessionStreams(Context loop, Revision revision, SessionSettings settings) {
    this.loop = loop;
    this.revision = revision;
    this.settings = settings;
    this.log = new EventLog(settings.eventsMax(), settings.eventBytesMax());
    this.standalone = new SessionStream(STANDALONE, false, log);
    streams.put(STANDALONE, standalone);
  }

  /** Whether a connection opened with GET is there. */
  boolean listening() {
    return !listening.isEmpty();
  }

  /** A new stream for a request; it has no connection yet. */
  SessionStream open() {
    return open(true);
  }

  private SessionStream open(boolean ofRequest) {
    streams.values().removeIf(this::forgotten);
    SessionStream stream = new SessionStream(next++, ofRequest, log);
    streams.put(stream.number(), stream);
    return stream;
  }

  /** Whether nobody will ask for this stream again, or nothing of it is left. */
  private boolean forgotten(SessionStream stream) {
    boolean over = stream.finished() || (!stream.ofRequest() && !stream.attached());
    return stream != standalone && over && !log.holds(stream.number());
  }

  /** Carries a stream over the response of an exchange, from which the client can resume it. */
  void carry(SessionStream stream, Exchange exchange) {
    carry(stream, exchange, () -> {});
  }

  private void carry(SessionStream stream, Exchange exchange, Runnable whenDetached) {
    EventStream connection = exchange.stream(Map.of());
    stream.attach(connection, whenDetached);
    exchange.onGone(loop, () -> stream.lost(connection));
    if (revision.atLeast(Revision.V2025_11_25) && !stream.finished()) {
      stream.prime(settings.retryMs());
    }
  }

  /** Serves a GET: a new stream, or the rest of one that was cut. */
  void get(Exchange exchange) {
    if (connections >= settings.streamsMax()) {
      throw Refusal.of(
              429,
              ErrorCodes.INVALID_REQUEST,
              "Too many event streams: " + settings.streamsMax()
                  + " are open in this session (sessions.streamsMax)")
          .header("Retry-After", "1");
    }
    List<String> last = exchange.head().headers(Headers.LAST_EVENT_ID);
    if (last.isEmpty() || last.get(0).isEmpty()) {
      SessionStream stream = standalone.attached() ? open(false) : standalone;
      connect(stream, exchange);
      stream.catchUp();
    } else {
      resume(exchange, last.size() == 1 ? last.get(0) : "");
    }
  }

  private void resume(Exchange exchange, String lastEventId) {
    int dash = lastEventId.indexOf('-');
    SessionStream stream = dash < 0 ? null : streams.get(number(lastEventId.substring(0, dash)));
    int place = dash < 0 ? -1 : number(lastEventId.substring(dash + 1));
    if (stream == null || !stream.knows(place)) {
      throw Refusal.invalidRequest("Last-Event-ID names no event that is kept in this session");
    }
    connect(stream, exchange);
    stream.replay(place);
    if (stream.finished()) {
      stream.finish();
    }
  }

  private void connect(SessionStream stream, Exchange exchange) {
    connections++;
    carry(stream, exchange, () -> {
      connections--;
      listening.remove(stream);
    });
    if (!stream.ofRequest()) {
      listening.add(stream);
    }
  }

  private static int number(String digits) {
    try {
      return digits.length() > 9 ? -1 : Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Says something that belongs to no request. */
  void send(Message message) {
    send(listening.isEmpty() ? standalone : listening.get(0), message);
  }

  /** Says something on a stream; an answer that cannot be kept for a client that is away is replaced by an error. */
  void send(SessionStream stream, Message message) {
    Buffer json = JsonWriter.buffer(Messages.encode(message));
    if (stream.attached() || log.fits(json)) {
      stream.send(json);
    } else if (message instanceof Message.Result result) {
      RpcError tooLarge = new RpcError(
          ErrorCodes.INTERNAL_ERROR,
          "The answer came while the stream was cut, and exceeds " + settings.eventBytesMax()
              + " bytes (sessions.eventBytesMax)",
          null);
      stream.send(JsonWriter.buffer(Messages.encode(new Message.Failure(result.id(), tooLarge))));
    }
  }

  void close() {
    List.copyOf(streams.values()).forEach(SessionStream::finish);
    streams.clear();
    log.clear();
  }
}
