package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.BooleanSupplier;

/**
 * The time of one request from its very beginning: what it waits for before it is sent takes of it too.
 *
 * <p>Confined to the loop of its client.
 */
final class Allowance {
  /** However far off its end is. */
  private static final long LOOKED_AT_MS = 86_400_000;

  private final Vertx vertx;
  private final Pending.Deadlines deadlines;
  private long startedNs = System.nanoTime();

  /** Begins to count. */
  Allowance(Vertx vertx, Pending.Deadlines deadlines) {
    this.vertx = vertx;
    this.deadlines = deadlines;
  }

  boolean endless() {
    return deadlines.totalMs() == Long.MAX_VALUE;
  }

  /** What is left in all, in milliseconds; 1 at least. */
  long leftMs() {
    return endless() ? Long.MAX_VALUE : Math.max(1, untilTheEndMs());
  }

  private long untilTheEndMs() {
    return deadlines.totalMs() - (System.nanoTime() - startedNs) / 1_000_000;
  }

  /** The deadlines of what is sent now. */
  Pending.Deadlines left() {
    return deadlines.within(leftMs());
  }

  /** As messages tell it: how long, and by which setting. */
  @Override
  public String toString() {
    return deadlines.totalMs() + " ms (" + deadlines.named().total() + ")";
  }

  /**
   * The same future, unless it takes longer than there is time: nothing was sent then.
   *
   * @param excused whether the time is not the server's just now: then it counts anew
   * @param what is waited for
   */
  <T> Future<T> await(Future<T> awaited, BooleanSupplier excused, String what) {
    if (awaited.isComplete() || endless()) {
      return awaited;
    }
    Wait<T> wait = new Wait<>(excused, what);
    wait.look();
    awaited.onComplete(done -> {
      vertx.cancelTimer(wait.timer);
      if (done.succeeded()) {
        wait.ended.tryComplete(done.result());
      } else {
        wait.ended.tryFail(done.cause());
      }
    });
    return wait.ended.future();
  }

  private final class Wait<T> {
    private final Promise<T> ended = Promise.promise();
    private final BooleanSupplier excused;
    private final String what;
    private long timer;

    Wait(BooleanSupplier excused, String what) {
      this.excused = excused;
      this.what = what;
    }

    void look() {
      timer = vertx.setTimer(Math.min(leftMs(), LOOKED_AT_MS), fired -> {
        if (excused.getAsBoolean()) {
          startedNs = System.nanoTime();
          look();
        } else if (untilTheEndMs() > 0) {
          look();
        } else {
          ended.tryFail(
              ClientException.before(Kind.TIMEOUT, "no " + what + " within " + Allowance.this));
        }
      });
    }
  }
}
