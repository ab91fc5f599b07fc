package io.breakwater.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.era.Era;
import io.breakwater.era.Exchange;
import io.breakwater.era.Head;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the door ends where no client ends it. */
@Timeout(60)
final class StdioDoorTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n";
  private static final int STRANGE_LINES_MAX = 100;

  private final Vertx vertx = Vertx.vertx();
  private final PipedOutputStream says = new PipedOutputStream();

  @AfterEach
  void close() throws Exception {
    says.close();
    vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private StdioDoor door(Options options, Era era, OutputStream out) throws IOException {
    InputStream in = new PipedInputStream(says);
    return StdioDoor.open(vertx, options, List.of(era), in, out);
  }

  private void say(String text) throws IOException {
    says.write(text.getBytes(StandardCharsets.UTF_8));
    says.flush();
  }

  private static Throwable failure(Future<Void> future) throws Exception {
    return future
        .toCompletionStage()
        .toCompletableFuture()
        .handle((done, failure) -> failure)
        .get(30, TimeUnit.SECONDS);
  }

  @Test
  void error_whileALineIsServed_endsTheDoor_andFails() throws Exception {
    Error error = new OutOfMemoryError("for a test");
    StdioDoor door =
        door(Options.defaults(), new Served(() -> throwIt(error)), OutputStream.nullOutputStream());

    say(PING);

    assertThat(failure(door.gone())).isSameAs(error);
  }

  private static void throwIt(Error error) {
    throw error;
  }

  @Test
  void input_thatCannotBeRead_becauseOfAnError_endsTheDoor_andFails() throws Exception {
    Error error = new OutOfMemoryError("for a test");
    InputStream in = new InputStream() {
      @Override
      public int read() {
        throw error;
      }

      @Override
      public int read(byte[] bytes, int from, int length) {
        throw error;
      }
    };

    StdioDoor door = StdioDoor.open(
        vertx,
        Options.defaults(),
        List.of(new Served(() -> {})),
        in,
        OutputStream.nullOutputStream());

    assertThat(failure(door.gone())).isSameAs(error);
  }

  @Test
  void input_ofNothingButRefusedLines_endsTheDoor_andFails() throws Exception {
    Lines out = new Lines();
    StdioDoor door = door(Options.defaults(), new Served(() -> {}), out);

    say("garbage\n".repeat(STRANGE_LINES_MAX + 50));

    assertThat(failure(door.gone())).hasMessageContaining("no conversation");
    assertThat(out.written()).hasSize(STRANGE_LINES_MAX);
  }

  @Test
  void input_withAMessageBehindRefusedLines_isServed_howeverManyFollow() throws Exception {
    Lines out = new Lines();
    StdioDoor door = door(Options.defaults(), new Served(() -> {}), out);

    say("garbage\n".repeat(STRANGE_LINES_MAX - 1) + PING + "garbage\n".repeat(STRANGE_LINES_MAX));
    says.close();

    assertThat(failure(door.gone())).isNull();
    assertThat(out.written()).hasSize(2 * STRANGE_LINES_MAX);
  }

  @Test
  void output_thatTakesNothing_isCut_alsoWhenTheInputIsNotReadAnyMore() throws Exception {
    Options options = Options.defaults()
        .with("limits.unsentMs", 1)
        .with("limits.unsentBytesMax", 1)
        .with("limits.drainMs", 1);
    Stuck out = new Stuck();
    StdioDoor door = door(options, new Served(() -> {}), out);
    try {
      say(PING.repeat(10));
      says.close();

      assertThat(failure(door.gone())).isNull();
    } finally {
      out.release();
    }
  }

  /** Answers everything after something was done. */
  private record Served(Runnable before) implements Era {
    @Override
    public boolean serves(Head head, JsonNode body) {
      return true;
    }

    @Override
    public void post(Exchange exchange, JsonNode body) {
      before.run();
      exchange.answer(200, Map.of(), body);
    }

    @Override
    public void get(Exchange exchange) {}

    @Override
    public void delete(Exchange exchange) {}
  }

  /** Keeps what was written. */
  private static final class Lines extends OutputStream {
    private final StringBuffer text = new StringBuffer();

    @Override
    public void write(int one) {
      text.append((char) one);
    }

    List<String> written() {
      return text.toString().lines().toList();
    }
  }

  /** Blocks like a pipe that nobody reads. */
  private static final class Stuck extends OutputStream {
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public void write(int one) throws IOException {
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    void release() {
      released.countDown();
    }
  }
}
