package io.breakwater.stdio;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Writes lines to a stream on a thread of its own, since writing blocks while nobody reads. How much may wait is for the
 * caller to watch.
 *
 * <pre>
 * WRITING -- finish --> the rest is written --> OVER
 * WRITING -- the stream is closed ----------> BROKEN --> OVER
 * </pre>
 *
 * <p>All verbs are confined to the loop.
 */
final class LineWriter implements Runnable {
  private static final Buffer END = Buffer.buffer();

  private final Context loop;
  private final OutputStream out;
  private final Runnable whenWritten;
  private final LinkedBlockingQueue<Buffer> lines = new LinkedBlockingQueue<>();
  private final Promise<Void> over = Promise.promise();
  private long unsentBytes;
  private boolean ended;

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
        out.write(text.getBytes());
        out.write('\n');
        if (lines.isEmpty()) {
          out.flush();
        }
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
    }
    loop.runOnContext(ignored -> {
      ended = true;
      lines.clear();
      over.tryComplete();
    });
  }
}
