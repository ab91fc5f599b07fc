package io.breakwater.client.oauth;

import io.vertx.core.Future;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of the way that a person goes: shows the authorization URL in a browser, waits for the browser to come to the
 * redirect URI, and gives what it brought. Implementations open https and http URLs only, never through a shell, and give
 * the parameters as they came: they are checked by {@link OAuth}.
 */
@FunctionalInterface
public interface AuthorizationStep {

  /** Fails when the person gives up. What takes longer than the deadline of the {@link OAuth} is not waited for. */
  Future<Redirected> authorize(URI authorizationUrl);

  /** The parameters of the redirect; null for each that did not come. Immutable. */
  record Redirected(
      @Nullable String code,
      @Nullable String state,
      @Nullable String iss,
      @Nullable String error,
      @Nullable String errorDescription) {

    /**
     * From the URL that the browser was sent to. Of several parameters with one name the last counts.
     *
     * @throws IllegalArgumentException when its query is malformed
     */
    public static Redirected of(URI redirect) {
      Map<String, String> parameters = new HashMap<>();
      String query = redirect.getRawQuery() == null ? "" : redirect.getRawQuery();
      for (String pair : query.split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          parameters.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
        }
      }
      return new Redirected(
          parameters.get("code"),
          parameters.get("state"),
          parameters.get("iss"),
          parameters.get("error"),
          parameters.get("error_description"));
    }

    private static String decoded(String text) {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Without the values. */
    @Override
    public String toString() {
      return "Redirected[code=" + (code != null) + ", error=" + (error != null) + "]";
    }
  }
}
