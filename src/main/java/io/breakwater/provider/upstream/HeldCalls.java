package io.breakwater.provider.upstream;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The calls that are held open at their servers while their callers are asked, by a name that nobody can guess. A call is
 * taken once.
 *
 * <p>Thread-safe.
 */
final class HeldCalls {
  private static final int NAME_BYTES = 18;

  private final int max;
  private final SecureRandom random = new SecureRandom();
  private final AtomicInteger count = new AtomicInteger();
  private final Map<String, Relayed> byName = new ConcurrentHashMap<>();

  HeldCalls(int max) {
    this.max = max;
  }

  /** Holds a call. Returns its name, or null when there are too many. */
  @Nullable
  String hold(Relayed call) {
    if (count.incrementAndGet() > max) {
      count.decrementAndGet();
      return null;
    }
    byte[] bytes = new byte[NAME_BYTES];
    random.nextBytes(bytes);
    String name = Base64.getUrlEncoder().encodeToString(bytes);
    byName.put(name, call);
    return name;
  }

  /** Takes a call that is held; null when there is none of this name, or not any more. */
  @Nullable
  Relayed take(String name) {
    Relayed call = byName.remove(name);
    if (call != null) {
      count.decrementAndGet();
    }
    return call;
  }

  int max() {
    return max;
  }

  /** Calls that are held now. */
  int count() {
    return count.get();
  }
}
