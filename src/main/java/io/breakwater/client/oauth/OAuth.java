package io.breakwater.client.oauth;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.client.Authorizer;
import io.breakwater.client.Fetcher;
import io.vertx.core.Future;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gets in by OAuth 2.1: finds the authorization server of a server that refuses, becomes known to it, has a person authorize
 * or authorizes for itself, and keeps the tokens fresh.
 *
 * <pre>
 * Authorizer authorizer = OAuth.builder(new HttpFetcher(vertx, options))
 *     .clientName("Notes").redirect(URI.create("http://localhost:3000/callback"))
 *     .step(url -> showInBrowser(url)).build();
 * </pre>
 *
 * <p>A token goes to the server it is for and to nobody else, a refresh token and a secret to the authorization server they
 * are from. All URLs are https, or http between two on this machine. Every failure is a {@link
 * io.breakwater.client.ClientException} of kind UNAUTHORIZED and final: it says what is wrong, and asking again at once
 * does not help. A server that refuses a token for the same scopes again and again has it renewed three times at most.
 *
 * <p>Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">2026-07-28, Authorization</a>
 */
public final class OAuth implements Authorizer {
  /** Different servers of one {@link OAuth}. */
  static final int SERVERS_MAX = 1_000;

  private final Settings settings;
  private final Pinned pinned;
  private final ConcurrentHashMap<String, Access> servers = new ConcurrentHashMap<>();

  private OAuth(Settings settings) {
    this.settings = settings;
    this.pinned = new Pinned(settings.given());
  }

  /**
   * Begins one.
   *
   * @param fetcher for metadata and tokens; it follows no redirects
   */
  public static Builder builder(Fetcher fetcher) {
    return new Builder(fetcher);
  }

  @Override
  public Future<@Nullable String> authorization(URI resource) {
    Access access = servers.get(Discovery.bare(resource));
    return access == null ? Future.succeededFuture() : access.authorization();
  }

  @Override
  public Future<Boolean> challenged(Challenge challenge) {
    String name = Discovery.bare(challenge.resource());
    if (servers.size() >= SERVERS_MAX && !servers.containsKey(name)) {
      return Refusals.refused("too many servers (expected: at most " + SERVERS_MAX + ")");
    }
    return servers
        .computeIfAbsent(name, absent -> new Access(settings, challenge.resource(), pinned))
        .challenged(challenge);
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "OAuth[" + settings.naming().clientName() + "]";
  }

  /** Confined to one thread. */
  public static final class Builder {
    private static final long STEP_MS = 300_000;
    private static final int KEYS_MAX = 1_000;

    private final Fetcher fetcher;
    private String clientName = "Breakwater";
    private URI redirect = URI.create("http://localhost/callback");
    private @Nullable URI document;
    private Scopes scopes = Scopes.NONE;
    private Settings.@Nullable Given given;
    private @Nullable AuthorizationStep step;
    private long stepMs = STEP_MS;
    private TokenStore store = TokenStore.inMemory(KEYS_MAX);
    private LongSupplier nowMs = System::currentTimeMillis;

    private Builder(Fetcher fetcher) {
      this.fetcher = fetcher;
    }

    /** How a person reads who asks. */
    @CanIgnoreReturnValue
    public Builder clientName(String name) {
      clientName = name;
      return this;
    }

    /**
     * Where the browser comes back to.
     *
     * @throws IllegalArgumentException when it is not absolute, has a fragment, or is http to another machine
     */
    @CanIgnoreReturnValue
    public Builder redirect(URI uri) {
      boolean clear = "http".equalsIgnoreCase(uri.getScheme()) && !Addresses.local(uri);
      if (!uri.isAbsolute() || uri.getRawFragment() != null || clear) {
        throw new IllegalArgumentException(
            "redirect: " + uri + " (expected: such as http://localhost:3000/callback)");
      }
      redirect = uri;
      return this;
    }

    /** Authorization by a person. Without it, a program comes for itself, with client credentials. */
    @CanIgnoreReturnValue
    public Builder step(AuthorizationStep walk) {
      step = walk;
      return this;
    }

    /** How long the step of a person may take, in milliseconds; 5 minutes if not set. */
    @CanIgnoreReturnValue
    public Builder stepMs(long ms) {
      if (ms < 1) {
        throw new IllegalArgumentException("stepMs: " + ms + " (expected: > 0)");
      }
      stepMs = ms;
      return this;
    }

    /** Where tokens are kept; in memory if not set. */
    @CanIgnoreReturnValue
    public Builder store(TokenStore tokens) {
      store = new GuardedStore(tokens);
      return this;
    }

    /** Scopes that are always asked for, beside those that the server says. */
    @CanIgnoreReturnValue
    public Builder scopes(String... names) {
      scopes = Scopes.of(List.of(names));
      return this;
    }

    /**
     * The document that says who this client is; its URL is the client id where the authorization server reads such.
     *
     * @throws IllegalArgumentException when it is not https, or has no path
     */
    @CanIgnoreReturnValue
    public Builder clientDocument(URI url) {
      boolean https = "https".equalsIgnoreCase(url.getScheme()) && url.getHost() != null;
      if (!https || Addresses.path(url).isEmpty() || url.getRawFragment() != null) {
        throw new IllegalArgumentException(
            "clientDocument: " + url + " (expected: such as https://example.com/client.json)");
      }
      document = url;
      return this;
    }

    /**
     * A client that was registered beforehand. It is used with its own authorization server only.
     *
     * @param issuer of that server, byte for byte; null for the first that a server names, which is then trusted with the
     *     secret
     * @param secret null for a public client
     */
    @CanIgnoreReturnValue
    public Builder registered(@Nullable String issuer, String clientId, @Nullable String secret) {
      given = new Settings.Given(issuer, clientId, secret, null);
      return this;
    }

    /**
     * A client that was registered beforehand with a public key, and proves itself by signatures.
     *
     * @param issuer as in {@link #registered}
     * @param pem the private key, as PKCS#8 in PEM
     * @param algorithm ES256 or RS256
     * @throws IllegalArgumentException when it is no such key
     */
    @CanIgnoreReturnValue
    public Builder registeredKey(
        @Nullable String issuer, String clientId, String pem, String algorithm) {
      given = new Settings.Given(issuer, clientId, null, Assertion.of(pem, algorithm));
      return this;
    }

    /** For tests: the wall clock, in milliseconds since 1970. */
    @CanIgnoreReturnValue
    Builder nowMs(LongSupplier clock) {
      nowMs = clock;
      return this;
    }

    /**
     * Builds it.
     *
     * @throws IllegalStateException when there is neither a person nor a client that was registered
     */
    public OAuth build() {
      if (step == null && given == null) {
        throw new IllegalStateException(
            "no authorization step (expected: step(...), or a registered client)");
      }
      return new OAuth(new Settings(
          fetcher,
          new Settings.Naming(clientName, redirect, document, scopes),
          given,
          step,
          stepMs,
          store,
          nowMs));
    }
  }
}
