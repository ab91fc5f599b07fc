package io.breakwater.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEventLoop.class)
final class DispatcherTest {
  private static final long QUIET_MS = 60;
  private static final long TOTAL_MS = 600;

  private final ManualClock clock = new ManualClock();
  private final Calls calls = new Calls();
  private final Promise<Outcome> work = Promise.promise();
  private final List<String> told = new ArrayList<>();
  private Handler handler = invocation -> {
    invocation.onCancel(() -> told.add("cancelled"));
    return work.future();
  };

  private final Invocation invocation = calls.of("tools/call");

  @Test
  void outcome_isHandedOn() {
    Future<Outcome> served = dispatch();
    assertThat(served.isComplete()).isFalse();

    work.complete(Calls.done());

    assertThat(served.result()).isEqualTo(Calls.done());
    assertEnded();
  }

  @Test
  void failure_isHandedOn() {
    Future<Outcome> served = dispatch();

    work.fail(new IllegalStateException("x"));

    assertThat(served.cause()).isInstanceOf(IllegalStateException.class);
    assertEnded();
  }

  @Test
  void ended_nothingIsSentAnyMore() {
    Future<Outcome> served = dispatch();
    work.complete(Calls.done());

    invocation.send("notifications/message", Json.object("{}"));
    invocation.progressed();

    assertThat(served.succeeded()).isTrue();
    assertThat(calls.said).isEmpty();
    assertEnded();
  }

  @Test
  void end_endsWhatIsBeingServed_andRefusesWhatComesAfter() {
    Dispatcher dispatcher = dispatcher();
    Future<Outcome> served = dispatcher.dispatch(invocation);

    dispatcher.end(Refusal.of(503, -32603, "closing"));

    assertThat(refusal(served)).isEqualTo("200 -32603 closing");
    assertThat(refusal(dispatcher.dispatch(calls.of("tools/call"))))
        .isEqualTo("503 -32603 closing");
    assertThat(told).containsExactly("cancelled");
    assertThat(dispatcher.running()).isZero();
    assertEnded();
  }

  @Test
  void end_whileAHandlerBegins_endsWhatItBegan() {
    AtomicReference<Dispatcher> dispatcher = new AtomicReference<>();
    Handler usual = handler;
    handler = begun -> {
      Future<Outcome> begins = usual.handle(begun);
      dispatcher.get().end(Refusal.of(503, -32603, "closing"));
      return begins;
    };
    dispatcher.set(dispatcher());

    assertThat(refusal(dispatcher.get().dispatch(invocation))).isEqualTo("200 -32603 closing");
    assertThat(told).containsExactly("cancelled");
    assertThat(dispatcher.get().running()).isZero();
    assertEnded();
  }

  @Test
  void quiet_toTheDeadline_isServed_andOneMore_isNot() {
    Future<Outcome> served = dispatch();

    clock.advance(QUIET_MS - 1);
    assertThat(served.isComplete()).isFalse();
    clock.advance(1);

    assertThat(refusal(served))
        .isEqualTo("200 -32603 Request timed out: no progress for 60 ms (limits.callMs)");
    assertThat(told).containsExactly("cancelled");
    assertEnded();
  }

  @Test
  void progress_startsTheDeadlineAnew() {
    Future<Outcome> served = dispatch();

    clock.advance(QUIET_MS - 1);
    invocation.progressed();
    clock.advance(QUIET_MS - 1);
    assertThat(served.isComplete()).isFalse();
    clock.advance(1);

    assertThat(refusal(served)).contains("limits.callMs");
    assertEnded();
  }

  @Test
  void progress_withoutEnd_endsAtTheOuterBound() {
    Future<Outcome> served = dispatch();

    for (int i = 0; i < TOTAL_MS - 1; i++) {
      invocation.progressed();
      clock.advance(1);
    }
    assertThat(served.isComplete()).isFalse();
    invocation.progressed();
    clock.advance(1);

    assertThat(refusal(served))
        .isEqualTo("200 -32603 Request timed out: not done within 600 ms (limits.callTotalMs)");
    assertThat(told).containsExactly("cancelled");
    assertEnded();
  }

  /** Work that says so more than once a millisecond must not push its own end away. */
  @Test
  void progress_thatNeverPauses_endsAtTheOuterBound() {
    Future<Outcome> served = dispatch();

    for (int i = 0; i < 10 && !served.isComplete(); i++) {
      for (int ms = 0; ms < QUIET_MS - 1; ms++) {
        clock.advance(1);
        invocation.progressed();
        invocation.progressed();
      }
      clock.advance(1);
      invocation.progressed();
    }
    assertThat(refusal(served)).contains("limits.callTotalMs");
    assertEnded();
  }

