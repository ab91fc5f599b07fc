package io.breakwater.client.oauth;

import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where the client that was registered beforehand is known. When nobody said, the first authorization server that it is
 * used with is the only one.
 *
 * <p>Thread-safe.
 */
final class Pinned {
  private final AtomicReference<@Nullable String> issuer;
  private final boolean pins;

  Pinned(Settings.@Nullable Given given) {
    this.pins = given != null;
    this.issuer = new AtomicReference<>(given == null ? null : given.issuer());
  }

  /** Which of these to go to. */
  Future<String> choose(List<String> issuers, @Nullable Standing standing) {
    if (pins) {
      issuer.compareAndSet(null, issuers.get(0));
      String only = issuer.get();
      return only != null && issuers.contains(only)
          ? Future.succeededFuture(only)
          : Refusals.refused("the client id that was given belongs to "
              + Refusals.clip(String.valueOf(only)) + ", but the server's authorization server is "
              + Refusals.clip(issuers.get(0)) + " (expected: a client id of that one)");
    }
    String before = standing == null ? null : standing.server().issuer();
    return Future.succeededFuture(
        before != null && issuers.contains(before) ? before : issuers.get(0));
  }
}
