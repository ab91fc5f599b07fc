package io.breakwater.client;

import io.vertx.core.Future;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the requests to one server their {@code Authorization}, and gets a better one when the server asks for it. A request
 * fails when one of its futures takes longer than {@code client.authorizeMs}, or when it throws.
 *
 * <p>Thread-safe.
 */
public interface Authorizer {

  /** Sends no {@code Authorization}. */
  Authorizer NONE = new Authorizer() {
    @Override
    public Future<@Nullable String> authorization(URI resource) {
      return Future.succeededFuture();
    }

    @Override
    public Future<Boolean> challenged(Challenge challenge) {
      return Future.succeededFuture(false);
    }
  };

  /**
   * What a server says when it refuses.
   *
   * @param resource the URL that was asked
   * @param status 401 or 403
   * @param wwwAuthenticate all {@code WWW-Authenticate} fields
   * @param attempt how often this request was refused, from 1
   */
  record Challenge(URI resource, int status, List<String> wwwAuthenticate, int attempt) {}

  /** The value of the {@code Authorization} field for this URL, or null for none. Refreshes what is about to expire. */
  Future<@Nullable String> authorization(URI resource);

  /**
   * Does what it takes to be let in: discovery, registration, the authorization step. The future says whether the request
   * is worth another attempt, or fails with a {@link ClientException} that says why not. One challenge at a time is worked
   * on; who comes meanwhile waits for the same.
   */
  Future<Boolean> challenged(Challenge challenge);
}
