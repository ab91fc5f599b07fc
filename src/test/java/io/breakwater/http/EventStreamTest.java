package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.era.EventStream;
import io.breakwater.era.Exchange;
import io.breakwater.options.Options;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EventStreamTest {
  private static final int UNSENT_MAX = 10_000;

  /** More than the buffers of two sockets take, so that an event of this size is never sent to who does not read. */
  private static final int MORE_THAN_SOCKETS_HOLD = 32 * 1024 * 1024;

  /** What the spelling of an event adds to its data. */
  private static final int SPELLING = "data: \n\n".length();

  private OpenDoor door;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor(Options.defaults().with("limits.unsentBytesMax", UNSENT_MAX));
  }

  @AfterEach
  void close() throws Exception {
    door.close();
  }

  private EventStream stream() throws InterruptedException {
    return door.era.streams.poll(20, TimeUnit.SECONDS);
  }

  /** What has been asked of the exchange's loop so far is done when this returns. */
  private static void settle(Exchange exchange) throws Exception {
    for (int turn = 0; turn < 3; turn++) {
      Promise<Void> done = Promise.promise();
      exchange.loop().runOnContext(done::complete);
      done.future().await(20, TimeUnit.SECONDS);
    }
  }

  private static Buffer data(int bytes) {
    return Buffer.buffer("x".repeat(bytes));
  }

  @Test
  void stream_sendsItsHeadAtOnce() throws Exception {
    try (RawClient client = door.client()) {
      RawClient.Answer head = client.send(RawClient.head("GET")).answer();

      assertThat(head.status()).isEqualTo(200);
      assertThat(head.field("content-type")).isEqualTo("text/event-stream");
      assertThat(head.field("cache-control")).isEqualTo("no-cache, no-transform");
      assertThat(head.field("x-accel-buffering")).isEqualTo("no");
    }
  }

  @Test
  void events_areSpelledAsTheyCome_andTheConnectionOutlivesTheStream() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.head("GET")).answer();
      EventStream stream = stream();

      stream.prime("7", 500);
      assertThat(client.chunk()).isEqualTo("id: 7\nretry: 500\ndata: \n\n");
      stream.message("8", Buffer.buffer("{\"a\":1}"));
      assertThat(client.chunk()).isEqualTo("id: 8\ndata: {\"a\":1}\n\n");
      stream.message(null, Buffer.buffer("{}"));
      assertThat(client.chunk()).isEqualTo("data: {}\n\n");
      stream.retry(9);
      assertThat(client.chunk()).isEqualTo("retry: 9\n\n");
      stream.end();
      assertThat(client.chunk()).isEmpty();

      assertThat(client.post("{}").status()).isEqualTo(200);
    }
    assertThat(door.era.gone).isEmpty();
  }

  @Test
  void events_fromAnotherThread_keepTheirOrder() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.head("GET")).answer();
      EventStream stream = stream();
      for (int event = 0; event < 500; event++) {
        stream.message(null, Buffer.buffer(Integer.toString(event)));
      }
      stream.end();

      for (int event = 0; event < 500; event++) {
        assertThat(client.chunk()).isEqualTo("data: " + event + "\n\n");
      }
      assertThat(client.chunk()).isEmpty();
    }
  }

  @Test
  void stream_onWhichNothingHappens_getsComments() throws Exception {
    try (OpenDoor lively = new OpenDoor(Options.defaults().with("limits.keepAliveMs", 20));
        RawClient client = lively.client()) {
      client.send(RawClient.head("GET")).answer();

      assertThat(client.chunk()).isEqualTo(": \n\n");
      assertThat(client.chunk()).isEqualTo(": \n\n");
      lively.era.streams.poll(20, TimeUnit.SECONDS).end();
      String chunk = client.chunk();
      while (!chunk.isEmpty()) {
        assertThat(chunk).isEqualTo(": \n\n");
        chunk = client.chunk();
      }
      assertThat(client.post("{}").body()).isEqualTo("{}");
    }
  }

  @Test
  void streamOfHttp10_endsWithItsConnection_andHasNoChunks() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.head("GET", "Connection: keep-alive").replace("HTTP/1.1", "HTTP/1.0"));
      RawClient.Answer head = client.answer();
      EventStream stream = stream();
      stream.message(null, Buffer.buffer("{}"));
      stream.end();

      assertThat(head.field("transfer-encoding")).isEmpty();
      assertThat(client.rest()).isEqualTo(": \n\ndata: {}\n\n");
    }
  }

  @Test
  void oneEvent_ofAnySize_passes() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.head("GET")).answer();
      EventStream stream = stream();
      stream.message(null, data(100 * UNSENT_MAX));
      stream.message(null, Buffer.buffer("{}"));

      assertThat(client.chunk()).hasSize(100 * UNSENT_MAX + SPELLING);
      assertThat(client.chunk()).isEqualTo("data: {}\n\n");
    }
    assertThat(door.era.gone.poll(20, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void burst_inOneTurnOfTheLoop_isNotASlowReader() throws Exception {
    door.era.onPost = (exchange, body) -> {
      EventStream stream = exchange.stream(Map.of());
      for (int event = 0; event < 30; event++) {
        stream.message(null, data(UNSENT_MAX / 10));
      }
      stream.end();
    };
    try (RawClient client = door.client()) {
      client.send(RawClient.request("{}")).answer();

      for (int event = 0; event < 30; event++) {
        assertThat(client.chunk()).hasSize(UNSENT_MAX / 10 + SPELLING);
      }
      assertThat(client.chunk()).isEmpty();
    }
  }

  @Test
  void slowReader_atTheBound_stays_andOneByteBeyondIsCut() throws Exception {
    try (RawClient client = RawClient.to(door.port, 4_096)) {
      client.send(RawClient.head("GET")).answer();
      EventStream stream = stream();
      Exchange exchange = door.era.exchanges.poll(20, TimeUnit.SECONDS);
      stream.message(null, data(MORE_THAN_SOCKETS_HOLD));
      stream.message(null, data(UNSENT_MAX - SPELLING));
      settle(exchange);
      assertThat(door.era.gone).isEmpty();

      stream.message(null, data(1));
      assertThat(door.era.gone.poll(20, TimeUnit.SECONDS)).isNotNull();
      // Cut means closed now, although the socket takes no more bytes.
      Await.until(() -> door.connections.open() == 0);
      stream.message(null, data(1));
      stream.end();
      settle(exchange);
      assertThat(door.era.gone).isEmpty();
    }
  }

  @Test
  void clientThatLeaves_isToldOnce_onTheLoopThatWasAsked() throws Exception {
    for (boolean reset : List.of(true, false)) {
      RawClient client = door.client();
      client.send(RawClient.head("GET")).answer();
      EventStream stream = stream();
      Exchange exchange = door.era.exchanges.poll(20, TimeUnit.SECONDS);
      Context elsewhere = ((VertxInternal) door.vertx).createEventLoopContext();
      BlockingQueue<Boolean> there = new LinkedBlockingQueue<>();
      Runnable told = () -> there.add(((ContextInternal) elsewhere).inThread());
      exchange.onGone(elsewhere, told);
      settle(exchange);

      if (reset) {
        client.reset();
      } else {
        client.close();
      }

      assertThat(there.poll(20, TimeUnit.SECONDS)).isTrue();
      assertThat(door.era.gone.poll(20, TimeUnit.SECONDS)).isNotNull();
      stream.message(null, Buffer.buffer("{}"));
      stream.end();
      exchange.onGone(elsewhere, told);
      assertThat(there.poll(20, TimeUnit.SECONDS)).isTrue();
      settle(exchange);
      assertThat(there).isEmpty();
      assertThat(door.era.gone).isEmpty();
    }
  }

  @Test
  void whatIsSaid_afterTheAnswer_isDropped() throws Exception {
    door.era.onPost = (exchange, body) -> {
      exchange.answer(200, Map.of(), FakeEra.object());
      exchange.answer(500, Map.of(), null);
      exchange.stream(Map.of()).message(null, Buffer.buffer("{}"));
    };
    try (RawClient client = door.client()) {
      assertThat(client.post("{}").status()).isEqualTo(200);
      assertThat(client.post("{}").status()).isEqualTo(200);
    }
  }
}
