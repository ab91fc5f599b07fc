package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.provider.ResourceOffer;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Future;

/**
 * A resource of another server, under its own URI.
 *
 * <p>Thread-safe.
 */
record RemoteResource(Upstream server, String uri, ObjectNode definition) implements ResourceOffer {

  @Override
  public Future<Outcome> read(String asked, Call call) {
    return server.relay(
        Method.RESOURCES_READ, JsonNodeFactory.instance.objectNode().put("uri", asked), call);
  }
}
