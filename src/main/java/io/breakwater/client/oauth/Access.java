package io.breakwater.client.oauth;

import io.breakwater.client.Authorizer;
import io.breakwater.client.ClientException;
import io.breakwater.client.oauth.TokenStore.Tokens;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is held for one server. At most one flight is on at a time, the renewal of a token or the work on a challenge, and
 * only a flight changes what is held; who comes meanwhile waits for its end.
 *
 * <pre>
 * nothing held -- challenge: pursued --> held -- about to expire, or refused: renewed --> held
 * held -- renewal refused --> nothing but the registration held
 * any -- another authorization server --> nothing held
 * </pre>
 *
 * <p>Thread-safe.
 */
final class Access {
  /**
   * How long an outcome answers for challenges that come late: their requests were under way with the credentials of
   * before.
   */
  static final long LATE_MS = 2_000;

  private static final long RENEW_AGAIN_MS = 5_000;
  private static final int ATTEMPTS_MAX = 3;

  /** A failed pursuit. */
  private record Failed(Throwable why, long atMs) {}

  private final Settings settings;
  private final URI server;
  private final Pursuit pursuit;
  private final TokenEndpoint endpoint;
  private final AtomicReference<@Nullable Future<Boolean>> flight = new AtomicReference<>();
  private volatile @Nullable Standing standing;
  private volatile @Nullable Failed failed;

  Access(Settings settings, URI server, Pinned pinned) {
    this.settings = settings;
    this.server = server;
    this.endpoint = new TokenEndpoint(settings);
    this.pursuit = new Pursuit(settings, server, pinned, this);
  }

  Future<@Nullable String> authorization() {
    Standing now = standing;
    Future<Boolean> flying = flight.get();
    boolean holds = now != null && now.holds(nowMs());
    if (flying != null && !holds) {
      return flying.map(landed -> header());
    }
    if (flying == null && due(now)) {
      return fly(this::renewIfDue).transform(landed -> Future.succeededFuture(header()));
    }
    return Future.succeededFuture(header());
  }

  private @Nullable String header() {
    Standing now = standing;
    return now == null || now.tokens() == null || !now.holds(nowMs())
        ? null
        : "Bearer " + now.tokens().access();
  }

  private boolean due(@Nullable Standing now) {
    Tokens tokens = now == null ? null : now.tokens();
    return tokens != null && tokens.refresh() != null && nowMs() >= tokens.refreshAtMs();
  }

  /** Whoever comes second finds that it was done. */
  private Future<Boolean> renewIfDue() {
    Standing now = standing;
    return now != null && due(now) ? renew(now).otherwise(false) : Future.succeededFuture(true);
  }

  /** Whether there is a new token. Fails while the server cannot say: what is held may still be good. */
  Future<Boolean> renew(Standing now) {
    Tokens old = now.tokens();
    if (old == null || old.refresh() == null || now.registration() == null) {
      return Future.succeededFuture(false);
    }
    Form form = new Form()
        .with("grant_type", "refresh_token")
        .with("refresh_token", old.refresh())
        .with("resource", now.resource());
    return endpoint
        .ask(now.server(), now.registration(), form, Scopes.of(old.scopes()), old)
        .compose(answer -> {
          if (answer.tokens() != null) {
            return hold(now.given(answer.tokens(), Scopes.NONE, nowMs())).map(true);
          }
          Tokens rest = answer.last()
              ? new Tokens(old.access(), null, old.expiresAtMs(), old.expiresAtMs(), old.scopes())
              : new Tokens(
                  old.access(),
                  old.refresh(),
                  old.expiresAtMs(),
                  nowMs() + RENEW_AGAIN_MS,
                  old.scopes());
          Standing left = now.given(rest, Scopes.NONE, now.obtainedAtMs());
          return hold(answer.clientUnknown() ? left.known(null) : left)
              .compose(held -> answer.last()
                  ? Future.succeededFuture(false)
                  : Refusals.refused(answer.refusal()));
        });
  }

  Future<Boolean> challenged(Authorizer.Challenge challenge) {
    Asked asked;
    try {
      asked = Asked.of(challenge);
    } catch (ClientException refused) {
      return Future.failedFuture(refused);
    }
    if (asked == null) {
      return Future.succeededFuture(false);
    }
    if (asked.attempt() > ATTEMPTS_MAX) {
      return Refusals.refused("the server refuses every token it is shown");
    }
    // A flight that brought nothing was the renewal of a token: then it is our turn.
    return fly(() -> answer(asked))
        .compose(helps -> helps ? Future.succeededFuture(true) : challenged(challenge));
  }

  private Future<Boolean> answer(Asked asked) {
    long nowMs = nowMs();
    Failed last = failed;
    Standing now = standing;
    if (asked.attempt() == 1 && last != null && nowMs - last.atMs() < LATE_MS) {
      return Future.failedFuture(last.why());
    }
    boolean late = asked.attempt() == 1
        && now != null
        && now.holds(nowMs)
        && nowMs - now.obtainedAtMs() < LATE_MS
        && Scopes.of(now.tokens() == null ? java.util.Set.of() : now.tokens().scopes())
            .covers(asked.scopes());
    return late
        ? Future.succeededFuture(true)
        : pursuit
            .of(asked, now)
            .map(true)
            .onComplete(over -> failed = over.failed() ? new Failed(over.cause(), nowMs()) : null);
  }

  private Future<Boolean> fly(Supplier<Future<Boolean>> work) {
    Promise<Boolean> landing = Promise.promise();
    Future<Boolean> mine = landing.future();
    while (true) {
      if (flight.compareAndSet(null, mine)) {
        break;
      }
      Future<Boolean> other = flight.get();
      if (other != null) {
        return other;
      }
    }
    Future<Boolean> flying;
    try {
      flying = work.get();
    } catch (RuntimeException broken) {
      flying = Future.failedFuture(broken);
    }
    flying.onComplete(over -> {
      flight.set(null);
      landing.handle(over);
    });
    return mine;
  }

  /** From here on this is held. Called by the one flight only. */
  Future<Void> hold(Standing anew) {
    standing = anew;
    TokenStore.Key key = key(anew);
    Future<Void> kept = anew.registration() == null
        ? settings.store().remove(key)
        : settings.store().save(key, new TokenStore.Kept(anew.registration(), anew.tokens()));
    return kept.otherwiseEmpty();
  }

  /** What is held with the authorization server of this standing, or it when nothing is. */
  Standing held(Standing otherwise) {
    Standing now = standing;
    return now != null && now.isWith(otherwise.server().issuer(), otherwise.resource())
        ? now
        : otherwise;
  }

  TokenStore.Key key(Standing of) {
    return new TokenStore.Key(Discovery.bare(server), of.server().issuer(), settings.client());
  }

  private long nowMs() {
    return settings.nowMs().getAsLong();
  }
}
