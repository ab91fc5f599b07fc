package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.provider.PromptOffer;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.Map;

/**
 * A prompt of another server.
 *
 * <p>Thread-safe.
 *
 * @param theirs its name there
 */
record RemotePrompt(Upstream server, String theirs, String name, ObjectNode definition)
    implements PromptOffer {

  @Override
  public Future<Outcome> get(ObjectNode arguments, Call call) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", theirs);
    if (!arguments.isEmpty()) {
      params.set("arguments", arguments);
    }
    return server.relay(Method.PROMPTS_GET, params, call);
  }

  @Override
  public Future<Outcome> complete(
      String argument, String value, Map<String, String> known, Call call) {
    ObjectNode ref =
        JsonNodeFactory.instance.objectNode().put("type", "ref/prompt").put("name", theirs);
    return server.complete(ref, argument, value, known, call);
  }

  /** The same prompt under another name. */
  RemotePrompt named(String other) {
    return new RemotePrompt(
        server,
        theirs,
        other,
        JsonNodeFactory.instance.objectNode().<ObjectNode>setAll(definition).put("name", other));
  }
}
