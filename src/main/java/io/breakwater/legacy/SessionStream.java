package io.breakwater.legacy;

import io.breakwater.era.EventStream;
import io.vertx.core.buffer.Buffer;
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
  private long sequence;
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

  /** Whether this stream has given out an event id with this place. */
  boolean knows(long place) {
    return place >= 0 && place < sequence;
  }

  /** Takes a connection; one that it had is ended. The task runs once, when this connection is there no more. */
  void attach(EventStream newConnection, Runnable task) {
    endConnection();
    connection = newConnection;
    whenDetached = task;
  }

  /** Gives the client an id from which it can resume before anything was said. */
  void prime(long retryMs) {
    if (connection != null) {
      connection.prime(number + "-" + sequence++, retryMs);
    }
  }

  /** Says a message, now or when the client comes back. */
  void send(Buffer json) {
    EventLog.Event event = log.append(number, sequence++, json);
    say(event);
  }

  /** Says again what was said after this place. */
  void replay(long place) {
    log.after(number, place).forEach(this::say);
  }

  /** Says what was kept while nobody listened. */
  void catchUp() {
    log.undelivered(number).forEach(this::say);
  }

  private void say(EventLog.Event event) {
    if (connection != null) {
      connection.message(event.id(), event.json);
      event.delivered();
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
