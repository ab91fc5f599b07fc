package io.breakwater.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.era.ChannelPeer;
import io.breakwater.era.Era;
import io.breakwater.frame.LineDecoder;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonRefused;
import io.breakwater.options.Limits;
import io.breakwater.options.Options;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The door for one peer over a pair of byte streams: each line is one message, in both directions.
 *
 * <pre>
 * SERVING -- end of the input --> FINISHING   what runs may end within limits.drainMs
 * SERVING -- stopReading --> FINISHING
 * SERVING, FINISHING -- all is answered, the time is over, nobody reads, close --> CLOSED
 * SERVING, FINISHING -- an error that nobody foresaw, nothing but refused lines --> CLOSED, and {@link #gone} fails
 * </pre>
 *
 * <p>What is wrong with a line is told on a line, and the next one is read as if nothing had been: over-long -32600, not
 * JSON or too deep -32700, not a message -32600, more than {@code limits.inFlightBytesMax} in flight -32603. While more than
 * {@code limits.unsentBytesMax} wait to be written nothing is read; a peer that lets it come to {@code
 * limits.inFlightBytesMax} all the same, or takes nothing for {@code limits.unsentMs}, is cut.
 *
 * <p>Thread-safe: everything happens on one loop.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio">2026-07-28, stdio</a>
 */
public final class StdioDoor {
  private static final Logger LOG = LoggerFactory.getLogger(StdioDoor.class);

  /** Refused in a row before the first message; who sends that many is no client, but a file. */
  private static final int STRANGE_LINES_MAX = 100;

  /** Read before the heap is measured again. */
  private static final int SLICE_BYTES = 65_536;

  private final Vertx vertx;
  private final Context loop;
  private final Limits limits;
  private final JsonLimits json;
  private final Messages messages;
  private final ChannelPeer peer;
  private final LineReader reader;
  private final LineWriter writer;
  private final StallWatch stall;
  private final HeapGauge heap;
  private final Promise<Void> gone = Promise.promise();

  // Confined to the loop.
  private boolean finishing;
  private boolean closed;
  private boolean cut;
  private boolean understood;
  private int strangeLines;

  private StdioDoor(
      Vertx vertx, Options options, List<Era> eras, InputStream in, OutputStream out) {
    this.vertx = vertx;
    this.loop = ((VertxInternal) vertx).createEventLoopContext();
    this.limits = options.limits();
    this.json = Messages.limits(limits);
    this.messages = new Messages(limits.idBytesMax());
    ChannelPeer.Bounds bounds =
        new ChannelPeer.Bounds(options.sessions().inFlightMax(), limits.idBytesMax());
    this.peer = new ChannelPeer(loop, eras, null, bounds, new Answers());
    LineDecoder decoder = new LineDecoder(limits.bodyBytesMax(), new Lines());
    this.reader = new LineReader(loop, in, decoder, new Input());
    this.writer = new LineWriter(loop, out, reader::resume);
    this.stall = new StallWatch(vertx, writer, limits.unsentMs(), this::cut);
    this.heap = new HeapGauge(limits.inFlightBytesMax());
  }

  /**
   * Serves the peer at the other end of these streams, on an event loop of its own.
   *
   * @param eras the first that serves a message gets it
   */
  public static StdioDoor open(
      Vertx vertx, Options options, List<Era> eras, InputStream in, OutputStream out) {
    StdioDoor door = new StdioDoor(vertx, options, eras, in, out);
    door.writer.over().onComplete(nobodyReads -> door.shut());
    door.writer.start();
    door.reader.start();
    return door;
  }

  /**
   * Completes when the peer is gone, or was sent away, and all is written that it takes. Fails when something went wrong
   * that nobody foresaw, such as too little memory, or when what is read is no conversation at all.
   */
  public Future<Void> gone() {
    return gone.future();
  }

  /** Reads no more; what is being served goes on, until {@link #close}. */
  public void stopReading() {
    loop.runOnContext(ignored -> finishing = true);
  }

  /** Ends what is being served; what was said is still written. */
  public Future<Void> close() {
    loop.runOnContext(ignored -> end());
    return gone();
  }

  private void finish() {
    if (!finishing && !closed) {
      finishing = true;
      long timer = vertx.setTimer(Math.max(1, limits.drainMs()), over -> end());
      peer.finish().onComplete(quiet -> {
        vertx.cancelTimer(timer);
        end();
      });
    }
  }

  /** Says the last word; a peer that does not take it is not waited for without end. */
  private void end() {
    if (!closed) {
      closed = true;
      finishing = true;
      peer.close();
      reader.stop();
      stall.stop();
      writer.finish();
      long timer = vertx.setTimer(Math.max(1, limits.drainMs()), over -> gone.tryComplete());
      gone().onComplete(done -> vertx.cancelTimer(timer));
      if (writer.over().isComplete()) {
        gone.tryComplete();
      }
    }
  }

  private void shut() {
    end();
    gone.tryComplete();
  }

  private void fail(Throwable why) {
    gone.tryFail(why);
    end();
  }

  private void cut() {
    if (!cut) {
      cut = true;
      LOG.warn("The peer on standard output does not read; it is cut");
      loop.runOnContext(ignored -> shut());
    }
  }

  private void line(byte[] line) {
    if (closed) {
      return;
    }
    HeapGauge.Hold hold = heap.new Hold();
    try (JsonReader reading = new JsonReader(json, "message")) {
      @Nullable JsonNode body = body(reading, line, hold);
      if (body != null) {
        peer.take(body, hold::release);
        understood = true;
      }
    } catch (Refusal refusal) {
      hold.release();
      refuse(refusal);
    } catch (RuntimeException e) {
      hold.release();
      LOG.error("A line failed", e);
      refuse(Refusal.internal());
    }
  }

  /** The message of this line, or null when there is none. */
  private @Nullable JsonNode body(JsonReader reading, byte[] line, HeapGauge.Hold hold) {
    try {
      for (int from = 0; from < line.length; from += SLICE_BYTES) {
        reading.feed(line, from, Math.min(line.length, from + SLICE_BYTES));
        hold.grow(reading.heapBytes());
      }
      return reading.end();
    } catch (JsonRefused refused) {
      if (refused.kind() == JsonRefused.Kind.EMPTY) {
        hold.release();
        return null;
      }
      throw Refusal.parseError("Parse error: " + refused.getMessage())
          .under(messages.readableId(reading.member("id")));
    } catch (Refusal overloaded) {
      throw overloaded.under(messages.readableId(reading.member("id")));
    }
  }

  private void refuse(Refusal refusal) {
    peer.refuse(refusal);
    strangeLines++;
    if (!understood && strangeLines == STRANGE_LINES_MAX) {
      String why = "the input is no conversation: none of its first " + STRANGE_LINES_MAX
          + " lines is a message";
      fail(new VertxException(why, true));
    }
  }

  /** What is read. */
  private final class Lines implements LineDecoder.Lines {
    @Override
    public void line(byte[] line) {
      StdioDoor.this.line(line);
    }

    @Override
    public void tooLong() {
      refuse(Refusal.invalidRequest("Payload too large: message exceeds " + limits.bodyBytesMax()
          + " bytes (limits.bodyBytesMax)"));
    }
  }

  /** Where it is read. */
  private final class Input implements LineReader.Owner {
    @Override
    public boolean hasRoom() {
      return !finishing && writer.unsentBytes() <= limits.unsentBytesMax();
    }

    @Override
    public void inputEnded() {
      finish();
    }

    @Override
    public void inputFailed(Throwable why) {
      LOG.error("The input cannot be served any more", why);
      fail(why);
    }
  }

  /** What is said. */
  private final class Answers implements ChannelPeer.Output {
    @Override
    public void message(Buffer text) {
      writer.line(text);
      stall.look();
      if (writer.unsentBytes() > limits.inFlightBytesMax()) {
        cut();
      }
    }

    @Override
    public void over() {
      end();
    }
  }
}
