package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.ManualClock;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventLogTest {
  private final ManualClock clock = new ManualClock();
  private final Legacy legacy = new Legacy();
  private int aged;
  private EventLog log = log(3, 100);

  private EventLog log(int eventsMax, int eventBytesMax) {
    legacy.eventsMax = eventsMax;
    legacy.eventBytesMax = eventBytesMax;
    legacy.eventsMs = 1000;
    return new EventLog(clock, legacy.settings(), () -> aged++);
  }

  @Test
  void events_upToTheLimit_areKept_andOneMore_pushesOutTheOldest() {
    append(1, 0, 1);
    append(2, 0, 1);
    append(1, 1, 1);
    assertThat(places(1, -1)).containsExactly(0L, 1L);

    append(1, 2, 1);

    assertThat(places(1, -1)).containsExactly(1L, 2L);
    assertThat(places(1, 1)).containsExactly(2L);
    assertThat(places(2, -1)).containsExactly(0L);
    append(1, 3, 1);
    append(1, 4, 1);
    assertThat(log.holds(2)).isFalse();
    assertThat(log.size()).isEqualTo(3);
  }

  @Test
  void bytes_upToTheLimit_areKept_andOneMore_pushesOutTheOldest() {
    append(1, 0, 60);
    append(2, 0, 40);
    assertThat(log.bytes()).isEqualTo(100);

    append(2, 1, 1);

    assertThat(log.bytes()).isEqualTo(41);
    assertThat(log.holds(1)).isFalse();
    assertThat(places(2, -1)).containsExactly(0L, 1L);
  }

  @Test
  void event_asLargeAsTheLog_isKept_andOneByteMore_isNot() {
    append(1, 0, 1);
    append(2, 0, 100);
    assertThat(log.holds(1)).isFalse();
    assertThat(log.holds(2)).isTrue();

    append(3, 0, 101);

    assertThat(log.holds(2)).isTrue();
    assertThat(log.holds(3)).isFalse();
    assertThat(log.fits(Buffer.buffer(new byte[100]))).isTrue();
    assertThat(log.fits(Buffer.buffer(new byte[101]))).isFalse();
  }

  @Test
  void log_ofNothing_keepsNothing() {
    for (EventLog none : List.of(log(0, 100), log(3, 0))) {
      EventLog.Event event = none.append(1, 0, Buffer.buffer("x"));

      assertThat(event.id()).isEqualTo("1-0");
      assertThat(none.keeps()).isFalse();
      assertThat(none.fits(Buffer.buffer("x"))).isFalse();
      assertThat(none.size()).isZero();
    }
    assertThat(clock.timers()).isZero();
  }

  @Test
  void events_goWhenTheirTimeIsOver() {
    append(1, 0, 10);
    clock.advance(400);
    append(1, 1, 20);
    clock.advance(599);
    assertThat(places(1, -1)).containsExactly(0L, 1L);

    clock.advance(1);
    assertThat(places(1, -1)).containsExactly(1L);
    assertThat(log.bytes()).isEqualTo(20);
    assertThat(aged).isEqualTo(1);

    clock.advance(400);
    assertThat(log.holds(1)).isFalse();
    assertThat(log.bytes()).isZero();
    assertThat(clock.timers()).isZero();
  }

  @Test
  void oneTimer_isEnough_andNoneIsLeft() {
    for (int i = 0; i < 100; i++) {
      append(1, i, 1);
      clock.advance(1);
    }
    assertThat(clock.timers()).isEqualTo(1);

    log.clear();

    assertThat(clock.timers()).isZero();
    assertThat(log.size()).isZero();
    assertThat(log.bytes()).isZero();
    assertThat(log.holds(1)).isFalse();
  }

  private void append(int stream, long place, int size) {
    var unused = log.append(stream, place, Buffer.buffer(new byte[size]));
  }

  private List<Long> places(int stream, long after) {
    return log.after(stream, after).stream().map(EventLog.Event::place).toList();
  }
}
