package io.breakwater.client.oauth;

import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the credentials of one person, or of one program, are kept: whoever serves several has a store for each. They are
 * bound to one server, one authorization server and one client, and are never used with another.
 * What is kept is secret: a store that outlives the process keeps it where only its user reads it.
 *
 * <p>Implementations are thread-safe. When a store fails, the client goes on without it.
 */
public interface TokenStore {

  /**
   * Whose credentials these are.
   *
   * @param resource the URL of the server
   * @param issuer of the authorization server, byte for byte
   * @param client as whom we come: a client id, or our name and where the browser comes back to
   */
  record Key(String resource, String issuer, String client) {}

  /**
   * As whom we are known to an authorization server.
   *
   * @param method how we prove it at the token endpoint: none, client_secret_basic, client_secret_post, private_key_jwt
   * @param secretExpiresAtS in seconds since 1970, or 0 for never
   */
  record Registration(
      String clientId, @Nullable String clientSecret, String method, long secretExpiresAtS) {
    /** Without the secret. */
    @Override
    public String toString() {
      return "Registration[clientId=" + clientId + ", method=" + method + "]";
    }
  }

  /**
   * What we were given.
   *
   * @param expiresAtMs of the access token in milliseconds since 1970, or {@link Long#MAX_VALUE} when nobody said
   * @param refreshAtMs from when on it is renewed, if there is a refresh token
   * @param scopes that were granted, as far as we know
   */
  record Tokens(
      String access,
      @Nullable String refresh,
      long expiresAtMs,
      long refreshAtMs,
      Set<String> scopes) {
    public Tokens {
      scopes = Set.copyOf(scopes);
    }

    /** Without the tokens. */
    @Override
    public String toString() {
      return "Tokens[refresh=" + (refresh != null) + ", expiresAtMs=" + expiresAtMs + "]";
    }
  }

  /** What is kept under a key. */
  record Kept(Registration registration, @Nullable Tokens tokens) {}

  /** What is kept, or null. */
  Future<@Nullable Kept> load(Key key);

  /** Keeps this instead of what was there. */
  Future<Void> save(Key key, Kept kept);

  /** Forgets. */
  Future<Void> remove(Key key);

  /** Keeps in memory what at most so many keys have; the oldest goes first. */
  static TokenStore inMemory(int keysMax) {
    if (keysMax < 1) {
      throw new IllegalArgumentException("keysMax: " + keysMax + " (expected: > 0)");
    }
    return new Memory(keysMax);
  }

  /** Thread-safe. */
  final class Memory implements TokenStore {
    private final int keysMax;
    private final Map<Key, Kept> entries = new LinkedHashMap<>();

    private Memory(int keysMax) {
      this.keysMax = keysMax;
    }

    @Override
    public Future<@Nullable Kept> load(Key key) {
      synchronized (entries) {
        return Future.succeededFuture(entries.get(key));
      }
    }

    @Override
    public Future<Void> save(Key key, Kept kept) {
      synchronized (entries) {
        entries.remove(key);
        entries.put(key, kept);
        if (entries.size() > keysMax) {
          entries.remove(entries.keySet().iterator().next());
        }
      }
      return Future.succeededFuture();
    }

    @Override
    public Future<Void> remove(Key key) {
      synchronized (entries) {
        entries.remove(key);
      }
      return Future.succeededFuture();
    }
  }
}
