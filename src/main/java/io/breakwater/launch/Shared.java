package io.breakwater.launch;

import io.breakwater.dispatch.Clock;
import io.breakwater.dispatch.Seal;
import io.breakwater.dispatch.VertxClock;
import io.breakwater.feature.ListenCount;
import io.breakwater.legacy.SessionCount;
import io.breakwater.options.Options;
import io.vertx.core.Vertx;

/**
 * What all endpoints of one server have in common: they count together, for bounds are those of the process, however
 * many endpoints it has.
 *
 * <p>Thread-safe.
 *
 * @param seal of one endpoint alone, under the key of all
 */
record Shared(Options options, Clock clock, Seal seal, SessionCount sessions, ListenCount listens) {

  static Shared of(Vertx vertx, Options options) {
    Clock clock = new VertxClock(vertx);
    byte[] key = options.seal().keyBytes();
    return new Shared(
        options,
        clock,
        new Seal(key == null ? Seal.randomKey() : key, clock),
        new SessionCount(options.sessions().countMax(), options.sessions().perPrincipalMax()),
        new ListenCount(options.limits().listenStreamsMax()));
  }

  /** The same for the endpoint of one server alone: what it seals opens there and nowhere else. */
  Shared within(String name) {
    return new Shared(options, clock, seal.within(name), sessions, listens);
  }
}
