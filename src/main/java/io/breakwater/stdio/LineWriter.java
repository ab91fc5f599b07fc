package io.breakwater.stdio;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Writes lines to a stream on a thread of its own, since writing blocks while nobody reads. How much may wait, and for how
 * long, is for the caller to watch.
 *
 * <pre>
 * WRITING -- finish --> the rest is written --> OVER
 * WRITING -- the stream is closed ----------> BROKEN --> OVER
 * </pre>
 *
 * <p>All verbs are confined to the loop.
 */
final class LineWriter implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(LineWriter.class);

  /** Written at once, so that a slow reader of a long line is seen to read. */
  private static final int PIECE_BYTES = 8_192;

  private static final Buffer END = Buffer.buffer();

  private final Context loop;
  private final OutputStream out;
  private final Runnable whenWritten;
  private final LinkedBlockingQueue<Buffer> lines = new LinkedBlockingQueue<>();
  private final Promise<Void> over = Promise.promise();
  private long unsentBytes;
  private boolean ended;

  /** Written by the thread alone. */
  private volatile long pieces;

  /** @param whenWritten is run on the loop after each line, when there is less to write than before */
  LineWriter(Context loop, OutputStream out, Runnable whenWritten) {
    this.loop = loop;
    this.out = out;
    this.whenWritten = whenWritten;
  }

  void start() {
    Thread thread = new Thread(this, "breakwater-stdio-out");
    thread.setDaemon(true);
    thread.start();
  }

  /** Bytes of lines that are not written yet. */
  long unsentBytes() {
    return unsentBytes;
  }

  /** A number that is another one once something more was written. */
  long progress() {
    return pieces;
  }

  /** Writes a text without line breaks as one line. */
  void line(Buffer text) {
    if (!ended) {
      unsentBytes += text.length();
      lines.add(text);
    }
  }

  /** Writes no more than what waits now. */
  void finish() {
    if (!ended) {
      ended = true;
      lines.add(END);
    }
  }

  /** Completes on the loop when all is written, or nobody reads any more. */
  Future<Void> over() {
    return over.future();
  }

  @Override
  public void run() {
    try {
      for (Buffer text = lines.take(); text != END; text = lines.take()) {
        write(text);
        int written = text.length();
        loop.runOnContext(ignored -> {
          unsentBytes -= written;
          whenWritten.run();
        });
      }
      out.flush();
    } catch (IOException closed) {
      // As if the peer had gone away, which it has.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.error("The output cannot be written any more", e);
    }
    loop.runOnContext(ignored -> {
      ended = true;
      lines.clear();
      over.tryComplete();
    });
  }

  private void write(Buffer text) throws IOException {
    for (int from = 0; from < text.length(); from += PIECE_BYTES) {
      out.write(text.getBytes(from, Math.min(text.length(), from + PIECE_BYTES)));
      progressed();
    }
    out.write('\n');
    if (lines.isEmpty()) {
      out.flush();
    }
    progressed();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
  private void progressed() {
    pieces++;
  }
}
