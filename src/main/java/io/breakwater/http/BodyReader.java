package io.breakwater.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.dispatch.Cancelled;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonRefused;
import io.breakwater.rpc.Refusal;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;

/**
 * Reads one request body through the scanner, each chunk as it arrives: what is wrong is told at its first byte, and
 * nothing is kept but the tree under construction. It stands where vertx-web's {@code BodyHandler} would, which collects
 * the bytes first and lets the connection read on after a refusal.
 *
 * <pre>
 * READING -- end of the body -------------------> the JSON
 * READING -- scanner refuses, framing is broken, or time is over
 *                                             --> a {@link Refusal}, under the id of the request if it was read
 * READING -- peer goes away --------------------> {@link Cancelled}, which nobody is told
 * </pre>
 *
 * <p>Confined to the loop of its request.
 */
final class BodyReader {
  private final BodyRules rules;
  private final BodyGauge gauge;
  private final BodyGauge.Hold hold;
  private final JsonReader json;
  private final Promise<JsonNode> body = Promise.promise();
  private final Runnable stopTimer;
  private boolean reading = true;

  private BodyReader(Vertx vertx, BodyRules rules, BodyGauge gauge) {
    this.rules = rules;
    this.gauge = gauge;
    this.hold = gauge.new Hold();
    this.json = new JsonReader(rules.json(), "request body");
    long timer = vertx.setTimer(rules.bodyMs(), over -> refuse(rules.tooSlow()));
    this.stopTimer = () -> vertx.cancelTimer(timer);
    gauge.opened();
  }

  /** Reads the body to its end, which comes in bounded time. The future completes on the loop. */
  static Future<JsonNode> read(
      Vertx vertx,
      HttpServerRequest request,
      HttpExchange exchange,
      BodyRules rules,
      BodyGauge gauge) {
    BodyReader reader = new BodyReader(vertx, rules, gauge);
    request.handler(reader::chunk).endHandler(end -> reader.end()).exceptionHandler(reader::broken);
    exchange.onGone(exchange.loop(), reader::abandon);
    exchange.onOver(reader.hold::release);
    return reader.body.future();
  }

  private void chunk(Buffer chunk) {
    if (!reading) {
      return;
    }
    gauge.scanned(chunk.length());
    ByteBuf bytes = ((BufferInternal) chunk).getByteBuf();
    try {
      // Vert.x hands out heap buffers of its own, so the array is read where it is.
      if (bytes.hasArray()) {
        int from = bytes.arrayOffset() + bytes.readerIndex();
        json.feed(bytes.array(), from, from + bytes.readableBytes());
      } else {
        json.feed(chunk);
      }
      hold.grow(json.heapBytes());
    } catch (JsonRefused refused) {
      refuse(rules.refused(refused));
    } catch (Refusal overloaded) {
      refuse(overloaded);
    }
  }

  private void end() {
    if (!reading) {
      return;
    }
    try {
      JsonNode root = json.end();
      stop();
      body.complete(root);
    } catch (JsonRefused refused) {
      refuse(rules.refused(refused));
    }
  }

  /** The peer has gone, or what it sends is not framed as a body; Vert.x closes the connection after this. */
  private void broken(Throwable failure) {
    boolean lost = failure instanceof IOException
        || failure instanceof HttpClosedException
        || failure instanceof StreamResetException;
    if (lost) {
      abandon();
    } else if (reading) {
      refuse(HostRules.malformed("a chunk of the body is not framed as one"));
    }
  }

  private void refuse(Refusal refusal) {
    stop();
    body.fail(refusal.under(rules.messages().readableId(json.member("id"))));
  }

  private void abandon() {
    if (reading) {
      stop();
      body.fail(new Cancelled());
    }
  }

  private void stop() {
    reading = false;
    stopTimer.run();
    json.close();
    gauge.closed();
  }
}
