package io.breakwater.legacy;

import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * How many sessions there are, of all endpoints that share the bounds.
 *
 * <p>Thread-safe.
 */
public final class SessionCount {
  private final int max;
  private final int perPrincipalMax;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<String, Integer> byPrincipal = new ConcurrentHashMap<>();

  /**
   * @param max sessions open at once
   * @param perPrincipalMax those of one authenticated principal
   */
  public SessionCount(int max, int perPrincipalMax) {
    this.max = max;
    this.perPrincipalMax = perPrincipalMax;
  }

  /** How many there are now. */
  public int now() {
    return open.get();
  }

  /** Counts one more. Throws a refusal when there are as many as there may be. */
  void enter(@Nullable String principal) {
    if (open.incrementAndGet() > max) {
      open.decrementAndGet();
      throw tooMany(503, max + " (sessions.countMax)");
    }
    if (principal != null && byPrincipal.merge(principal, 1, Integer::sum) > perPrincipalMax) {
      leave(principal);
      throw tooMany(429, perPrincipalMax + " of one principal (sessions.perPrincipalMax)");
    }
  }

  private static Refusal tooMany(int status, String bound) {
    return Refusal.of(status, ErrorCodes.INTERNAL_ERROR, "Too many sessions: " + bound)
        .header("Retry-After", "10");
  }

  void leave(@Nullable String principal) {
    open.decrementAndGet();
    if (principal != null) {
      byPrincipal.computeIfPresent(principal, (name, held) -> held > 1 ? held - 1 : null);
    }
  }
}
