package io.breakwater.client;

import io.breakwater.options.Options;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.RequestId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A channel to a child, and all that was heard of it. */
final class ChildOfTest implements Channel.Inbox, ClientListener {
  private static final long PATIENCE_S = 60;

  record Dropped(ClientException why, @Nullable RequestId about) {}

  final List<Message> received = new CopyOnWriteArrayList<>();
  final List<Dropped> dropped = new CopyOnWriteArrayList<>();
  final List<ClientException> closed = new CopyOnWriteArrayList<>();
  final List<String> warned = new CopyOnWriteArrayList<>();
  final List<String> logged = new CopyOnWriteArrayList<>();
  final Context loop;
  final StdioChannel channel;

  ChildOfTest(Vertx vertx, Options options, Endpoint.Command command) {
    loop = vertx.getOrCreateContext();
    channel = new StdioChannel(new ClientContext(vertx, loop, options, this), command);
  }

  /** A shell script as a child, opened. */
  static ChildOfTest sh(Vertx vertx, String script) {
    return sh(vertx, Options.defaults(), script);
  }

  static ChildOfTest sh(Vertx vertx, Options options, String script) {
    ChildOfTest child = new ChildOfTest(vertx, options, new Endpoint.Command("sh", "-c", script));
    await(child.open());
    return child;
  }

  Future<Void> open() {
    return onLoop(() -> channel.open(this));
  }

  Future<Void> send(String json) {
    Message message = new Messages(1024).decode(Json.of(json));
    return onLoop(() -> channel.send(message, Map.of()));
  }

  Future<Void> close() {
    return onLoop(channel::close);
  }

  private Future<Void> onLoop(Supplier<Future<Void>> verb) {
    Promise<Void> promise = Promise.promise();
    loop.runOnContext(v -> verb.get().onComplete(promise));
    return promise.future();
  }

  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError("did not complete", e);
    }
  }

  static void until(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_S)) {
        throw new AssertionError("did not come about");
      }
      Thread.onSpinWait();
      java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
    }
  }

  /** The process whose pid a script wrote to its stderr after this word. */
  ProcessHandle process(String word) {
    until(() -> logged.stream().anyMatch(line -> line.matches(word + " \\d+")));
    long pid = logged.stream()
        .filter(line -> line.matches(word + " \\d+"))
        .map(line -> Long.parseLong(line.split(" ")[1]))
        .findFirst()
        .orElseThrow();
    return ProcessHandle.of(pid).orElseThrow();
  }

  /** Whether it runs; somebody whom nobody waited for does not. */
  static boolean runs(ProcessHandle process) {
    return process.isAlive()
        && ProcessTable.read().rows().stream().anyMatch(row -> row.process().equals(process));
  }

  @Override
  public void received(Message message, @Nullable RequestId about) {
    received.add(message);
  }

  @Override
  public void dropped(ClientException why, @Nullable RequestId about) {
    dropped.add(new Dropped(why, about));
  }

  @Override
  public void closed(ClientException why) {
    closed.add(why);
  }

  @Override
  public void warned(String warning) {
    warned.add(warning);
  }

  @Override
  public void logged(String line) {
    logged.add(line);
  }
}
