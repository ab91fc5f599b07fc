package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.Change;
import io.breakwater.dispatch.VertxClock;
import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sessions of one loop and requests that arrive on another. */
@ExtendWith(VertxExtension.class)
final class SessionsOnLoopsTest {
  private static final String PONG = "200 {'jsonrpc':'2.0','id':9,'result':{}}";
  private static final String TOOLS =
      "{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}";

  private final BlockingQueue<Tool.Call> calls = new LinkedBlockingQueue<>();
  private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
  private Legacy legacy;
  private ContextInternal here;
  private ContextInternal there;

  @BeforeEach
  void open_twoLoops(Vertx vertx) {
    legacy = new Legacy(new VertxClock(vertx));
    legacy.countMax = 2;
    legacy.serve(Method.TOOLS_CALL, invocation -> {
      Tool.Call call = new Tool.Call(invocation);
      threads.add(Thread.currentThread());
      calls.add(call);
      return call.work.future();
    });
    here = ((VertxInternal) vertx).createEventLoopContext();
    there = ((VertxInternal) vertx).createEventLoopContext();
    assertThat(here.nettyEventLoop()).isNotSameAs(there.nettyEventLoop());
    assertThat(legacy.count()).isZero();
  }

  @Test
  void request_onAnotherLoop_isServedOnThatOfTheSession() throws Exception {
    LegacyClient client = opened(here);

    assertThat(posted(there, client.head(), Legacy.request("9", "ping", ""))
            .awaitEnd()
            .said())
        .containsExactly(PONG);
    FakeExchange call = call(there, client, "1");
    Tool.Call running = next();
    assertThat(threads.take()).isSameAs(thread(here));
    running.complete("{'done':true}");

    assertThat(call.awaitEnd().said())
        .containsExactly("200 " + Legacy.result("1", "{'done':true}"));
  }

  @Test
  void whatIsSaidFromAThirdThread_keepsItsOrder() throws Exception {
    LegacyClient client = opened(here);
    FakeExchange call = call(there, client, "1");
    Tool.Call running = next();

    for (int i = 1; i <= 200; i++) {
      running.progress(i);
    }
    running.complete("{}");

    List<String> said = call.awaitEnd().said();
    assertThat(said).hasSize(204).startsWith("stream").endsWith("end");
    for (int i = 1; i <= 200; i++) {
      assertThat(said.get(i + 1)).isEqualTo("1-" + i + " " + Tool.progressed(i));
    }
  }

  @Test
  void connectionThatIsCutOnAnotherLoop_isResumedOnAThird() throws Exception {
    LegacyClient client = opened(here);
    FakeExchange call = call(there, client, "1");
    Tool.Call running = next();
    running.progress(1);
    call.awaitLines(3);
    call.goAway();

    FakeExchange back = new FakeExchange(client.head().with("Last-Event-ID", "1-1"), here);
    here.runOnContext(ignored -> legacy.got(back));
    back.awaitLines(1);
    running.progress(2);
    running.complete("{}");

    assertThat(back.awaitEnd().said())
        .containsExactly(
            "stream", "1-2 " + Tool.progressed(2), "1-3 " + Legacy.result("1", "{}"), "end");
    assertThat(running.cancelled).isFalse();
  }

  @Test
  void change_fromAnyThread_reachesTheSessionsOfAllLoops() {
    LegacyClient first = ready(here, there);
    LegacyClient second = ready(there, here);
    FakeExchange firstGet = got(there, first);
    FakeExchange secondGet = got(there, second);
    firstGet.awaitLines(2);
    secondGet.awaitLines(2);

    legacy.changes.publish(new Change.Tools());

    assertThat(firstGet.awaitLines(3).said()).endsWith("0-1 " + TOOLS);
    assertThat(secondGet.awaitLines(3).said()).endsWith("0-1 " + TOOLS);
  }

