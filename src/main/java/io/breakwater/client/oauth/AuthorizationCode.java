package io.breakwater.client.oauth;

import io.breakwater.client.oauth.AuthorizationStep.Redirected;
import io.breakwater.client.oauth.TokenStore.Registration;
import io.vertx.core.Future;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One walk of a person through the browser: the request with its secrets, and the check of what comes back. Nothing is sent
 * to a token endpoint before the response is known to answer this request and to come from the server that was asked.
 *
 * <p>Immutable; good for one walk.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">2026-07-28, Authorization,
 *     Authorization Response Validation</a>
 */
final class AuthorizationCode {
  private final ServerMetadata server;
  private final Registration client;
  private final String redirect;
  private final String resource;
  private final String verifier = Unguessable.text(32);
  private final String state = Unguessable.text(32);

  AuthorizationCode(ServerMetadata server, Registration client, URI redirect, String resource) {
    this.server = server;
    this.client = client;
    this.redirect = redirect.toString();
    this.resource = resource;
  }

  /** The form of the token request. Fails when the person or the server says no, or the response is not to be trusted. */
  Future<Form> walk(AuthorizationStep step, Scopes scopes, long deadlineMs) {
    URI endpoint = server.authorization();
    if (endpoint == null || !server.s256()) {
      return Refusals.refused("the authorization server " + Refusals.clip(server.issuer())
          + (endpoint == null
              ? " has no authorization_endpoint"
              : " does not say that it checks PKCE (expected: S256 among"
                  + " code_challenge_methods_supported)"));
    }
    Future<Redirected> walked;
    try {
      walked = Objects.requireNonNull(step.authorize(url(endpoint, scopes)));
    } catch (RuntimeException broken) {
      return Refusals.refused("the authorization step failed");
    }
    return walked
        .timeout(deadlineMs, TimeUnit.MILLISECONDS)
        .compose(
            this::checked,
            failure -> Refusals.refused(
                failure instanceof TimeoutException
                    ? "nobody authorized within " + deadlineMs + " ms"
                    : "the authorization step failed"));
  }

  private URI url(URI endpoint, Scopes scopes) {
    String query = new Form()
        .with("response_type", "code")
        .with("client_id", client.clientId())
        .with("redirect_uri", redirect)
        .with("state", state)
        .with("code_challenge", challenge())
        .with("code_challenge_method", "S256")
        .with("resource", resource)
        .with(scopes)
        .text();
    return URI.create(endpoint + (endpoint.getRawQuery() == null ? "?" : "&") + query);
  }

  private String challenge() {
    try {
      return Unguessable.url64(MessageDigest.getInstance("SHA-256")
          .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  private Future<Form> checked(@Nullable Redirected came) {
    if (came == null || !same(state, came.state())) {
      return Refusals.refused("the authorization response does not answer our request: its state"
          + " is another, or missing");
    }
    // Before anything else of it is believed, an error included.
    if (came.iss() == null ? server.tellsIssuer() : !came.iss().equals(server.issuer())) {
      return Refusals.refused("the authorization response does not come from "
          + Refusals.clip(server.issuer()) + ": its iss is "
          + (came.iss() == null ? "missing" : "another") + "; nothing was sent to anybody");
    }
    if (came.error() != null) {
      String text = came.errorDescription();
      return Refusals.refused("the authorization server refuses: " + Refusals.clip(came.error())
          + (text == null ? "" : ": " + Refusals.clip(text)));
    }
    if (came.code() == null || came.code().isEmpty()) {
      return Refusals.refused("the authorization response has no code");
    }
    return Future.succeededFuture(new Form()
        .with("grant_type", "authorization_code")
        .with("code", came.code())
        .with("redirect_uri", redirect)
        .with("code_verifier", verifier)
        .with("resource", resource));
  }

  private static boolean same(String ours, @Nullable String theirs) {
    return theirs != null
        && MessageDigest.isEqual(
            ours.getBytes(StandardCharsets.UTF_8), theirs.getBytes(StandardCharsets.UTF_8));
  }
}
