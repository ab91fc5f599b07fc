package io.breakwater.frame;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Spells server-sent events, each call one event or comment with its end. Every method throws {@link
 * IllegalArgumentException} for text that would end its line.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation">HTML,
 *     Interpreting an event stream</a>
 */
public final class SseEncoder {
  private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);

  private SseEncoder() {}

  /**
   * An event.
   *
   * @param id from which the reader can resume, or null for none
   * @param type null for {@code message}
   * @param data UTF-8; of several lines, as in JSON with line breaks, the reader gets LF between them
   */
  public static Buffer event(@Nullable String id, @Nullable String type, byte[] data) {
    Buffer out = Buffer.buffer(data.length + 128);
    field(out, "id", id);
    field(out, "event", type);
    data(out, data);
    return out.appendByte((byte) '\n');
  }

  /** The same for data in a buffer. */
  public static Buffer event(@Nullable String id, @Nullable String type, Buffer data) {
    return event(id, type, data.getBytes());
  }

  /**
   * An event with an id and empty data: nothing is told, but the reader can resume from here.
   *
   * @param retryMs how long the reader waits before it comes back, left out unless positive
   */
  public static Buffer prime(String id, long retryMs) {
    Buffer out = Buffer.buffer(64);
    field(out, "id", id);
    field(out, "retry", retryMs > 0 ? Long.toString(retryMs) : null);
    return out.appendString("data: \n\n");
  }

  /** Tells the reader how many milliseconds to wait before it comes back; not negative. */
  public static Buffer retry(long retryMs) {
    if (retryMs < 0) {
      throw new IllegalArgumentException("retry: " + retryMs + " (expected: >= 0)");
    }
    return Buffer.buffer("retry: " + retryMs + "\n\n");
  }

  /** A line that readers skip; keeps the connection alive. */
  public static Buffer comment(String text) {
    return Buffer.buffer(": " + oneLine("comment", text) + "\n\n");
  }

  private static void field(Buffer out, String name, @Nullable String value) {
    if (value != null) {
      out.appendString(name)
          .appendString(": ")
          .appendString(oneLine(name, value))
          .appendByte((byte) '\n');
    }
  }

  /** A reader ignores an id with NUL, so none is sent. */
  private static String oneLine(String name, String value) {
    if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0 || value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(name + ": line break or NUL (expected: one line)");
    }
    return value;
  }

  private static void data(Buffer out, byte[] data) {
    int start = 0;
    for (int at = 0; at < data.length; at++) {
      boolean cr = data[at] == '\r';
      if (cr || data[at] == '\n') {
        // The LF of a CRLF ends no second line.
        boolean behindCr = !cr && at > 0 && data[at - 1] == '\r';
        if (!behindCr) {
          line(out, data, start, at);
        }
        start = at + 1;
      }
    }
    line(out, data, start, data.length);
  }

  private static void line(Buffer out, byte[] data, int from, int to) {
    out.appendBytes(DATA).appendBytes(data, from, to - from).appendByte((byte) '\n');
  }
}
