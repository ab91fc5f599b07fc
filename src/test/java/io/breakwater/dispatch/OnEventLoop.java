package io.breakwater.dispatch;

import io.vertx.core.Vertx;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Runs a test from its constructor to its end on one event loop, so that code that is confined to a loop can be told in
 * straight lines: what hops to its own loop runs at once.
 */
public final class OnEventLoop implements InvocationInterceptor {
  /** Closed with the JVM's tests. */
  private record Loops(Vertx vertx) implements AutoCloseable {
    @Override
    public void close() {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  @Override
  public <T> T interceptTestClassConstructor(
      Invocation<T> invocation,
      ReflectiveInvocationContext<Constructor<T>> context,
      ExtensionContext extension)
      throws Throwable {
    return proceed(invocation, extension);
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> context,
      ExtensionContext extension)
      throws Throwable {
    proceed(invocation, extension);
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> context,
      ExtensionContext extension)
      throws Throwable {
    proceed(invocation, extension);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> context,
      ExtensionContext extension)
      throws Throwable {
    proceed(invocation, extension);
  }

  private static <T> T proceed(Invocation<T> invocation, ExtensionContext extension)
      throws Throwable {
    CompletableFuture<T> done = new CompletableFuture<>();
    loop(extension).runOnContext(ignored -> {
      try {
        done.complete(invocation.proceed());
      } catch (Throwable failure) {
        done.completeExceptionally(failure);
      }
    });
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  /** One context for all tests of a class. */
  private static io.vertx.core.Context loop(ExtensionContext extension) {
    Loops loops = extension
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(OnEventLoop.class))
        .getOrComputeIfAbsent("vertx", key -> new Loops(Vertx.vertx()), Loops.class);
    return extension
        .getStore(
            ExtensionContext.Namespace.create(OnEventLoop.class, extension.getRequiredTestClass()))
        .getOrComputeIfAbsent(
            "context", key -> loops.vertx().getOrCreateContext(), io.vertx.core.Context.class);
  }
}
