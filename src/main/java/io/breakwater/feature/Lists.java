package io.breakwater.feature;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.dispatch.Invocation;
import io.breakwater.dispatch.Seal;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;

/**
 * What all lists have in common: pages, and hints for caches.
 *
 * <p>Immutable.
 */
public final class Lists {
  private final Pages pages;
  private final Outcome.CacheHint hint;

  /**
   * @param pageSize items of one page
   * @param ttlMs how long a page may be kept, in milliseconds
   */
  public Lists(Seal seal, int pageSize, long ttlMs) {
    this.pages = new Pages(seal, pageSize);
    this.hint = new Outcome.CacheHint(ttlMs, true);
  }

  <T> Future<Outcome> page(
      Invocation invocation,
      String member,
      List<T> items,
      Function<T, String> key,
      Function<T, JsonNode> json) {
    return Future.succeededFuture(
        new Outcome.Complete(pages.page(invocation, member, items, key, json), hint));
  }
}
