package io.breakwater.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;

/**
 * What came back over HTTP.
 *
 * <p>Immutable.
 *
 * @param fields as they came, names in lower case
 * @param body whole, or empty while it is read as a stream
 */
record Answer(int status, List<String> fields, String body) {

  /** The values of a field, joined; empty when it is absent. */
  String field(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    return String.join(
        ", ",
        fields.stream()
            .filter(field -> field.startsWith(prefix))
            .map(field -> field.substring(prefix.length()).strip())
            .toList());
  }

  boolean isStream() {
    return field("content-type").startsWith("text/event-stream");
  }

  JsonNode json() {
    return Json.read(body);
  }

  /** The code of the JSON-RPC error that the body is, 0 when it is none. */
  int code() {
    return json().path("error").path("code").asInt();
  }

  /** The message of the JSON-RPC error that the body is. */
  String message() {
    return json().path("error").path("message").asText();
  }

  JsonNode id() {
    return json().path("id");
  }

  JsonNode result() {
    return json().path("result");
  }
}
