package io.breakwater.stdio;

import io.breakwater.frame.LineDecoder;
import io.vertx.core.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Reads a stream on a thread of its own, since reading blocks, and hands what it got to a loop. No more than one chunk
 * is read ahead: the next one waits until the loop has taken the last and there is room for the answers.
 *
 * <p>{@link #resume} and {@link #stop} are confined to the loop; the rest to the thread of the reader.
 */
final class LineReader implements Runnable {
  private static final int CHUNK_BYTES = 65_536;

  private final Context loop;
  private final InputStream in;
  private final LineDecoder decoder;
  private final BooleanSupplier room;
  private final Runnable whenOver;
  private final Semaphore turns = new Semaphore(1);

  /** Whether a chunk was taken, and the next turn is not given yet; confined to the loop. */
  private boolean waiting;

  private volatile boolean stopped;

  /**
   * @param decoder is fed on the loop
   * @param room whether more may be read; asked on the loop
   * @param whenOver is run on the loop after the last line
   */
  LineReader(
      Context loop, InputStream in, LineDecoder decoder, BooleanSupplier room, Runnable whenOver) {
    this.loop = loop;
    this.in = in;
    this.decoder = decoder;
    this.room = room;
    this.whenOver = whenOver;
  }

  void start() {
    Thread thread = new Thread(this, "breakwater-stdio-in");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      for (int length = next(chunk); length >= 0; length = next(chunk)) {
        int to = length;
        loop.runOnContext(ignored -> {
          decoder.feed(chunk, 0, to);
          waiting = true;
          resume();
        });
      }
    } catch (IOException closed) {
      // Who reads a stream that was closed under it has come to its end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    loop.runOnContext(ignored -> {
      decoder.end();
      whenOver.run();
    });
  }

  private int next(byte[] chunk) throws IOException, InterruptedException {
    turns.acquire();
    return stopped ? -1 : in.read(chunk);
  }

  /** Gives the next turn if there is room for it. */
  void resume() {
    if (waiting && room.getAsBoolean()) {
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
