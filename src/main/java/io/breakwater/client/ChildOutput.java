package io.breakwater.client;

import io.breakwater.frame.LineDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * What a child writes to its stdout, read and judged by a thread of its own and handed to the loop. The thread is one
 * chunk ahead at the most; then it reads no more, the pipe fills, and the child waits.
 *
 * <p>Confined to its thread.
 */
final class ChildOutput implements Runnable {
  private static final int CHUNK_BYTES = 65_536;

  private final InputStream in;
  private final ClientContext context;
  private final Child.Ears ears;
  private final LineDecoder decoder;
  private final Semaphore ahead = new Semaphore(1);
  private List<StdioLines.Arrival> arrivals = new ArrayList<>();

  ChildOutput(InputStream in, ClientContext context, Child.Ears ears) {
    this.in = in;
    this.context = context;
    this.ears = ears;
    this.decoder = new LineDecoder(
        context.options().limits().bodyBytesMax(),
        new StdioLines(context, ears.revision(), arrival -> arrivals.add(arrival)));
  }

  @Override
  public void run() {
    byte[] chunk = new byte[CHUNK_BYTES];
    try (in) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        decoder.feed(chunk, 0, read);
        handOver();
      }
      decoder.end();
      handOver();
    } catch (IOException e) {
      // As good as its end.
      arrivals.clear();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Child.onLoop(context, ears.gone());
    }
  }

  private void handOver() throws InterruptedException {
    if (arrivals.isEmpty()) {
      return;
    }
    List<StdioLines.Arrival> batch = arrivals;
    arrivals = new ArrayList<>();
    ahead.acquire();
    Child.onLoop(context, () -> {
      ahead.release();
      if (ears.open().getAsBoolean()) {
        batch.forEach(arrival -> arrival.at(ears.inbox(), context.listener()));
      }
    });
  }
}
