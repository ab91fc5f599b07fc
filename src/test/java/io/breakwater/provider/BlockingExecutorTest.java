package io.breakwater.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.api.FakeCall;
import io.breakwater.options.Blocking;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
final class BlockingExecutorTest {
  private final List<BlockingExecutor> opened = new ArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void close() {
    gate.countDown();
    opened.forEach(BlockingExecutor::close);
  }

  @Test
  void task_runsAwayFromTheEventLoop_andCompletesOnIt(Vertx vertx) throws Exception {
    BlockingExecutor executor = executor(1, 0);
    CompletableFuture<List<Object>> seen = new CompletableFuture<>();

    vertx.runOnContext(ignored -> {
      Context loop = vertx.getOrCreateContext();
      executor
          .run(Context::isOnEventLoopThread, new FakeCall())
          .onComplete(onLoop -> seen.complete(
              List.of(onLoop.result(), vertx.getOrCreateContext() == loop, isOnLoop())));
    });

    assertThat(seen.get(10, TimeUnit.SECONDS)).isEqualTo(List.of(false, true, true));
  }

  private static boolean isOnLoop() {
    return Context.isOnEventLoopThread();
  }

  @Test
  void thread_isVirtualWhereThereAreVirtualThreads() throws Exception {
    Thread thread = await(executor(1, 0).run(Thread::currentThread, new FakeCall()));

    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).startsWith("breakwater-blocking-");
    assertThat(virtual(thread)).isEqualTo(Runtime.version().feature() >= 21);
  }

  private static boolean virtual(Thread thread) throws ReflectiveOperationException {
    if (Runtime.version().feature() < 21) {
      return false;
    }
    return (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
  }

  @Test
  void close_failsWhatWaits() throws Exception {
    BlockingExecutor executor = executor(1, 1);
    CountDownLatch running = new CountDownLatch(1);
    Future<String> held = executor.run(() -> held(running), new FakeCall());
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    Future<String> waiting = executor.run(() -> "never", new FakeCall());

    executor.close();

    assertThat(causeOf(waiting)).isInstanceOf(CancellationException.class);
    assertThat(causeOf(held)).isNotNull();
  }

  @Test
  void failure_ofTheTask_isTheFailureOfTheFuture() {
    StackOverflowError error = new StackOverflowError();
    Future<Object> done = executor(1, 0)
        .run(
            () -> {
              throw error;
            },
            new FakeCall());

    assertThat(causeOf(done)).isSameAs(error);
  }

  @Test
  void tasks_runAtOnceUpToTheLimit_andWaitBeyondIt() throws Exception {
    BlockingExecutor executor = executor(2, 1);
    CountDownLatch running = new CountDownLatch(2);
    AtomicBoolean third = new AtomicBoolean();

    Future<String> one = executor.run(() -> held(running), new FakeCall());
    Future<String> two = executor.run(() -> held(running), new FakeCall());
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    Future<Boolean> waiting = executor.run(() -> third.getAndSet(true), new FakeCall());
    Future<String> refused = executor.run(() -> "never", new FakeCall());

    assertThat(refused.cause())
        .isInstanceOf(Overloaded.class)
        .hasMessage("too many calls are running (2, blocking.threadsMax) and waiting (1,"
            + " blocking.queueMax)");
    assertThat(third).isFalse();

    gate.countDown();
    assertThat(List.of(await(one), await(two))).containsOnly("held");
    assertThat(await(waiting)).isFalse();
  }

  @Test
  void queue_ofNothing_refusesAtOnce() throws Exception {
    BlockingExecutor executor = executor(1, 0);
    CountDownLatch running = new CountDownLatch(1);

    Future<String> one = executor.run(() -> held(running), new FakeCall());
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

    assertThat(executor.run(() -> "never", new FakeCall()).cause()).isInstanceOf(Overloaded.class);
    gate.countDown();
    assertThat(await(one)).isEqualTo("held");
  }

  private String held(CountDownLatch running) throws InterruptedException {
    running.countDown();
    gate.await();
    return "held";
  }

  @Test
  void cancellation_interruptsWhatRuns() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    FakeCall call = new FakeCall();

    Future<String> done = executor(1, 0)
        .run(
            () -> {
              try {
                return held(running);
              } catch (InterruptedException e) {
                interrupted.complete(true);
                throw e;
              }
            },
            call);
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    call.cancel();

    assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
    assertThat(causeOf(done)).isInstanceOf(CancellationException.class);
  }

  @Test
  void cancellation_ofWhatWaits_makesRoom() throws Exception {
    BlockingExecutor executor = executor(1, 1);
    CountDownLatch running = new CountDownLatch(1);
    AtomicReference<String> ran = new AtomicReference<>("nothing");
    FakeCall call = new FakeCall();

    Future<String> one = executor.run(() -> held(running), new FakeCall());
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    Future<String> cancelled = executor.run(() -> ran.getAndSet("cancelled"), call);
    call.cancel();
    Future<String> next = executor.run(() -> ran.getAndSet("next"), new FakeCall());

    assertThat(cancelled.cause()).isInstanceOf(CancellationException.class);
    gate.countDown();
    assertThat(await(one)).isEqualTo("held");
    assertThat(await(next)).isEqualTo("nothing");
  }

  @Test
  void interrupt_doesNotReachTheNextTask() throws Exception {
    BlockingExecutor executor = executor(1, 1);
    CountDownLatch running = new CountDownLatch(1);
    FakeCall call = new FakeCall();

    Future<String> one = executor.run(() -> held(running), call);
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    Future<Boolean> next = executor.run(Thread::interrupted, new FakeCall());
    call.cancel();

    assertThat(causeOf(one)).isInstanceOf(CancellationException.class);
    assertThat(await(next)).isFalse();
  }

  @Test
  void call_thatIsCancelledAlready_neverRunsToItsEnd() {
    FakeCall call = new FakeCall();
    call.cancel();

    Future<String> done = executor(1, 0).run(() -> held(new CountDownLatch(1)), call);

    assertThat(causeOf(done)).isInstanceOf(CancellationException.class);
  }

  private BlockingExecutor executor(int threadsMax, int queueMax) {
    BlockingExecutor executor = new BlockingExecutor(new Blocking(threadsMax, queueMax));
    opened.add(executor);
    return executor;
  }

  private static <T> T await(Future<T> future) {
    return new FakeCall().await(future);
  }

  private static Throwable causeOf(Future<?> future) {
    Promise<Throwable> cause = Promise.promise();
    future.onComplete(done -> cause.complete(done.cause()));
    return await(cause.future());
  }
}
