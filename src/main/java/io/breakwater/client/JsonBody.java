package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonRefused;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/**
 * Reads a response body through the scanner, each chunk as it arrives; the first thing that is wrong cuts the response.
 *
 * <p>Confined to the loop of its client.
 */
final class JsonBody implements Exchange.Body {
  private final Exchange exchange;
  private final JsonReader json;
  private final Promise<JsonNode> body = Promise.promise();

  private JsonBody(Exchange exchange, JsonLimits limits) {
    this.exchange = exchange;
    this.json = new JsonReader(limits, "response body");
  }

  /** Fails with {@link JsonRefused}, or with a {@link ClientException} when the body does not come to its end. */
  static Future<JsonNode> read(Exchange exchange, JsonLimits limits) {
    JsonBody body = new JsonBody(exchange, limits);
    exchange.read(body);
    return body.body.future();
  }

  @Override
  public void chunk(byte[] bytes) {
    try {
      json.feed(bytes, 0, bytes.length);
    } catch (JsonRefused refused) {
      exchange.drop();
      body.fail(refused);
    }
  }

  @Override
  public void end() {
    try {
      body.complete(json.end());
    } catch (JsonRefused refused) {
      body.fail(refused);
    }
  }

  @Override
  public void broken(ClientException why) {
    json.close();
    body.fail(why);
  }
}
