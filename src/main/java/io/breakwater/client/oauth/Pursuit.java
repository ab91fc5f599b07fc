package io.breakwater.client.oauth;

import io.breakwater.client.oauth.Discovery.ProtectedResource;
import io.breakwater.client.oauth.TokenStore.Registration;
import io.vertx.core.Future;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work on a challenge: who the server is, where its authorization server is now, what we have there already, and what
 * has to be asked for.
 *
 * <p>Confined to one flight of its {@link Access} at a time.
 */
final class Pursuit {
  /** Beside the first, which a 401 asks for: a server that wants the same again and again gets no more. */
  private static final int SAME_STEPS_MAX = 2;

  private static final int STEPS_KEPT_MAX = 64;
  private static final long STEPS_KEPT_MS = 600_000;

  private final Settings settings;
  private final URI server;
  private final Pinned pinned;
  private final Access access;
  private final Discovery discovery;
  private final Registering registering;
  private final TokenEndpoint endpoint;

  /** How often a token was given for more scopes that were asked for, and when the last time. */
  private final Map<Set<String>, Steps> steps = new HashMap<>();

  private record Steps(int count, long atMs) {}

  Pursuit(Settings settings, URI server, Pinned pinned, Access access) {
    this.settings = settings;
    this.server = server;
    this.pinned = pinned;
    this.access = access;
    this.discovery = new Discovery(settings.fetcher());
    this.registering = new Registering(settings);
    this.endpoint = new TokenEndpoint(settings);
  }

  /** What there is to know. */
  private record Found(ProtectedResource resource, ServerMetadata server) {}

  /** Ends when the access holds a token that may help. */
  Future<Void> of(Asked asked, @Nullable Standing before) {
    return discovery
        .resource(server, asked.resourceMetadata())
        .compose(resource ->
            authorizationServer(resource, before).map(metadata -> new Found(resource, metadata)))
        .compose(found -> standing(found, before).compose(now -> help(asked, found, now)));
  }

  private Future<ServerMetadata> authorizationServer(
      ProtectedResource resource, @Nullable Standing before) {
    List<String> issuers = resource.issuers();
    if (issuers == null) {
      return pinned
          .choose(List.of(Addresses.origin(server)), before)
          .compose(chosen -> discovery.origin(server));
    }
    return pinned.choose(issuers, before).compose(chosen -> discovery.server(chosen, server));
  }

  /** What we have with this authorization server: what was held with another is not carried over. */
  private Future<Standing> standing(Found found, @Nullable Standing before) {
    String resource = found.resource().resource();
    if (before != null && before.isWith(found.server().issuer(), resource)) {
      return Future.succeededFuture(before.described(found.server()));
    }
    Standing fresh = new Standing(found.server(), resource, null, null, Scopes.NONE, 0);
    return settings
        .store()
        .load(access.key(fresh))
        .otherwiseEmpty()
        .map(kept -> kept == null
            ? fresh
            : new Standing(
                found.server(), resource, kept.registration(), kept.tokens(), Scopes.NONE, 0));
  }

  private Future<Void> help(Asked asked, Found found, Standing now) {
    boolean first = asked.attempt() == 1 && !asked.moreScopes();
    boolean stored = now.obtainedAtMs() == 0 && now.holds(nowMs());
    if (first && stored) {
      return access.hold(now.given(now.tokens(), Scopes.NONE, nowMs()));
    }
    if (first && now.tokens() != null && now.tokens().refresh() != null) {
      // What is held afterwards: a renewal that was refused takes the refresh token with it, or the
      // client.
      return access
          .renew(now)
          .compose(renewed ->
              renewed ? Future.succeededFuture() : obtain(asked, found, access.held(now)));
    }
    return obtain(asked, found, now);
  }

  private Future<Void> obtain(Asked asked, Found found, Standing now) {
    Scopes scopes = scopes(asked, found, now);
    if (asked.moreScopes() && !mayStep(scopes)) {
      return Refusals.refused("the server wants more than it says, again and again: it was given"
          + " a token for \"" + Refusals.clip(scopes.toString()) + "\" and refuses it (expected:"
          + " the scopes it needs, in its challenge)");
    }
    return registering.at(found.server(), now.registration()).compose(client -> {
      Standing known = now.known(client);
      // Kept before the person is asked: who gives up and tries again is still known.
      return access
          .hold(known)
          .compose(held -> form(known, client, scopes))
          .compose(form -> ask(known, client, form, scopes))
          .onSuccess(given -> {
            if (asked.moreScopes()) {
              stepped(scopes);
            }
          });
    });
  }

  private boolean mayStep(Scopes scopes) {
    long nowMs = nowMs();
    steps.values().removeIf(step -> nowMs - step.atMs() >= STEPS_KEPT_MS);
    Steps before = steps.get(scopes.names());
    return before == null ? steps.size() < STEPS_KEPT_MAX : before.count() < SAME_STEPS_MAX;
  }

  /** A walk that somebody gave up is none. */
  private void stepped(Scopes scopes) {
    Steps before = steps.get(scopes.names());
    steps.put(scopes.names(), new Steps(before == null ? 1 : before.count() + 1, nowMs()));
  }

  /** What the challenge says, or else the server; and what we have had, so that nothing is lost. */
  private Scopes scopes(Asked asked, Found found, Standing now) {
    Scopes needed = asked.scopes().isEmpty() ? found.resource().scopes() : asked.scopes();
    Scopes all = now.scopes().and(needed).and(settings.naming().scopes());
    boolean offline = found.server().scopes().has(Scopes.OFFLINE_ACCESS);
    if (!offline) {
      return all.without(Scopes.OFFLINE_ACCESS).and(settings.naming().scopes());
    }
    // Alone it would take the place of what a server gives to who names no scope.
    return all.isEmpty() || settings.forItself() ? all : all.and(Scopes.of(Scopes.OFFLINE_ACCESS));
  }

  private Future<Form> form(Standing known, Registration client, Scopes scopes) {
    AuthorizationStep step = settings.step();
    return step == null
        ? Future.succeededFuture(new Form()
            .with("grant_type", "client_credentials")
            .with("resource", known.resource())
            .with(scopes))
        : new AuthorizationCode(
                known.server(), client, settings.naming().redirect(), known.resource())
            .walk(step, scopes, settings.stepMs());
  }

  private Future<Void> ask(Standing known, Registration client, Form form, Scopes scopes) {
    return endpoint.ask(known.server(), client, form, scopes, null).compose(answer -> {
      if (answer.tokens() != null) {
        return access.hold(known.given(answer.tokens(), scopes, nowMs()));
      }
      Future<Void> forgotten =
          answer.clientUnknown() ? access.hold(known.known(null)) : Future.succeededFuture();
      return forgotten.compose(done -> Refusals.refused(answer.refusal()));
    });
  }

  private long nowMs() {
    return settings.nowMs().getAsLong();
  }
}
