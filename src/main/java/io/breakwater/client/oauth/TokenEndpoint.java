package io.breakwater.client.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.client.ClientException;
import io.breakwater.client.Fetcher.Fetched;
import io.breakwater.client.oauth.TokenStore.Registration;
import io.breakwater.client.oauth.TokenStore.Tokens;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks for tokens, proves who asks, and checks what comes.
 *
 * <p>Thread-safe.
 */
final class TokenEndpoint {
  /** That an access token is renewed before it expires, or half its life where that is less. */
  private static final long EARLY_MS = 60_000;

  private static final long LIFETIME_S_MAX = 31_536_000;
  private static final int TOKEN_CHARS_MAX = 16_384;

  /**
   * What comes of asking.
   *
   * @param tokens null when the server refused
   * @param refusal why, or empty
   * @param last whether the same request would be refused again
   * @param clientUnknown whether it is us that the server does not take
   */
  record Answer(@Nullable Tokens tokens, String refusal, boolean last, boolean clientUnknown) {}

  private final Settings settings;

  TokenEndpoint(Settings settings) {
    this.settings = settings;
  }

  /** Never fails. */
  Future<Answer> ask(
      ServerMetadata server,
      Registration client,
      Form form,
      Scopes asked,
      @Nullable Tokens before) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Type", "application/x-www-form-urlencoded");
    headers.put("Accept", "application/json");
    prove(server, client, form, headers);
    return settings
        .fetcher()
        .fetch(HttpMethod.POST, server.token(), headers, form.buffer())
        .map(fetched -> answer(fetched, asked, before))
        .otherwise(failure -> new Answer(
            null,
            "the token endpoint cannot be reached: "
                + (failure instanceof ClientException known ? known.getMessage() : "no answer"),
            false,
            false));
  }

  private void prove(
      ServerMetadata server, Registration client, Form form, Map<String, String> headers) {
    switch (client.method()) {
      case Registering.BASIC -> {
        String pair = Form.encoded(client.clientId()) + ":" + Form.encoded(secret(client));
        headers.put(
            "Authorization",
            "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
      }
      case Registering.POST ->
        form.with("client_id", client.clientId()).with("client_secret", secret(client));
      case Registering.SIGNED -> {
        Settings.Given given = settings.given();
        if (given != null && given.assertion() != null) {
          form.with("client_id", client.clientId())
              .with("client_assertion_type", Assertion.TYPE)
              .with(
                  "client_assertion",
                  given
                      .assertion()
                      .signed(
                          client.clientId(), server.issuer(), settings.nowMs().getAsLong()));
        }
      }
      default -> form.with("client_id", client.clientId());
    }
  }

  private static String secret(Registration client) {
    return client.clientSecret() == null ? "" : client.clientSecret();
  }

  private Answer answer(Fetched fetched, Scopes asked, @Nullable Tokens before) {
    JsonNode json = fetched.json();
    if (fetched.status() != 200) {
      String code = json == null ? "" : json.path("error").asText("");
      boolean unknown = code.equals("invalid_client") || code.equals("unauthorized_client");
      boolean last = fetched.status() >= 400 && fetched.status() < 500 && fetched.status() != 429;
      return new Answer(null, "the token endpoint refuses: " + error(fetched), last, unknown);
    }
    if (json == null || !json.isObject()) {
      return bad("no JSON object");
    }
    String access = json.path("access_token").textValue();
    if (access == null || !sendable(access)) {
      return bad("no access token that can be sent");
    }
    if (!"bearer".equalsIgnoreCase(json.path("token_type").textValue())) {
      return bad("a token that is no Bearer token");
    }
    return new Answer(tokens(json, access, asked, before), "", false, false);
  }

  private static Answer bad(String what) {
    return new Answer(null, "the token endpoint gave " + what, true, false);
  }

  private static boolean sendable(String token) {
    return !token.isEmpty()
        && token.length() <= TOKEN_CHARS_MAX
        && token.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private Tokens tokens(JsonNode json, String access, Scopes asked, @Nullable Tokens before) {
    String refresh = json.path("refresh_token").textValue();
    if ((refresh == null || refresh.isEmpty() || refresh.length() > TOKEN_CHARS_MAX)) {
      refresh = before == null ? null : before.refresh();
    }
    String scope = json.path("scope").textValue();
    Scopes granted = scope == null ? asked : Scopes.of(scope);
    long expiresAtMs = Long.MAX_VALUE;
    long refreshAtMs = Long.MAX_VALUE;
    JsonNode expiresIn = json.path("expires_in");
    if (expiresIn.isNumber()) {
      long lifeMs = Math.max(1, Math.min(LIFETIME_S_MAX, expiresIn.asLong())) * 1_000;
      expiresAtMs = settings.nowMs().getAsLong() + lifeMs;
      refreshAtMs = expiresAtMs - Math.min(EARLY_MS, lifeMs / 2);
    }
    return new Tokens(access, refresh, expiresAtMs, refreshAtMs, granted.names());
  }

  /** What an answer says of its failure, clipped. */
  static String error(Fetched fetched) {
    JsonNode json = fetched.json();
    String code = json == null ? null : json.path("error").textValue();
    String text = json == null ? null : json.path("error_description").textValue();
    return "HTTP " + fetched.status()
        + (code == null ? "" : ", " + Refusals.clip(code))
        + (text == null ? "" : ": " + Refusals.clip(text));
  }
}