  @Test
  void bounds_holdForAllLoopsTogether() {
    LegacyClient first = opened(here);
    LegacyClient second = opened(there);

    assertThat(posted(here, FakeHead.bare(), Legacy.initialize("2025-11-25"))
            .awaitEnd()
            .said())
        .singleElement()
        .asString()
        .startsWith("503 ");
    assertThat(first.sessionId()).isNotEqualTo(second.sessionId());
    assertThat(legacy.count()).isEqualTo(2);
  }

  @Test
  void delete_onAnotherLoop_endsTheSession() {
    LegacyClient client = opened(here);
    FakeExchange delete = new FakeExchange(client.head(), there);
    there.runOnContext(ignored -> legacy.deleted(delete));

    assertThat(delete.awaitEnd().said()).containsExactly("204");
    assertThat(posted(there, client.head(), Legacy.request("9", "ping", ""))
            .awaitEnd()
            .said())
        .containsExactly("404 {'jsonrpc':'2.0','id':9,'error':" + Legacy.SESSION_GONE + "}");
    assertThat(legacy.count()).isZero();
  }

  @Test
  void close_endsTheSessionsOfAllLoops() throws Exception {
    LegacyClient first = opened(here);
    LegacyClient second = opened(there);
    FakeExchange call = call(here, second, "1");
    Tool.Call running = next();

    legacy.sessions().close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);

    assertThat(call.awaitEnd().said()).singleElement().asString().startsWith("404 ");
    assertThat(running.cancelled).isTrue();
    assertThat(legacy.count()).isZero();
    assertThat(posted(here, first.head(), Legacy.request("9", "ping", ""))
            .awaitEnd()
            .said())
        .singleElement()
        .asString()
        .startsWith("404 ");
  }

  @Test
  void outcome_ofAWorker_arrivesOnTheLoop() throws Exception {
    LegacyClient client = opened(here);
    FakeExchange call = call(there, client, "1");
    Tool.Call running = next();
    Promise<Thread> cancelledOn = Promise.promise();
    running.invocation.onCancel(() -> cancelledOn.tryComplete(Thread.currentThread()));

    posted(
            there,
            client.head(),
            "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}")
        .awaitEnd();
    running.work.complete(new Outcome.Complete(Json.object("{}")));

    assertThat(call.awaitEnd().said()).containsExactly("202");
    assertThat(cancelledOn
            .future()
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS))
        .isSameAs(thread(here));
  }

  private Tool.Call next() throws InterruptedException {
    return Objects.requireNonNull(calls.poll(20, TimeUnit.SECONDS));
  }

  private FakeExchange posted(Context loop, FakeHead head, String body) {
    FakeExchange exchange = new FakeExchange(head, loop);
    loop.runOnContext(ignored -> legacy.posted(exchange, body));
    return exchange;
  }

  private FakeExchange got(Context loop, LegacyClient client) {
    FakeExchange exchange = new FakeExchange(client.head(), loop);
    loop.runOnContext(ignored -> legacy.got(exchange));
    return exchange;
  }

  private FakeExchange call(Context loop, LegacyClient client, String id) {
    return posted(loop, client.head(), Legacy.request(id, "tools/call", "'name':'t'"));
  }

  private LegacyClient opened(Context loop) {
    FakeExchange exchange =
        posted(loop, FakeHead.bare(), Legacy.initialize("2025-11-25")).awaitEnd();
    return new LegacyClient(
        legacy, Objects.requireNonNull(exchange.header("Mcp-Session-Id")), null);
  }

  private LegacyClient ready(Context loop, Context other) {
    LegacyClient client = opened(loop);
    posted(other, client.head(), "{'jsonrpc':'2.0','method':'notifications/initialized'}")
        .awaitEnd();
    return client;
  }

  private static Thread thread(Context loop) throws Exception {
    Promise<Thread> promise = Promise.promise();
    loop.runOnContext(ignored -> promise.complete(Thread.currentThread()));
    return promise.future().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }
}
