package io.breakwater.http;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** Server-sent events as text. */
final class Events {
  private Events() {}

  static Buffer comment() {
    return Buffer.buffer(":\n\n");
  }

  static Buffer message(@Nullable String id, Buffer json) {
    Buffer event = Buffer.buffer(json.length() + 64);
    if (id != null) {
      event.appendString("id: " + id + "\n");
    }
    return event.appendString("data: ").appendBuffer(json).appendString("\n\n");
  }

  static Buffer prime(String id, long retryMs) {
    String retry = retryMs > 0 ? "retry: " + retryMs + "\n" : "";
    return Buffer.buffer("id: " + id + "\n" + retry + "data: \n\n");
  }

  static Buffer retry(long retryMs) {
    return Buffer.buffer("retry: " + retryMs + "\n\n");
  }
}
