package io.breakwater.client;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What a child reads, written by a thread of its own: a child that does not read holds up nobody but that thread, and
 * what waits is bounded.
 *
 * <p>Thread-safe.
 */
final class ChildInput implements Runnable {
  private static final byte[] END = {};

  private final OutputStream out;
  private final long unsentBytesMax;
  private final Consumer<IOException> broken;
  private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();
  private final AtomicLong unsentBytes = new AtomicLong();

  /** @param broken told once, on the thread of this input, when the child reads no more */
  ChildInput(OutputStream out, long unsentBytesMax, Consumer<IOException> broken) {
    this.out = out;
    this.unsentBytesMax = unsentBytesMax;
    this.broken = broken;
  }

  /** Takes a line with its end, at least one byte; returns false, and takes nothing, when it would wait with too many others. */
  boolean offer(byte[] line) {
    long before = unsentBytes.getAndAdd(line.length);
    if (before + line.length > unsentBytesMax) {
      unsentBytes.addAndGet(-line.length);
      return false;
    }
    return waiting.add(line);
  }

  /** The input of the child ends after what waits. */
  void end() {
    waiting.add(END);
  }

  @Override
  public void run() {
    try (out) {
      for (byte[] line = waiting.take(); line.length > 0; line = waiting.take()) {
        out.write(line);
        if (waiting.isEmpty()) {
          out.flush();
        }
        unsentBytes.addAndGet(-line.length);
      }
    } catch (IOException e) {
      broken.accept(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
