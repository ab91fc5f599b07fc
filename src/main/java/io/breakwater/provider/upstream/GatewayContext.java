package io.breakwater.provider.upstream;

import io.breakwater.options.Gateway;
import io.breakwater.options.Options;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all servers of one gateway share: the bounds, the calls that are held, and the places for connections that belong
 * to one caller.
 *
 * <p>Thread-safe.
 */
final class GatewayContext {
  private final Vertx vertx;
  private final Options options;
  private final HeldCalls held;
  private final String id = Long.toHexString(new SecureRandom().nextLong());
  private final AtomicInteger sessions = new AtomicInteger();

  GatewayContext(Vertx vertx, Options options) {
    this.vertx = vertx;
    this.options = options;
    this.held = new HeldCalls(options.gateway().heldMax());
  }

  Vertx vertx() {
    return vertx;
  }

  Options options() {
    return options;
  }

  Gateway bounds() {
    return options.gateway();
  }

  /** Tells this gateway from others: requests that it makes say so, and one that comes back to it has gone in a circle. */
  String id() {
    return id;
  }

  HeldCalls held() {
    return held;
  }

  /** A clock that only goes forward. */
  static long nowMs() {
    return System.nanoTime() / 1_000_000;
  }

  /** Takes a place for a connection of one caller; given back by {@link #releaseSession}. Throws a refusal when there is none. */
  void admitSession() {
    int max = bounds().sessionsMax();
    if (sessions.incrementAndGet() > max) {
      sessions.decrementAndGet();
      throw Refusal.of(
              503,
              ErrorCodes.INTERNAL_ERROR,
              "Too many connections to servers that belong to one caller: " + max
                  + " (gateway.sessionsMax)")
          .header("Retry-After", "10");
    }
  }

  /** Whether there is no such place now. */
  boolean full() {
    return sessions.get() >= bounds().sessionsMax();
  }

  void releaseSession() {
    sessions.decrementAndGet();
  }

  /** Connections that belong to one caller now. */
  int sessions() {
    return sessions.get();
  }
}
