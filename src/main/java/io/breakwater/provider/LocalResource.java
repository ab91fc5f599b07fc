package io.breakwater.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Caching;
import io.breakwater.api.Call;
import io.breakwater.api.Contents;
import io.breakwater.api.Resource;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;

/**
 * A resource written in Java.
 *
 * <p>Thread-safe.
 */
final class LocalResource implements ResourceOffer {
  private final Resource resource;
  private final Works works;
  private final ObjectNode definition;

  LocalResource(Resource resource, Works works) {
    this.resource = resource;
    this.works = works;
    this.definition = resource.definition();
  }

  @Override
  public String uri() {
    return resource.uri();
  }

  @Override
  public ObjectNode definition() {
    return definition;
  }

  @Override
  public Future<Outcome> read(String uri, Call call) {
    return works
        .run(resource.work(), uri, call)
        .map(contents -> complete(contents, resource.caching()))
        .recover(failure -> Failures.ofResource(uri, failure, call));
  }

  static Outcome complete(Contents contents, Caching caching) {
    return new Outcome.Complete(
        contents.json(), new Outcome.CacheHint(caching.ttlMs(), caching.shared()));
  }
}
