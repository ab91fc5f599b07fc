package io.breakwater.http;

import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonRefused;
import io.breakwater.options.Limits;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;

/**
 * What a request body may be, and what its sender is told when it is not.
 *
 * <p>Immutable.
 *
 * @param json bounds of the JSON
 * @param bodyMs from the head of a request to the end of its body, in milliseconds
 * @param messages knows which ids can be repeated
 */
record BodyRules(JsonLimits json, long bodyMs, Messages messages) {

  static BodyRules of(Limits limits) {
    return new BodyRules(
        Messages.limits(limits), limits.bodyMs(), new Messages(limits.idBytesMax()));
  }

  Refusal refused(JsonRefused cause) {
    return cause.kind() == JsonRefused.Kind.TOO_LARGE
        ? ContentRules.tooLarge(json.bytesMax())
        : Refusal.parseError("Parse error: " + cause.getMessage());
  }

  Refusal tooSlow() {
    return ContentRules.refusal(
            408,
            "Request timeout: request body not complete after " + bodyMs + " ms (limits.bodyMs)")
        .header("Connection", "close");
  }
}
