package io.breakwater.rpc;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The id of a request: a string or an integer, echoed digit for digit. {@code 1} and {@code "1"} are two ids.
 *
 * <p>Immutable.
 */
public record RequestId(JsonNode node) {

  /** Whether this JSON value may be an id: a string, or a number without fraction and exponent. */
  public static boolean legal(JsonNode node) {
    return node.isTextual() || node.isIntegralNumber();
  }

  public static RequestId of(String text) {
    return new RequestId(com.fasterxml.jackson.databind.node.TextNode.valueOf(text));
  }

  public static RequestId of(long number) {
    return new RequestId(com.fasterxml.jackson.databind.node.LongNode.valueOf(number));
  }

  @Override
  public String toString() {
    return node.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RequestId that
        && node.isTextual() == that.node.isTextual()
        && node.asText().equals(that.node.asText());
  }

  @Override
  public int hashCode() {
    return node.asText().hashCode();
  }
}
