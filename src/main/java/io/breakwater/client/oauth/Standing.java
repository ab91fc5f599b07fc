package io.breakwater.client.oauth;

import io.breakwater.client.oauth.TokenStore.Registration;
import io.breakwater.client.oauth.TokenStore.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * How we stand with one server: who its authorization server is, as whom that knows us, and what it gave us. The parts
 * belong together: with another authorization server everything begins anew.
 *
 * <p>Immutable.
 *
 * @param resource as the server names itself, byte for byte
 * @param requested every scope that was asked for so far
 * @param obtainedAtMs when the tokens came, in milliseconds since 1970; 0 when they are from the store
 */
record Standing(
    ServerMetadata server,
    String resource,
    @Nullable Registration registration,
    @Nullable Tokens tokens,
    Scopes requested,
    long obtainedAtMs) {

  Standing known(@Nullable Registration as) {
    return new Standing(server, resource, as, tokens, requested, obtainedAtMs);
  }

  Standing described(ServerMetadata anew) {
    return new Standing(anew, resource, registration, tokens, requested, obtainedAtMs);
  }

  Standing given(@Nullable Tokens anew, Scopes asked, long nowMs) {
    return new Standing(server, resource, registration, anew, requested.and(asked), nowMs);
  }

  /** What we may believe to hold, and must not lose when we ask again. */
  Scopes scopes() {
    return tokens == null ? requested : Scopes.of(tokens.scopes()).and(requested);
  }

  boolean isWith(String issuer, String named) {
    return server.issuer().equals(issuer) && resource.equals(named);
  }

  /** Whether there is an access token that has not expired. */
  boolean holds(long nowMs) {
    return tokens != null && nowMs < tokens.expiresAtMs();
  }
}
