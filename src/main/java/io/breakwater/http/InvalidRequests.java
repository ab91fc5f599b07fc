package io.breakwater.http;

import io.breakwater.json.JsonWriter;
import io.breakwater.options.Limits;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/**
 * Answers what the HTTP/1 decoder could not take for a request, and closes the connection: where the next one would begin
 * is anybody's guess.
 *
 * <p>Immutable; each use is confined to the loop of its request.
 */
final class InvalidRequests implements Handler<HttpServerRequest> {
  /** Longest request line that is read. */
  static final int LINE_BYTES_MAX = 8_192;

  private final Severance severance;
  private final int headBytesMax;

  InvalidRequests(Vertx vertx, Limits limits) {
    this.severance = new Severance(vertx, limits.lingerMs());
    this.headBytesMax = limits.headBytesMax();
  }

  @Override
  public void handle(HttpServerRequest request) {
    Refusal refusal = refusal(request.decoderResult().cause());
    Buffer body =
        JsonWriter.buffer(Messages.encode(new Message.Failure(refusal.id(), refusal.error())));
    request
        .response()
        .setStatusCode(refusal.status())
        .putHeader("Content-Type", "application/json")
        .putHeader("Cache-Control", "no-store");
    severance.answer(request, body);
  }

  private Refusal refusal(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return ContentRules.refusal(
          414, "URI too long: request line exceeds " + LINE_BYTES_MAX + " bytes");
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return ContentRules.refusal(
          431,
          "Request header fields too large: they exceed " + headBytesMax
              + " bytes (limits.headBytesMax)");
    }
    return Refusal.invalidRequest("Invalid request: not HTTP");
  }
}
