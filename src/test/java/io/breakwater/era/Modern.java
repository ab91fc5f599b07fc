package io.breakwater.era;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Dispatcher;
import io.breakwater.dispatch.Handler;
import io.breakwater.dispatch.ManualClock;
import io.breakwater.dispatch.Seal;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.EnumMap;
import java.util.Map;

/** A modern era in tests, and requests as a modern client writes them. */
final class Modern {
  static final long STREAM_AFTER_MS = 100;
  static final long CALL_MS = 60_000;
  static final String META = "'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
      + "'io.modelcontextprotocol/clientCapabilities':{'elicitation':{}}";
  static final String SERVER_INFO =
      "'_meta':{'io.modelcontextprotocol/serverInfo':{'name':'test','version':'1'}}";

  final ManualClock clock = new ManualClock();
  final Map<Method, Handler> handlers = new EnumMap<>(Method.class);
  private final byte[] key = Seal.randomKey();

  /** Serves a method from now on. */
  void serve(Method method, Handler handler) {
    handlers.put(method, handler);
  }

  ModernEra era() {
    Dispatcher dispatcher =
        new Dispatcher(handlers, clock, new Dispatcher.Deadlines(CALL_MS, 10 * CALL_MS));
    Identity identity =
        new Identity(Json.object("{'name':'test','version':'1'}"), () -> Json.object("{}"), null);
    return new ModernEra(
        dispatcher,
        identity,
        new Seal(key, clock),
        clock,
        new ModernEra.Settings(1024, STREAM_AFTER_MS, 60_000, 2000));
  }

  /** Posts as a door does: a refusal that is thrown is answered. */
  void post(FakeExchange exchange, String body) {
    try {
      era().post(exchange, Json.of(body));
    } catch (Refusal refusal) {
      exchange.refuse(refusal);
    }
  }

  /** Posts and gives back what was said at once. */
  FakeExchange posted(FakeHead head, String body) {
    FakeExchange exchange = new FakeExchange(head);
    post(exchange, body);
    return exchange;
  }

  /** The headers of a request, right in every way. */
  static FakeHead head(String method) {
    return FakeHead.bare().with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", method);
  }

  static FakeHead head(String method, String name) {
    return head(method).with("Mcp-Name", name);
  }

  /** A request; params without braces. */
  static String request(String id, String method, String params) {
    return "{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':{"
        + (params.isEmpty() ? "" : params + ",") + "'_meta':{" + META + "}}}";
  }

  static String call(String id, String params) {
    return request(id, "tools/call", "'name':'t'" + (params.isEmpty() ? "" : "," + params));
  }

  static Future<Outcome> complete(String result) {
    ObjectNode tree = Json.object(result);
    return Future.succeededFuture(new Outcome.Complete(tree));
  }
}
