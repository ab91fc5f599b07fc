package io.breakwater.stdio;

import io.breakwater.frame.LineDecoder;
import io.vertx.core.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream on a thread of its own, since reading blocks, and hands what it got to a loop. No more than one chunk
 * is read ahead: the next one waits until the loop has taken the last and there is room for the answers.
 *
 * <p>{@link #resume} and {@link #stop} are confined to the loop; the rest to the thread of the reader.
 */
final class LineReader implements Runnable {
  private static final int CHUNK_BYTES = 65_536;

  /** Whom the lines are read for. Called on the loop. */
  interface Owner {

    /** Whether more may be read. */
    boolean hasRoom();

    /** The last line was told. */
    void inputEnded();

    /** Something went wrong that nobody foresaw; nothing more is read. */
    void inputFailed(Throwable why);
  }

  private final Context loop;
  private final InputStream in;
  private final LineDecoder decoder;
  private final Owner owner;
  private final Semaphore turns = new Semaphore(1);

  /** Whether a chunk was taken, and the next turn is not given yet; confined to the loop. */
  private boolean waiting;

  private volatile boolean stopped;

  /** @param decoder is fed on the loop */
  LineReader(Context loop, InputStream in, LineDecoder decoder, Owner owner) {
    this.loop = loop;
    this.in = in;
    this.decoder = decoder;
    this.owner = owner;
  }

  void start() {
    Thread thread = new Thread(this, "breakwater-stdio-in");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    @Nullable Throwable failure = null;
    try {
      read();
    } catch (IOException closed) {
      // Who reads a stream that was closed under it has come to its end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    end(failure);
  }

  private void read() throws IOException, InterruptedException {
    byte[] chunk = new byte[CHUNK_BYTES];
    for (int length = next(chunk); length >= 0; length = next(chunk)) {
      int to = length;
      loop.runOnContext(ignored -> take(chunk, to));
    }
  }

  private int next(byte[] chunk) throws IOException, InterruptedException {
    turns.acquire();
    return stopped ? -1 : in.read(chunk);
  }

  private void take(byte[] chunk, int to) {
    if (stopped) {
      return;
    }
    try {
      decoder.feed(chunk, 0, to);
    } catch (RuntimeException | Error e) {
      // Without its turn the thread would wait for ever, and nobody would know.
      fail(e);
      return;
    }
    waiting = true;
    resume();
  }

  private void fail(Throwable why) {
    stop();
    owner.inputFailed(why);
  }

  private void end(@Nullable Throwable failure) {
    loop.runOnContext(ignored -> {
      if (failure != null) {
        fail(failure);
        return;
      }
      try {
        decoder.end();
      } catch (RuntimeException | Error e) {
        fail(e);
        return;
      }
      owner.inputEnded();
    });
  }

  /** Gives the next turn if there is room for it. */
  void resume() {
    if (waiting && owner.hasRoom()) {
      waiting = false;
      turns.release();
    }
  }

  /** Reads no more; a read that blocks is left to whoever owns the stream. */
  void stop() {
    stopped = true;
    turns.release();
  }
}
