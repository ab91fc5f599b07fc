package io.breakwater.feature;

import io.breakwater.dispatch.Invocation;
import io.breakwater.provider.Catalog;
import io.breakwater.provider.ResourceOffer;
import io.breakwater.provider.ResourceReader;
import io.breakwater.provider.TemplateOffer;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * {@code resources/list}, {@code resources/templates/list} and {@code resources/read}.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">2026-07-28, Resources</a>
 */
public final class Resources {
  private static final int URI_CHARS_MAX = 8192;

  /** What is read may differ from caller to caller and from moment to moment. */
  private static final Outcome.CacheHint READ = new Outcome.CacheHint(0, false);

  private final Catalog catalog;
  private final Lists lists;

  public Resources(Catalog catalog, Lists lists) {
    this.catalog = catalog;
    this.lists = lists;
  }

  public Future<Outcome> list(Invocation invocation) {
    return catalog
        .settled()
        .compose(offered -> lists.page(
            invocation,
            "resources",
            offered.resources(),
            ResourceOffer::uri,
            ResourceOffer::definition));
  }

  public Future<Outcome> templates(Invocation invocation) {
    return catalog
        .settled()
        .compose(offered -> lists.page(
            invocation,
            "resourceTemplates",
            offered.templates(),
            TemplateOffer::template,
            TemplateOffer::definition));
  }

  public Future<Outcome> read(Invocation invocation) {
    String uri = invocation.requireText("uri");
    if (uri.length() > URI_CHARS_MAX) {
      throw Refusal.invalidParams(
          "Invalid params: params.uri is longer than " + URI_CHARS_MAX + " characters");
    }
    ResourceReader known = catalog.snapshot().reader(uri);
    Future<ResourceReader> found = known != null
        ? Future.succeededFuture(known)
        : catalog.settled().map(offered -> require(offered.reader(uri), uri));
    return found
        .compose(reader -> reader.read(uri, new BoundCall(invocation)))
        .map(Resources::hinted);
  }

  private ResourceReader require(@Nullable ResourceReader reader, String uri) {
    ResourceReader found = reader == null ? catalog.unlisted() : reader;
    if (found == null) {
      throw Refusal.resourceNotFound(uri);
    }
    return found;
  }

  private static Outcome hinted(Outcome outcome) {
    return outcome instanceof Outcome.Complete complete && complete.cache() == null
        ? new Outcome.Complete(complete.result(), READ)
        : outcome;
  }
}
