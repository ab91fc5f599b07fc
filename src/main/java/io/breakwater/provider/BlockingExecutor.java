package io.breakwater.provider;

import io.breakwater.api.Call;
import io.breakwater.options.Blocking;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
  private final AtomicInteger admitted = new AtomicInteger();
  private final ThreadPoolExecutor pool;

  public BlockingExecutor(Blocking options) {
    this.options = options;
    // What waits is bounded before it comes here.
    this.pool = new ThreadPoolExecutor(
        options.threadsMax(),
        options.threadsMax(),
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        threads());
    pool.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs the task away from the event loop. The future completes on the context of the caller; it fails with {@link
   * Overloaded} when too many wait already. When the call is cancelled, the thread is interrupted, or the task never starts.
   */
  <T> Future<T> run(Callable<T> task, Call call) {
    if (admitted.incrementAndGet() > options.threadsMax() + options.queueMax()) {
      admitted.decrementAndGet();
      return Future.failedFuture(new Overloaded("too many calls are running ("
          + options.threadsMax() + ", blocking.threadsMax) and waiting (" + options.queueMax()
          + ", blocking.queueMax)"));
    }
    Job<T> job = new Job<>(task);
    try {
      pool.execute(job);
    } catch (RejectedExecutionException e) {
      job.cancel(false);
    }
    call.onCancel(() -> {
      if (job.cancel(true)) {
        pool.remove(job);
      }
    });
    return job.promise.future();
  }

  /**
   * One task. Its place is free before its caller is told, so that the caller may take it again; a task that was cancelled
   * while it ran keeps its thread until it gives in.
   */
  private final class Job<T> extends FutureTask<T> {
    private final Promise<T> promise = promise();

    Job(Callable<T> task) {
      super(task);
    }

    @Override
    protected void done() {
      admitted.decrementAndGet();
      try {
        promise.complete(get());
      } catch (CancellationException e) {
        promise.fail(e);
      } catch (ExecutionException e) {
        promise.fail(e.getCause());
      } catch (InterruptedException e) {
        throw new IllegalStateException("done, but waits", e);
      }
    }
  }

  private static <T> Promise<T> promise() {
    ContextInternal context = ContextInternal.current();
    return context == null ? Promise.promise() : context.promise();
  }

  /** Interrupts what runs and cancels what waits. */
  @Override
  public void close() {
    for (Runnable waiting : pool.shutdownNow()) {
      if (waiting instanceof FutureTask<?> job) {
        job.cancel(false);
      }
    }
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
