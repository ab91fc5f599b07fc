package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.frame.SseDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Reads a response that is an event stream. After {@link #stop} nothing is told any more, not even what came in the same
 * chunk.
 *
 * <p>Confined to the loop of its client.
 */
final class EventReader implements Exchange.Body, SseDecoder.Events {

  /** Where events go. */
  interface Sink {
    /** An event with data. */
    void event(String type, byte[] data);

    /** An event came, or was dropped, that says where to resume, after the event itself was told. */
    void reached(String id);

    /** How many milliseconds to wait before coming back. */
    void retry(long ms);

    /** An event passed the bound and is dropped. */
    void tooLong(ClientException why);

    /** No more events: the stream was ended, or broke when there is a reason. */
    void ended(@Nullable ClientException why);
  }

  private final Exchange exchange;
  private final Sink sink;
  private final int eventBytesMax;
  private final SseDecoder decoder;
  private String lastId = "";
  private boolean stopped;

  EventReader(Exchange exchange, int eventBytesMax, Sink sink) {
    this.exchange = exchange;
    this.sink = sink;
    this.eventBytesMax = eventBytesMax;
    this.decoder = new SseDecoder(eventBytesMax, this);
  }

  /** Begins to read; the head of the response has come. */
  void start() {
    exchange.stream(this);
  }

  /** Cuts the stream; the sink hears no more. */
  void stop() {
    stopped = true;
    exchange.drop();
  }

  @Override
  public void chunk(byte[] bytes) {
    decoder.feed(bytes, 0, bytes.length);
    reached();
  }

  @Override
  public void end() {
    if (!stopped) {
      sink.ended(null);
    }
  }

  @Override
  public void broken(ClientException why) {
    if (!stopped) {
      sink.ended(why);
    }
  }

  @Override
  public void event(String type, byte[] data, @Nullable String id) {
    // An event without data only says where the stream is.
    if (!stopped && data.length > 0) {
      sink.event(type, data);
    }
    reached();
  }

  private void reached() {
    if (!stopped && !decoder.lastId().equals(lastId)) {
      lastId = decoder.lastId();
      sink.reached(lastId);
    }
  }

  @Override
  public void retry(long ms) {
    if (!stopped) {
      sink.retry(ms);
    }
  }

  @Override
  public void tooLong() {
    if (!stopped) {
      sink.tooLong(ClientException.after(
          Kind.LIMIT,
          "Payload too large: event exceeds " + eventBytesMax + " bytes (limits.bodyBytesMax)"));
    }
  }
}
