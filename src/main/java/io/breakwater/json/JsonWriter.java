package io.breakwater.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;

/**
 * A tree as JSON in UTF-8, without blanks and without line breaks. Decimals keep their digits and scale; NaN and the
 * infinities become null, as in JavaScript; an unpaired surrogate becomes U+FFFD, so that the bytes are always UTF-8. A
 * {@code POJONode} of a {@link com.fasterxml.jackson.databind.util.RawValue} is written as it is.
 *
 * <p>Every method throws {@link IllegalArgumentException} for a tree over 1,000 levels and for other POJOs, which no
 * peer can cause: what a peer sends is bounded when it is read.
 */
public final class JsonWriter {
  private JsonWriter() {}

  public static byte[] bytes(JsonNode node) {
    return written(node).bytes();
  }

  public static Buffer buffer(JsonNode node) {
    return written(node).buffer();
  }

  public static String text(JsonNode node) {
    return written(node).text();
  }

  private static JsonBytes written(JsonNode node) {
    JsonBytes out = new JsonBytes();
    out.node(node, 0);
    return out;
  }
}
