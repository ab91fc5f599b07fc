package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.provider.MirroredParam;
import io.breakwater.provider.ToolOffer;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.List;

/**
 * A tool of another server.
 *
 * <p>Thread-safe.
 *
 * @param theirs its name there
 */
record RemoteTool(
    Upstream server,
    String theirs,
    String name,
    ObjectNode definition,
    List<MirroredParam> mirrored)
    implements ToolOffer {

  @Override
  public Future<Outcome> call(ObjectNode arguments, Call call) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", theirs);
    params.set("arguments", arguments);
    return server.relay(Method.TOOLS_CALL, params, call);
  }

  /** The same tool under another name. */
  RemoteTool named(String other) {
    return new RemoteTool(
        server,
        theirs,
        other,
        JsonNodeFactory.instance.objectNode().<ObjectNode>setAll(definition).put("name", other),
        mirrored);
  }
}
