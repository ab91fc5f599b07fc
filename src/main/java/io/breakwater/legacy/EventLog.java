package io.breakwater.legacy;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last events of a session, for clients that come back with {@code Last-Event-ID}. The oldest go first when there
 * are too many or they are too large.
 *
 * <p>Confined to the loop of its session.
 */
final class EventLog {
  private final int eventsMax;
  private final int bytesMax;
  private final Deque<Event> events = new ArrayDeque<>();
  private int bytes;

  /** One event: its stream, its place in it, and the message. */
  static final class Event {
    final int stream;
    final long sequence;
    final Buffer json;
    private boolean delivered;

    private Event(int stream, long sequence, Buffer json) {
      this.stream = stream;
      this.sequence = sequence;
      this.json = json;
    }

    /** The id that names this event to the client. */
    String id() {
      return stream + "-" + sequence;
    }

    void delivered() {
      delivered = true;
    }
  }

  EventLog(int eventsMax, int bytesMax) {
    this.eventsMax = eventsMax;
    this.bytesMax = bytesMax;
  }

  /** Whether a message of this size can be kept at all. */
  boolean fits(Buffer json) {
    return json.length() <= bytesMax;
  }

  /** Keeps an event, unless it is larger than the whole log may be. */
  Event append(int stream, long sequence, Buffer json) {
    Event event = new Event(stream, sequence, json);
    if (fits(json)) {
      events.addLast(event);
      bytes += json.length();
      while (events.size() > eventsMax || bytes > bytesMax) {
        bytes -= events.removeFirst().json.length();
      }
    }
    return event;
  }

  /** What was said on a stream after this place. */
  List<Event> after(int stream, long sequence) {
    List<Event> found = new ArrayList<>();
    for (Event event : events) {
      if (event.stream == stream && event.sequence > sequence) {
        found.add(event);
      }
    }
    return found;
  }

  /** What was said on a stream while nobody listened. */
  List<Event> undelivered(int stream) {
    List<Event> found = after(stream, -1);
    found.removeIf(event -> event.delivered);
    return found;
  }

  boolean holds(int stream) {
    for (Event event : events) {
      if (event.stream == stream) {
        return true;
      }
    }
    return false;
  }

  int size() {
    return events.size();
  }

  int bytes() {
    return bytes;
  }

  void clear() {
    events.clear();
    bytes = 0;
  }
}
