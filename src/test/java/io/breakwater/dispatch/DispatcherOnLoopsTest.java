package io.breakwater.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Handlers that work on other threads. */
@ExtendWith(VertxExtension.class)
final class DispatcherOnLoopsTest {
  private final Calls calls = new Calls();
  private final Promise<Outcome> work = Promise.promise();
  private Context loop;
  private Clock clock;

  @BeforeEach
  void open_loop(Vertx vertx) {
    loop = vertx.getOrCreateContext();
    clock = new VertxClock(vertx);
  }

  @Test
  void outcome_fromAnotherThread_arrivesOnTheLoop() throws Exception {
    CompletableFuture<Thread> servedOn = new CompletableFuture<>();
    loop.runOnContext(ignored -> dispatcher(invocation -> {
          onAnotherThread(() -> work.complete(Calls.done()));
          return work.future();
        })
        .dispatch(calls.of("tools/call"))
        .onSuccess(outcome -> servedOn.complete(Thread.currentThread())));

    assertThat(servedOn.get(20, TimeUnit.SECONDS)).isSameAs(loopThread());
  }

  /** A worker may be done before the handler has returned; what it said comes before its outcome all the same. */
  @Test
  void whatIsSaidBeforeTheOutcome_isSent_howeverFastTheOutcomeIs() throws Exception {
    CompletableFuture<List<String>> said = new CompletableFuture<>();
    loop.runOnContext(ignored -> dispatcher(invocation -> {
          onAnotherThread(() -> {
            invocation.send("notifications/message", Json.object("{'n':1}"));
            invocation.onLoop(
                () -> invocation.send("notifications/message", Json.object("{'n':2}")));
            work.complete(Calls.done());
          });
          return work.future();
        })
        .dispatch(calls.of("tools/call"))
        .onSuccess(outcome -> said.complete(List.copyOf(calls.said))));

    assertThat(said.get(20, TimeUnit.SECONDS))
        .containsExactly(
            "{'jsonrpc':'2.0','method':'notifications/message','params':{'n':1}}",
            "{'jsonrpc':'2.0','method':'notifications/message','params':{'n':2}}");
  }

  private Dispatcher dispatcher(Handler handler) {
    return new Dispatcher(
        Map.of(Method.TOOLS_CALL, handler), clock, new Dispatcher.Deadlines(60_000, 60_000));
  }

  /** Runs the task to its end. */
  private static void onAnotherThread(Runnable task) {
    CompletableFuture.runAsync(task).join();
  }

  private Thread loopThread() throws Exception {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    loop.runOnContext(ignored -> thread.complete(Thread.currentThread()));
    return thread.get(20, TimeUnit.SECONDS);
  }
}
