package io.breakwater.legacy;

import io.breakwater.dispatch.Clock;
import io.breakwater.era.EventStream;
import io.breakwater.era.Exchange;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Headers;
import io.breakwater.spec.Revision;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event streams of one session. A message goes out on exactly one of them: what belongs to a request on the stream
 * of that request, the rest on the newest open stream that the client got with GET, whose connection is most surely
 * alive. While none is open the rest waits.
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
  private final Clock clock;
  private final Revision revision;
  private final SessionSettings settings;
  private final EventLog log;
  private final Map<Integer, SessionStream> streams = new HashMap<>();
  private final SessionStream standalone;

  /** Those that a GET opened and that have a connection, oldest first. */
  private final List<SessionStream> listening = new ArrayList<>();

  /** What nobody has listened to yet, by its subject: what changes often is told once. */
  private final Map<Object, Message.Notification> waiting = new LinkedHashMap<>();

  private int next = STANDALONE + 1;
  private int connections;
  private long lastListenedMs;

  SessionStreams(Context loop, Clock clock, Revision revision, SessionSettings settings) {
    this.loop = loop;
    this.clock = clock;
    this.revision = revision;
    this.settings = settings;
    this.log = new EventLog(clock, settings, this::removeForgotten);
    this.standalone = new SessionStream(STANDALONE, false, log);
    this.lastListenedMs = clock.nowMs();
    streams.put(STANDALONE, standalone);
  }

  /** Whether a connection opened with GET is there. */
  boolean listening() {
    return !listening.isEmpty();
  }

  /** When the last connection opened with GET was there, by the clock; now, while one is. */
  long lastListenedMs() {
    return listening() ? clock.nowMs() : lastListenedMs;
  }

  /** Whether a client can be sent away to come back for the rest: since 2025-11-25, and where events are kept. */
  boolean polled() {
    return revision.atLeast(Revision.V2025_11_25) && log.keeps();
  }

  /** A new stream for a request; it has no connection yet. */
  SessionStream open() {
    return open(true);
  }

  private SessionStream open(boolean ofRequest) {
    removeForgotten();
    SessionStream stream = new SessionStream(next++, ofRequest, log);
    streams.put(stream.number(), stream);
    return stream;
  }

  private void removeForgotten() {
    streams.values().removeIf(this::forgotten);
  }

  /** Whether nobody will ask for this stream again, or nothing of it is left. */
  private boolean forgotten(SessionStream stream) {
    boolean over = stream.finished() || (!stream.ofRequest() && !stream.attached());
    return stream != standalone && over && !log.holds(stream.number());
  }

  /** Runs the task on the loop of the session when the peer of an exchange goes away. */
  void whenGone(Exchange exchange, Runnable task) {
    exchange.onGone(loop, task);
  }

  /** Carries a new stream over the response of an exchange, from which the client can resume it. */
  void carry(SessionStream stream, Exchange exchange) {
    attach(stream, exchange, () -> {});
    prime(stream);
  }

  private void attach(SessionStream stream, Exchange exchange, Runnable whenDetached) {
    EventStream connection = exchange.stream(Map.of());
    stream.attach(connection, whenDetached);
    if (!stream.ofRequest()) {
      listening.add(stream);
    }
    // Last: a peer that is gone already is told of at once.
    whenGone(exchange, () -> stream.lost(connection));
  }

  private void prime(SessionStream stream) {
    if (revision.atLeast(Revision.V2025_11_25)) {
      stream.prime(settings.retryMs());
    }
  }

  /** Serves a GET: a new stream, or the rest of one that was cut. */
  void get(Exchange exchange) {
    List<String> last = exchange.head().headers(Headers.LAST_EVENT_ID);
    if (last.isEmpty() || (last.size() == 1 && last.get(0).isEmpty())) {
      requireRoom();
      SessionStream stream = standalone.attached() ? open(false) : standalone;
      connect(stream, exchange);
      prime(stream);
    } else {
      resume(exchange, last.size() == 1 ? last.get(0) : "");
    }
    tellWaiting();
  }

  private void requireRoom() {
    if (connections >= settings.streamsMax()) {
      throw Refusal.of(
              429,
              ErrorCodes.INVALID_REQUEST,
              "Too many event streams: " + settings.streamsMax()
                  + " are open in this session (sessions.streamsMax)")
          .header("Retry-After", "1");
    }
  }

  private void resume(Exchange exchange, String lastEventId) {
    int dash = lastEventId.indexOf('-');
    SessionStream stream = dash < 0 ? null : streams.get(number(lastEventId.substring(0, dash)));
    int place = dash < 0 ? -1 : number(lastEventId.substring(dash + 1));
    if (stream == null || !stream.resumable(place)) {
      throw Refusal.invalidRequest("Last-Event-ID names no event that is kept in this session");
    }
    if (stream.complete(place)) {
      // A stream that is empty and ends would bring the client back for ever, as after a cancelled
      // request: it heard
      // no answer. This is what tells readers of event streams not to come back.
      exchange.answer(204, Map.of(), null);
      return;
    }
    if (!stream.attached()) {
      requireRoom();
    }
    connect(stream, exchange);
    // No empty event before what was missed: whoever resumed from it would lose that.
    stream.replay(place);
    if (stream.finished()) {
      stream.finish();
    }
  }

  private void connect(SessionStream stream, Exchange exchange) {
    connections++;
    attach(stream, exchange, () -> {
      connections--;
      if (listening.remove(stream)) {
        lastListenedMs = clock.nowMs();
      }
    });
  }

  /** At most nine digits, and nothing else; else -1. */
  private static int number(String digits) {
    boolean plain = !digits.isEmpty()
        && digits.length() <= 9
        && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return plain ? Integer.parseInt(digits) : -1;
  }

  /**
   * Says something that belongs to no request, or keeps it until somebody listens.
   *
   * @param subject what it is about; of several that wait with one subject only the last is said
   */
  void tell(Object subject, Message.Notification notification) {
    SessionStream newest = newest();
    if (newest == null) {
      waiting.put(subject, notification);
    } else {
      send(newest, notification);
    }
  }

  /** Nobody wants to know about this subject any more. */
  void forget(Object subject) {
    waiting.remove(subject);
  }

  private void tellWaiting() {
    SessionStream newest = newest();
    if (newest != null) {
      List<Message.Notification> all = List.copyOf(waiting.values());
      waiting.clear();
      all.forEach(notification -> send(newest, notification));
    }
  }

  /** The stream for what belongs to no request, or null when none is open. */
  @Nullable
  SessionStream newest() {
    return listening.isEmpty() ? null : listening.get(listening.size() - 1);
  }

  /**
   * Says something on a stream; an answer that cannot be kept for a client that is away is replaced by an error. Throws
   * {@link IllegalArgumentException} for a message that cannot be written.
   */
  void send(SessionStream stream, Message message) {
    Buffer json = JsonWriter.buffer(Messages.encode(message));
    RequestId answered = answered(message);
    if (stream.attached() || log.fits(json)) {
      stream.send(json);
    } else if (answered != null) {
      RpcError tooLarge = new RpcError(
          ErrorCodes.INTERNAL_ERROR,
          "The answer came while the stream was cut, and exceeds " + settings.eventBytesMax()
              + " bytes (sessions.eventBytesMax)",
          null);
      stream.send(JsonWriter.buffer(Messages.encode(new Message.Failure(answered, tooLarge))));
    }
  }

  private static @Nullable RequestId answered(Message message) {
    if (message instanceof Message.Result result) {
      return result.id();
    }
    return message instanceof Message.Failure failure ? failure.id() : null;
  }

  /** How many streams are known, those that are over and may be resumed included. */
  int size() {
    return streams.size();
  }

  void close() {
    List.copyOf(streams.values()).forEach(SessionStream::finish);
    streams.clear();
    waiting.clear();
    log.clear();
  }
}
