package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.json.JsonRefused;
import io.breakwater.rpc.Refusal;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What went wrong over HTTP, as a {@link ClientException}. Of what the server said only the beginning is repeated. */
final class HttpFailures {
  private static final int LOOP_DETECTED = 508;

  private HttpFailures() {}

  /** No connection, or none that is free. Nothing was sent. */
  static ClientException unsent(Throwable cause, HttpOrigin origin) {
    if (cause instanceof ClientException already) {
      return already;
    }
    if (cause instanceof ConnectionPoolTooBusyException) {
      return HttpOrigin.overloaded();
    }
    return ClientException.before(
        Kind.UNREACHABLE, "no connection to " + origin + ": " + told(cause));
  }

  /** The connection broke, or what came is not HTTP. The request was sent. */
  static ClientException sent(Throwable cause, HttpOrigin origin) {
    if (cause instanceof ClientException already) {
      return already;
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return ClientException.after(
          Kind.LIMIT,
          "the header fields of the response exceed "
              + origin.options().limits().headBytesMax() + " bytes (limits.headBytesMax)");
    }
    boolean lost = cause instanceof IOException
        || cause instanceof HttpClosedException
        || cause instanceof StreamResetException;
    return lost
        ? ClientException.after(Kind.LOST, "the connection to " + origin + " was lost")
        : ClientException.after(Kind.PROTOCOL, "the response is not HTTP: " + told(cause));
  }

  static ClientException timeout(String what, long ms, boolean sent) {
    String message = "no " + what + " within " + ms + " ms";
    return sent
        ? ClientException.after(Kind.TIMEOUT, message)
        : ClientException.before(Kind.TIMEOUT, message);
  }

  /** A status that is no success, by itself. */
  static ClientException status(Kind kind, HttpClientResponse response) {
    String retryAfter = response.getHeader("Retry-After");
    String later = retryAfter == null ? "" : " (Retry-After: " + clip(retryAfter) + ")";
    return ClientException.status(kind, response.statusCode(), line(response) + later);
  }

  /** The status as it is told: code and reason. */
  static String line(HttpClientResponse response) {
    if (response.statusCode() == LOOP_DETECTED) {
      // RFC 5842, 7.2; the reason is unknown to the transport.
      return "HTTP 508 Loop Detected: the way to this server leads through itself";
    }
    return "HTTP " + response.statusCode() + " " + clip(String.valueOf(response.statusMessage()));
  }

  /** JSON that was refused by the guard. */
  static ClientException refused(JsonRefused refused) {
    boolean limit = switch (refused.kind()) {
      case TOO_LARGE, TOO_DEEP, TOO_MANY_TOKENS, NAME_TOO_LONG, NUMBER_TOO_LONG -> true;
      default -> false;
    };
    return ClientException.after(limit ? Kind.LIMIT : Kind.PROTOCOL, refused.getMessage());
  }

  /** JSON that is no message. */
  static ClientException refused(Refusal refusal) {
    return ClientException.after(
        Kind.PROTOCOL, "not a message of the protocol: " + refusal.error().message());
  }

  /** Why this body is not read at all, or null. */
  static @Nullable ClientException unreadable(HttpClientResponse response) {
    String encoding = response.getHeader("Content-Encoding");
    if (encoding == null || encoding.strip().equalsIgnoreCase("identity")) {
      return null;
    }
    return ClientException.after(
        Kind.PROTOCOL, "the response has a Content-Encoding (expected: identity)");
  }

  /** The media type without its parameters, in lower case; empty when there is none. */
  static String mediaType(HttpClientResponse response) {
    String type = response.getHeader("Content-Type");
    if (type == null) {
      return "";
    }
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /** The beginning of what the server sent, on one line. */
  static String clip(String text) {
    String beginning = Refusal.clip(text);
    return beginning.replaceAll("\\p{Cntrl}", " ");
  }

  private static String told(Throwable cause) {
    if (cause instanceof TimeoutException) {
      return "none within its time";
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : clip(message);
  }
}
