package io.breakwater.era;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Caller;
import io.breakwater.dispatch.Invocation;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.MetaKeys;
import io.breakwater.spec.Method;
import java.util.Map;
import java.util.Set;

/**
 * Gives outcomes the form of a stateless revision: every result says what it is and who gives it, and a wish for input
 * is a result with a state that the client brings back.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">2026-07-28, Multi
 *     Round-Trip Requests</a>
 */
final class ModernShape {
  /** The methods whose handlers may ask. */
  static final Set<String> ASKING = Set.of(
      Method.TOOLS_CALL.wireName(),
      Method.PROMPTS_GET.wireName(),
      Method.RESOURCES_READ.wireName());

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String RESULT_TYPE = "resultType";

  private final Identity identity;
  private final RequestState states;

  ModernShape(Identity identity, RequestState states) {
    this.identity = identity;
    this.states = states;
  }

  /** What a request brings from its earlier rounds. Throws a refusal when it was not given for this request. */
  RequestState.Round round(Message.Request request, Caller caller) {
    return ASKING.contains(request.method())
        ? states.open(request, caller.principal())
        : new RequestState.Round(Map.of(), null);
  }

  /**
   * The result that an outcome comes to; the tree of the outcome is not changed. Throws a refusal when the state is too
   * large or the client has not declared that it can be asked, and {@link IllegalStateException} for a handler that asks where the protocol has no questions.
   */
  ObjectNode result(Message.Request request, Invocation invocation, Outcome outcome) {
    ObjectNode result = outcome instanceof Outcome.InputRequired input
        ? question(request, invocation, input)
        : complete((Outcome.Complete) outcome);
    ObjectNode meta = JSON.objectNode();
    if (result.get(MetaKeys.META) instanceof ObjectNode own) {
      meta.setAll(own);
    }
    // Last, so that what came from an upstream does not speak for this server.
    meta.set(MetaKeys.SERVER_INFO, identity.serverInfo());
    result.set(MetaKeys.META, meta);
    return result;
  }

  private static ObjectNode complete(Outcome.Complete complete) {
    ObjectNode result = JSON.objectNode().put(RESULT_TYPE, "complete");
    result.setAll(complete.result());
    result.put(RESULT_TYPE, "complete");
    if (complete.cache() != null) {
      result.put("ttlMs", complete.cache().ttlMs());
      result.put("cacheScope", complete.cache().shared() ? "public" : "private");
    }
    return result;
  }

  private ObjectNode question(
      Message.Request request, Invocation invocation, Outcome.InputRequired input) {
    if (!ASKING.contains(request.method())) {
      input.dropped().run();
      throw new IllegalStateException(request.method() + " cannot ask for input");
    }
    ObjectNode lacking = invocation.caller().lacking(input.requests().values());
    if (!lacking.isEmpty()) {
      input.dropped().run();
      throw Refusal.missingCapability(lacking);
    }
    ObjectNode result = JSON.objectNode().put(RESULT_TYPE, "input_required");
    if (!input.requests().isEmpty()) {
      ObjectNode requests = result.putObject("inputRequests");
      input
          .requests()
          .forEach((key, one) -> requests
              .putObject(key)
              .put("method", one.method().wireName())
              .set("params", one.params()));
    }
    RequestState.Round next = new RequestState.Round(invocation.answers(), input.state());
    try {
      return result.put(
          RequestState.MEMBER, states.seal(request, invocation.caller().principal(), next));
    } catch (Refusal tooLarge) {
      input.dropped().run();
      throw tooLarge;
    }
  }

  /** This era has no code of its own for a resource that is not there. */
  static Refusal refusal(Refusal refusal) {
    return refusal.error().code() == ErrorCodes.RESOURCE_NOT_FOUND
        ? Refusal.of(
                200,
                ErrorCodes.INVALID_PARAMS,
                refusal.error().message(),
                refusal.error().data())
            .under(refusal.id())
        : refusal;
  }
}
