package io.breakwater.client.oauth;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.vertx.core.buffer.Buffer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parameters as {@code application/x-www-form-urlencoded}, in the order in which they were set. Confined to one call. */
final class Form {
  private final Map<String, String> parameters = new LinkedHashMap<>();

  /** Null is left out. */
  @CanIgnoreReturnValue
  Form with(String name, @Nullable String value) {
    if (value != null) {
      parameters.put(name, value);
    }
    return this;
  }

  /** Empty scopes are left out. */
  @CanIgnoreReturnValue
  Form with(Scopes scopes) {
    return with("scope", scopes.isEmpty() ? null : scopes.toString());
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  String text() {
    return parameters.entrySet().stream()
        .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  Buffer buffer() {
    return Buffer.buffer(text());
  }
}
