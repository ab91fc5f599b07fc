package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An authorizer of somebody else, which fails where that one throws, and ends within {@code client.authorizeMs} where that
 * one does not. Whoever wants to know hears when others may be spoken for from now on.
 *
 * <p>Thread-safe.
 */
final class GuardedAuthorizer implements Authorizer {
  private final Vertx vertx;
  private final Authorizer guarded;
  private final long authorizeMs;
  private volatile Runnable changed = () -> {};

  /** @param authorizeMs longest that it is waited for, in milliseconds */
  GuardedAuthorizer(Vertx vertx, Authorizer guarded, long authorizeMs) {
    this.vertx = vertx;
    this.guarded = guarded;
    this.authorizeMs = authorizeMs;
  }

  /** What is done when a challenge was met: what was read before may be somebody else's. On any thread. */
  void whenChanged(Runnable task) {
    changed = task;
  }

  @Override
  public Future<@Nullable String> authorization(URI resource) {
    return guard(() -> guarded.authorization(resource));
  }

  @Override
  public Future<Boolean> challenged(Challenge challenge) {
    return guard(() -> guarded.challenged(challenge)).onSuccess(helps -> {
      if (Boolean.TRUE.equals(helps)) {
        changed.run();
      }
    });
  }

  private <T extends @Nullable Object> Future<T> guard(Supplier<Future<T>> asking) {
    Future<T> asked;
    try {
      asked = asking.get();
    } catch (RuntimeException thrown) {
      return Future.failedFuture(
          ClientException.before(Kind.UNAUTHORIZED, "no credentials could be obtained"));
    }
    if (asked.isComplete()) {
      return asked;
    }
    Promise<T> inTime = Promise.promise();
    long timer = vertx.setTimer(
        authorizeMs,
        late -> inTime.tryFail(ClientException.before(
            Kind.TIMEOUT, "no credentials within " + authorizeMs + " ms (client.authorizeMs)")));
    asked.onComplete(done -> {
      vertx.cancelTimer(timer);
      if (done.succeeded()) {
        inTime.tryComplete(done.result());
      } else {
        inTime.tryFail(done.cause());
      }
    });
    return inTime.future();
  }
}
