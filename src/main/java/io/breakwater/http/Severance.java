package io.breakwater.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Ends what a peer has begun and we will not read to its end.
 *
 * <p>A socket that is closed with unread bytes resets the connection, and a reset takes the answer with it that the peer
 * has not read yet. So the answer goes out first; then what still arrives is thrown away, up to {@link #LINGER_BYTES_MAX}
 * and no further; and the socket is closed when the body is complete, at the latest after a while. On HTTP/1 the response
 * is written whole but not ended: Vert.x serves no further request of the connection then, which after
 * {@code Connection: close} nobody may. On HTTP/2 only the stream ends, reset without an error, as RFC 9113, 8.1 has it.
 *
 * <p>Immutable; each use is confined to the loop of its request.
 */
final class Severance {
  /** What is thrown away before reading stops altogether. */
  static final int LINGER_BYTES_MAX = 262_144;

  private static final long HTTP2_NO_ERROR = 0;
  private static final long HTTP2_CANCEL = 8;

  private final Vertx vertx;
  private final long lingerMs;

  Severance(Vertx vertx, long lingerMs) {
    this.vertx = vertx;
    this.lingerMs = lingerMs;
  }

  /** Sends the body of a response whose head is set but not written, and ends the request unread. */
  void answer(HttpServerRequest request, Buffer body) {
    HttpServerResponse response = request.response();
    if (request.version() == HttpVersion.HTTP_2) {
      // HTTP/2 has no such field.
      response.headers().remove(HttpHeaders.CONNECTION);
      response.end(body).eventually(() -> response.reset(HTTP2_NO_ERROR)).onFailure(gone -> {});
      return;
    }
    response
        .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
        .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    response.write(body).onFailure(gone -> {});
    close(request);
  }

  /** Closes the connection once the body is complete, at the latest after the linger. */
  private void close(HttpServerRequest request) {
    HttpConnection connection = request.connection();
    if (request.isEnded()) {
      close(connection);
      return;
    }
    long timer = vertx.setTimer(lingerMs, over -> close(connection));
    Discard discard = new Discard(request);
    request.handler(discard::chunk).endHandler(end -> {
      vertx.cancelTimer(timer);
      close(connection);
    });
    request.resume();
  }

  private static void close(HttpConnection connection) {
    connection.close().onFailure(gone -> {});
  }

  /** Cuts a peer off that does not take what was written for it: the answer will not be complete. */
  static void cut(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2
        && request.connection() instanceof HttpServerConnection connection) {
      // HttpConnection.close waits until all has been written, which is what this peer does not let
      // happen.
      var unused = connection.channelHandlerContext().close();
    } else {
      request.response().reset(HTTP2_CANCEL).onFailure(gone -> {});
    }
  }

  /** Throws chunks away until it has seen enough. */
  private static final class Discard {
    private final HttpServerRequest request;
    private int bytes;

    Discard(HttpServerRequest request) {
      this.request = request;
    }

    void chunk(Buffer chunk) {
      bytes += chunk.length();
      if (bytes > LINGER_BYTES_MAX) {
        request.pause();
      }
    }
  }
}
