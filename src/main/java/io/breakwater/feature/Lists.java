package io.breakwater.feature;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.dispatch.Invocation;
import io.breakwater.dispatch.Seal;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What all lists have in common: pages, and hints for caches.
 *
 * <p>Immutable.
 */
public final class Lists {
  private final Pages pages;
  private final Supplier<Outcome.CacheHint> hint;

  /**
   * @param pageSize items of one page
   * @param hint how long and by whom a page may be kept
   */
  public Lists(Seal seal, int pageSize, Supplier<Outcome.CacheHint> hint) {
    this.pages = new Pages(seal, pageSize);
    this.hint = hint;
  }

  <T> Future<Outcome> page(
      Invocation invocation,
      String member,
      List<T> items,
      Function<T, String> key,
      Function<T, JsonNode> json) {
    return Future.succeededFuture(
        new Outcome.Complete(pages.page(invocation, member, items, key, json), hint.get()));
  }
}
