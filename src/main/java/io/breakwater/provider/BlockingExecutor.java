package io.breakwater.provider;

import io.breakwater.api.Call;
import io.breakwater.options.Blocking;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs handlers that block: on virtual threads from JDK 21 on, before that on a pool of daemon threads. So many run at
 * once and so many wait; one more is refused.
 *
 * <p>The pool is the bound on both JDKs; only what its threads are differs. A virtual thread is cheap to keep for the next
 * run, and one bound means the same everywhere.
 *
 * <p>Thread-safe.
 */
public final class BlockingExecutor implements AutoCloseable {
  private static final String THREAD_NAME = "breakwater-blocking-";
  private static final long IDLE_SECONDS = 10;

  private final Blocking options;
  private final ThreadPoolExecutor pool;

  public BlockingExecutor(Blocking options) {
    this.options = options;
    this.pool = new ThreadPoolExecutor(
        options.threadsMax(),
        options.threadsMax(),
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        options.queueMax() == 0
            ? new SynchronousQueue<>()
            : new LinkedBlockingQueue<>(options.queueMax()),
        threads());
    pool.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs the task away from the event loop. The future completes on the context of the caller; it fails with {@link
   * Overloaded} when too many wait already. When the call is cancelled, the thread is interrupted, or the task never starts.
   */
  <T> Future<T> run(Callable<T> task, Call call) {
    Promise<T> promise = promise();
    FutureTask<@Nullable Void> job = new FutureTask<>(() -> complete(promise, task), null);
    try {
      pool.execute(job);
    } catch (RejectedExecutionException e) {
      return Future.failedFuture(new Overloaded("too many calls are running ("
          + options.threadsMax() + ", blocking.threadsMax) and waiting (" + options.queueMax()
          + ", blocking.queueMax)"));
    }
    call.onCancel(() -> {
      // First, since the interrupted handler fails too, and what it fails with means nothing.
      promise.tryFail(new CancellationException("cancelled"));
      if (job.cancel(true)) {
        pool.remove(job);
      }
    });
    return promise.future();
  }

  private static <T> Promise<T> promise() {
    ContextInternal context = ContextInternal.current();
    return context == null ? Promise.promise() : context.promise();
  }

  @SuppressWarnings("CatchAndPrintStackTrace")
  private static <T> void complete(Promise<T> promise, Callable<T> task) {
    try {
      promise.tryComplete(task.call());
    } catch (Throwable e) {
      // An Error too: the caller waits for an answer, whatever happened to the handler.
      promise.tryFail(e);
    }
  }

  /** Interrupts what runs and drops what waits. */
  @Override
  public void close() {
    pool.shutdownNow();
  }

  private static ThreadFactory threads() {
    ThreadFactory virtual = virtualThreads();
    if (virtual != null) {
      return virtual;
    }
    AtomicLong count = new AtomicLong();
    return task -> {
      Thread thread = new Thread(task, THREAD_NAME + count.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** By reflection, since the code is compiled for 17; null where there are none. */
  private static @Nullable ThreadFactory virtualThreads() {
    try {
      Class<?> builder = Class.forName("java.lang.Thread$Builder");
      Object virtual = Thread.class.getMethod("ofVirtual").invoke(null);
      Object named =
          builder.getMethod("name", String.class, long.class).invoke(virtual, THREAD_NAME, 0L);
      return (ThreadFactory) builder.getMethod("factory").invoke(named);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}
