package io.breakwater.legacy;

import io.breakwater.era.EventStream;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One event stream of a session. It outlives the connections that carry it: what is said while none is there is kept in
 * the log and sent when the client comes back.
 *
 * <pre>
 * DETACHED &lt;-- detach, peer went -- attach --&gt; ATTACHED
 * any -- finish --&gt; FINISHED   nothing is said any more; what was said can still be read again
 * </pre>
 *
 * <p>Confined to the loop of its session.
 */
final class SessionStream {
  private final int number;
  private final boolean ofRequest;
  private final EventLog log;
  private @Nullable EventStream connection;
  private Runnable whenDetached = () -> {};
  private long places;
  private boolean finished;

  /** @param ofRequest whether it answers a request, rather than carrying what belongs to none */
  SessionStream(int number, boolean ofRequest, EventLog log) {
    this.number = number;
    this.ofRequest = ofRequest;
    this.log = log;
  }

  int number() {
    return number;
  }

  boolean ofRequest() {
    return ofRequest;
  }

  boolean attached() {
    return connection != null;
  }

  boolean finished() {
    return finished;
  }

  /** Whether the client hears what is said now, or knows an event from which it can come back. */
  boolean reachable() {
    return attached() || (places > 0 && log.keeps());
  }

  /**
   * Whether a client that has heard everything up to this place can hear the rest. What has gone from the log in between
   * is not said again; without the last event of a finished stream, which is the answer, there is no use in it.
   */
  boolean resumable(long place) {
    boolean known = place >= 0 && place < places;
    return known && (!finished || complete(place) || holdsLast(place));
  }

  /** Whether a client that has heard everything up to this place has heard all that will ever be said. */
  boolean complete(long place) {
    return finished && place == places - 1;
  }

  private boolean holdsLast(long place) {
    List<EventLog.Event> rest = log.after(number, place);
    return !rest.isEmpty() && rest.get(rest.size() - 1).place() == places - 1;
  }

  /** Takes a connection; one that it had is ended. The task runs once, when this connection is there no more. */
  void attach(EventStream newConnection, Runnable task) {
    endConnection();
    connection = newConnection;
    whenDetached = task;
  }

  /** Gives the client an id from which it can resume before anything was said. */
  void prime(long retryMs) {
    if (connection != null && log.keeps()) {
      connection.prime(number + "-" + places++, retryMs);
    }
  }

  /** Says a message, now or when the client comes back; nothing when the stream is finished. */
  void send(Buffer json) {
    if (!finished) {
      say(log.append(number, places++, json));
    }
  }

  /** Says again what was said after this place. */
  void replay(long place) {
    log.after(number, place).forEach(this::say);
  }

  private void say(EventLog.Event event) {
    if (connection != null) {
      connection.message(log.keeps() ? event.id() : null, event.json());
    }
  }

  /** The connection went away by itself; a newer one stays. */
  void lost(EventStream gone) {
    if (connection == gone) {
      connection = null;
      whenDetached.run();
    }
  }

  /** Ends the connection, not the stream. */
  void detach(long retryMs) {
    if (connection != null) {
      connection.retry(retryMs);
      endConnection();
    }
  }

  void finish() {
    finished = true;
    endConnection();
  }

  private void endConnection() {
    if (connection != null) {
      connection.end();
      connection = null;
      whenDetached.run();
    }
  }
}
