package io.breakwater.client.oauth;

import io.breakwater.client.Fetcher;
import java.net.URI;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What an {@link OAuth} was built with.
 *
 * <p>Immutable.
 *
 * @param given the client that somebody registered beforehand, or null
 * @param step null for client credentials
 * @param nowMs the wall clock, in milliseconds since 1970
 */
record Settings(
    Fetcher fetcher,
    Naming naming,
    @Nullable Given given,
    @Nullable AuthorizationStep step,
    long stepMs,
    TokenStore store,
    LongSupplier nowMs) {

  /** Whether a program comes for itself, and no person takes part. */
  boolean forItself() {
    return step == null;
  }

  /** As whom we come, for what is kept. */
  String client() {
    if (given != null) {
      return given.clientId();
    }
    return naming.document() != null
        ? naming.document().toString()
        : naming.clientName() + " " + naming.redirect();
  }

  /**
   * As whom we come to those who do not know us.
   *
   * @param document https URL of our client id metadata document, or null
   * @param scopes wanted whatever the server says
   */
  record Naming(String clientName, URI redirect, @Nullable URI document, Scopes scopes) {}

  /**
   * A client that is registered already.
   *
   * @param issuer where, or null for the first that a server names
   */
  record Given(
      @Nullable String issuer,
      String clientId,
      @Nullable String secret,
      @Nullable Assertion assertion) {
    @Override
    public String toString() {
      return "Given[clientId=" + clientId + "]";
    }
  }
}
