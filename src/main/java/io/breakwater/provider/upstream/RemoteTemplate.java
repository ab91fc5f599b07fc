package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.api.UriTemplate;
import io.breakwater.provider.TemplateOffer;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource template of another server.
 *
 * <p>Thread-safe.
 *
 * @param parsed null for one that says nothing to us: it is listed, and no URI is of its form
 */
record RemoteTemplate(
    Upstream server, String template, @Nullable UriTemplate parsed, ObjectNode definition)
    implements TemplateOffer {

  @Override
  public boolean matches(String uri) {
    return parsed != null && parsed.match(uri) != null;
  }

  @Override
  public Future<Outcome> read(String uri, Call call) {
    return server.relay(
        Method.RESOURCES_READ, JsonNodeFactory.instance.objectNode().put("uri", uri), call);
  }

  @Override
  public Future<Outcome> complete(
      String argument, String value, Map<String, String> known, Call call) {
    ObjectNode ref =
        JsonNodeFactory.instance.objectNode().put("type", "ref/resource").put("uri", template);
    return server.complete(ref, argument, value, known, call);
  }
}
