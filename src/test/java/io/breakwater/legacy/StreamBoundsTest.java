package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Message;
import io.breakwater.spec.Revision;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Streams that are over are not kept for the life of the session. */
@ExtendWith(OnEventLoop.class)
final class StreamBoundsTest {
  private static final Message.Notification SAID =
      new Message.Notification("notifications/x", Json.object("{}"));

  private final Legacy legacy = new Legacy();
  private SessionStreams streams;

  StreamBoundsTest() {
    legacy.eventsMax = 10;
    streams = new SessionStreams(
        Vertx.currentContext(), legacy.clock, Revision.V2025_11_25, legacy.settings());
  }

  @Test
  void finishedStreams_areForgottenWithTheirEvents() {
    for (int i = 0; i < 1000; i++) {
      SessionStream stream = streams.open();
      streams.carry(stream, new FakeExchange(FakeHead.bare()));
      streams.send(stream, SAID);
      stream.finish();
    }

    // Its own, the ten that have events, and the one that was opened last.
    assertThat(streams.size()).isLessThanOrEqualTo(12);
    legacy.clock.advance(legacy.eventsMs);
    assertThat(streams.size()).isEqualTo(1);
  }

  @Test
  void finishedStreams_withoutEvents_areForgotten() {
    for (int i = 0; i < 1000; i++) {
      streams.open().finish();
    }

    assertThat(streams.size()).isEqualTo(2);
  }

  @Test
  void streamsOfGets_thatWent_areForgotten() {
    FakeExchange first = new FakeExchange(FakeHead.bare());
    streams.get(first);
    for (int i = 0; i < 1000; i++) {
      FakeExchange get = new FakeExchange(FakeHead.bare());
      streams.get(get);
      streams.tell(i, SAID);
      get.goAway();
    }

    assertThat(streams.size()).isLessThanOrEqualTo(12);
    legacy.clock.advance(legacy.eventsMs);
    assertThat(streams.size()).isEqualTo(1);
  }

  @Test
  void finishedStream_saysNothingMore() {
    SessionStream stream = streams.open();
    FakeExchange exchange = new FakeExchange(FakeHead.bare());
    streams.carry(stream, exchange);
    stream.finish();

    streams.send(stream, SAID);
    stream.finish();
    stream.detach(1);

    assertThat(exchange.said()).containsExactly("stream", "prime 1-0 retry 700", "end");
    assertThat(legacy.clock.timers()).isZero();
  }
}
