package io.breakwater.legacy;

import io.breakwater.dispatch.Clock;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last events of a session, for clients that come back with {@code Last-Event-ID}. The oldest go first: when there
 * are too many, when they are too large, and when their time is over.
 *
 * <p>Confined to the loop of its session.
 */
final class EventLog {
  private final Clock clock;
  private final SessionSettings settings;
  private final Runnable whenAged;
  private final Deque<Event> events = new ArrayDeque<>();

  /** How many events are held of each stream; a stream without any is not in it. */
  private final Map<Integer, Integer> held = new HashMap<>();

  private long bytes;

  /** Runs while there are events. */
  private Clock.@Nullable Timer timer;

  /**
   * One event.
   *
   * @param place in its stream, counted from 0
   * @param saidMs when, by the clock
   */
  record Event(int stream, long place, Buffer json, long saidMs) {

    /** Names this event to the client. */
    String id() {
      return stream + "-" + place;
    }
  }

  /** @param whenAged is run after events have gone because of their age */
  EventLog(Clock clock, SessionSettings settings, Runnable whenAged) {
    this.clock = clock;
    this.settings = settings;
    this.whenAged = whenAged;
  }

  /** Whether anything is kept at all. */
  boolean keeps() {
    return settings.eventsMax() > 0 && settings.eventBytesMax() > 0;
  }

  /** Whether a message of this size can be kept. */
  boolean fits(Buffer json) {
    return keeps() && json.length() <= settings.eventBytesMax();
  }

  /** Keeps an event, unless it is larger than the whole log may be. */
  Event append(int stream, long place, Buffer json) {
    Event event = new Event(stream, place, json, clock.nowMs());
    if (fits(json)) {
      events.addLast(event);
      held.merge(stream, 1, Integer::sum);
      bytes += json.length();
      while (events.size() > settings.eventsMax() || bytes > settings.eventBytesMax()) {
        removeOldest();
      }
      watch();
    }
    return event;
  }

  private void removeOldest() {
    Event oldest = events.removeFirst();
    bytes -= oldest.json().length();
    held.computeIfPresent(oldest.stream(), (stream, count) -> count > 1 ? count - 1 : null);
  }

  private void watch() {
    if (timer == null) {
      long dueMs = events.getFirst().saidMs() + settings.eventsMs();
      timer = clock.after(Math.max(1, dueMs - clock.nowMs()), this::age);
    }
  }

  private void age() {
    timer = null;
    while (!events.isEmpty() && clock.nowMs() - events.getFirst().saidMs() >= settings.eventsMs()) {
      removeOldest();
    }
    if (!events.isEmpty()) {
      watch();
    }
    whenAged.run();
  }

  /** What was said on a stream after this place, as far as it is kept. */
  List<Event> after(int stream, long place) {
    List<Event> found = new ArrayList<>();
    if (holds(stream)) {
      for (Event event : events) {
        if (event.stream() == stream && event.place() > place) {
          found.add(event);
        }
      }
    }
    return found;
  }

  boolean holds(int stream) {
    return held.containsKey(stream);
  }

  int size() {
    return events.size();
  }

  long bytes() {
    return bytes;
  }

  void clear() {
    events.clear();
    held.clear();
    bytes = 0;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
