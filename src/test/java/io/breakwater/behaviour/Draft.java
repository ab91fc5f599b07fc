package io.breakwater.behaviour;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request in which one thing after the other can be made wrong.
 *
 * <p>Confined to one thread.
 */
final class Draft {
  private final Map<String, List<String>> fields = new LinkedHashMap<>();
  private String method = "POST";
  private String path = "/mcp";
  private String body;

  /** One that is served: a list of tools, asked for in 2026-07-28. */
  Draft() {
    Request list = Request.modern("tools/list", "{}");
    set("Host", "localhost");
    set("Content-Type", "application/json");
    set("Accept", "application/json, text/event-stream");
    body(list);
  }

  @CanIgnoreReturnValue
  Draft set(String name, String... values) {
    fields.put(name, List.of(values));
    return this;
  }

  @CanIgnoreReturnValue
  Draft method(String name) {
    method = name;
    return this;
  }

  @CanIgnoreReturnValue
  Draft path(String other) {
    path = other;
    return this;
  }

  /** Another body, with its fields in the place of those of the last one. */
  @CanIgnoreReturnValue
  Draft body(Request request) {
    fields.keySet().removeIf(name -> name.startsWith("M"));
    for (String field : request.fields()) {
      int colon = field.indexOf(':');
      set(field.substring(0, colon), field.substring(colon + 1).strip());
    }
    return body(request.body());
  }

  @CanIgnoreReturnValue
  Draft body(String text) {
    body = text;
    return this;
  }

  /** As it goes over the wire, with the length of its body unless it says another. */
  String text() {
    StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    Map<String, List<String>> all = new LinkedHashMap<>(fields);
    if (!all.containsKey("Transfer-Encoding")) {
      all.putIfAbsent("Content-Length", List.of("" + body.getBytes(StandardCharsets.UTF_8).length));
    }
    all.forEach((name, values) ->
        values.forEach(value -> text.append(name).append(": ").append(value).append("\r\n")));
    return text.append("\r\n").append(body).toString();
  }
}
