package io.breakwater.legacy;

import io.breakwater.dispatch.Changes;
import io.breakwater.dispatch.Clock;
import io.breakwater.dispatch.Dispatcher;
import io.breakwater.dispatch.Handler;
import io.breakwater.dispatch.ManualClock;
import io.breakwater.dispatch.Seal;
import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import io.breakwater.era.Identity;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A legacy era in tests. Its bounds are set before the first session is opened. */
final class Legacy {
  static final long CALL_MS = 60_000;
  static final long STREAM_AFTER_MS = 100;
  static final long RETRY_MS = 700;

  /** Those that may be given a handler; all others are unknown. */
  private static final List<Method> SERVED =
      List.of(Method.DISCOVER, Method.TOOLS_CALL, Method.PROMPTS_GET, Method.RESOURCES_READ);

  static final String SESSION_GONE = "{'code':-32600,"
      + "'message':'Session not found: it ended, or never was (initialize anew)'}";

  final ManualClock clock = new ManualClock();
  final Changes changes = new Changes();
  final Map<Method, Handler> handlers = new EnumMap<>(Method.class);

  int countMax = 100;
  int perPrincipalMax = 50;
  long idleMs = 30_000;
  long openingMs = 5_000;
  int inFlightMax = 64;
  int streamsMax = 8;
  int questionsMax = 64;
  long questionMs = 20_000;
  int eventsMax = 100;
  int eventBytesMax = 100_000;
  long eventsMs = 10_000;
  int subscriptionsMax = 100;
  int subscriptionBytesMax = 10_000;
  int clientBytesMax = 4_096;
  int batchMax = 4;
  int roundsMax = 4;

  private final byte[] key = Seal.randomKey();
  private final Clock time;
  private SessionCount counted;
  private Sessions sessions;

  Legacy() {
    this.time = clock;
  }

  /** Real time, for tests on several loops. */
  Legacy(Clock time) {
    this.time = time;
  }

  Sessions sessions() {
    if (sessions == null) {
      Map<Method, Handler> table = new EnumMap<>(Method.class);
      SERVED.forEach(method -> table.put(method, invocation -> handler(method).handle(invocation)));
      Dispatcher dispatcher =
          new Dispatcher(table, time, new Dispatcher.Deadlines(CALL_MS, 10 * CALL_MS));
      sessions =
          new Sessions(dispatcher, time, new Seal(key, time), settings(), changes, counted());
    }
    return sessions;
  }

  private SessionCount counted() {
    if (counted == null) {
      counted = new SessionCount(countMax, perPrincipalMax);
    }
    return counted;
  }

  /** How many sessions there are now. */
  int count() {
    return counted().now();
  }

  private Handler handler(Method method) {
    return Objects.requireNonNull(handlers.get(method), method::wireName);
  }

  SessionSettings settings() {
    return new SessionSettings(
        idleMs,
        openingMs,
        inFlightMax,
        streamsMax,
        questionsMax,
        questionMs,
        eventsMax,
        eventBytesMax,
        eventsMs,
        subscriptionsMax,
        subscriptionBytesMax,
        clientBytesMax,
        batchMax,
        roundsMax,
        STREAM_AFTER_MS,
        RETRY_MS,
        1024);
  }

  LegacyEra era() {
    Identity identity = new Identity(
        Json.object("{'name':'test','version':'1'}"), () -> Json.object("{'tools':{}}"), null);
    return new LegacyEra(sessions(), identity);
  }

  /** Serves a method from now on. */
  void serve(Method method, Handler handler) {
    handlers.put(method, handler);
  }

  /** Posts as a door does: a refusal that is thrown is answered. */
  FakeExchange posted(FakeExchange exchange, String body) {
    return attempt(exchange, () -> era().post(exchange, Json.of(body)));
  }

  FakeExchange posted(FakeHead head, String body) {
    return posted(new FakeExchange(head), body);
  }

  FakeExchange got(FakeExchange exchange) {
    return attempt(exchange, () -> era().get(exchange));
  }

  FakeExchange deleted(FakeExchange exchange) {
    return attempt(exchange, () -> era().delete(exchange));
  }

  private static FakeExchange attempt(FakeExchange exchange, Runnable verb) {
    try {
      verb.run();
    } catch (Refusal refusal) {
      exchange.refuse(refusal);
    }
    return exchange;
  }

  static String initialize(String version) {
    return initialize(version, "{}");
  }

  static String initialize(String version, String capabilities) {
    return "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'" + version
        + "','capabilities':" + capabilities + ",'clientInfo':{'name':'c','version':'1'}}}";
  }

  /** A client with a session of this revision that is ready for everything. */
  LegacyClient client(String version) {
    return client(version, "{'elicitation':{},'sampling':{},'roots':{}}");
  }

  LegacyClient client(String version, String capabilities) {
    LegacyClient client = opened(FakeHead.bare(), initialize(version, capabilities));
    client.posts("{'jsonrpc':'2.0','method':'notifications/initialized'}").heard();
    return client;
  }

  /** A client whose session has just been opened. */
  LegacyClient opened(FakeHead head, String initialize) {
    FakeExchange exchange = posted(head, initialize);
    String id = Objects.requireNonNull(
        exchange.header("Mcp-Session-Id"), exchange.said().toString());
    return new LegacyClient(this, id, head.principal());
  }

  static Future<Outcome> complete(String result) {
    return Future.succeededFuture(new Outcome.Complete(Json.object(result)));
  }

  static String request(String id, String method, String params) {
    return "{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "'"
        + (params.isEmpty() ? "" : ",'params':{" + params + "}") + "}";
  }

  static String result(String id, String result) {
    return "{'jsonrpc':'2.0','id':" + id + ",'result':" + result + "}";
  }

  static String error(String id, int code, String message) {
    return "{'jsonrpc':'2.0','id':" + id + ",'error':{'code':" + code + ",'message':'" + message
        + "'}}";
  }
}