  @Test
  void progress_setsNoTimerOfItsOwn() {
    Future<Outcome> served = dispatch();

    for (int i = 0; i < 100; i++) {
      invocation.progressed();
    }

    assertThat(served.isComplete()).isFalse();
    assertThat(clock.timers()).isEqualTo(1);
  }

  @Test
  void cancelled_failsAndTellsTheHandler() {
    Future<Outcome> served = dispatch();

    invocation.cancel();

    assertThat(served.cause()).isInstanceOf(Cancelled.class);
    assertThat(told).containsExactly("cancelled");
    assertEnded();
  }

  @Test
  void cancelled_lateOutcomeIsDropped() {
    Future<Outcome> served = dispatch();
    invocation.cancel();

    work.complete(Calls.done());

    assertThat(served.cause()).isInstanceOf(Cancelled.class);
  }

  @Test
  void timedOut_lateOutcomeIsDropped_andNothingIsSent() {
    Future<Outcome> served = dispatch();
    clock.advance(QUIET_MS);

    work.complete(Calls.done());
    invocation.send("notifications/message", Json.object("{}"));

    assertThat(refusal(served)).contains("limits.callMs");
    assertThat(calls.said).isEmpty();
  }

  @Test
  void cancelledBefore_isNotEvenServed() {
    handler = ignored -> {
      told.add("served");
      return work.future();
    };
    invocation.cancel();

    Future<Outcome> served = dispatch();

    assertThat(served.cause()).isInstanceOf(Cancelled.class);
    assertThat(told).isEmpty();
    assertEnded();
  }

  @Test
  void cancelledByTheHandlerItself_isCancelled() {
    handler = invocation -> {
      invocation.cancel();
      return Future.succeededFuture(Calls.done());
    };

    assertThat(dispatch().cause()).isInstanceOf(Cancelled.class);
    assertEnded();
  }

  @Test
  void longLived_hasNoDeadline_butCanBeCancelled() {
    handler = new Handler() {
      @Override
      public Future<Outcome> handle(Invocation invocation) {
        return work.future();
      }

      @Override
      public boolean longLived() {
        return true;
      }
    };
    Future<Outcome> served = dispatch();

    clock.advance(100 * TOTAL_MS);
    assertThat(served.isComplete()).isFalse();
    assertThat(clock.timers()).isZero();
    invocation.cancel();

    assertThat(served.cause()).isInstanceOf(Cancelled.class);
  }

  @Test
  void refusal_thrownAtOnce_isAFailure() {
    handler = ignored -> {
      throw Refusal.invalidParams("x");
    };

    assertThat(refusal(dispatch())).isEqualTo("200 -32602 x");
    assertEnded();
  }

  @Test
  void anything_thrownAtOnce_isAFailure() {
    handler = ignored -> {
      throw new StackOverflowError();
    };

    assertThat(dispatch().cause()).isInstanceOf(StackOverflowError.class);
    assertEnded();
  }

  @Test
  void handler_thatReturnsNothing_isAFailure() {
    handler = ignored -> nothing();
    assertThat(dispatch().cause()).isInstanceOf(NullPointerException.class);

    handler = ignored -> Future.succeededFuture();
    assertThat(dispatcher().dispatch(calls.of("tools/call")).cause())
        .isInstanceOf(NullPointerException.class);
    assertEnded();
  }

  @Test
  void method_withoutHandler_isRefused() {
    Dispatcher dispatcher = dispatcher();

    assertThat(dispatcher.serves("tools/call")).isTrue();
    for (String method : List.of("tools/list", "TOOLS/CALL", "", "no/such", "__proto__")) {
      assertThat(dispatcher.serves(method)).isFalse();
      assertThat(refusal(dispatcher.dispatch(calls.of(method))))
          .isEqualTo("404 -32601 Method not found: " + method);
    }
    assertThat(clock.timers()).isZero();
  }

  private Future<Outcome> dispatch() {
    return dispatcher().dispatch(invocation);
  }

  private Dispatcher dispatcher() {
    return new Dispatcher(
        Map.of(Method.TOOLS_CALL, handler), clock, new Dispatcher.Deadlines(QUIET_MS, TOTAL_MS));
  }

  private void assertEnded() {
    assertThat(clock.timers()).isZero();
  }

  @SuppressWarnings("NullAway")
  private static Future<Outcome> nothing() {
    return null;
  }

  private static @Nullable String refusal(Future<Outcome> served) {
    return served.cause() instanceof Refusal refusal
        ? refusal.status() + " " + refusal.error().code() + " " + refusal.getMessage()
        : null;
  }
}
