package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.launch.Load;
import io.breakwater.options.Options;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server under attack serves those who are polite, and carries nothing when it is over. */
@Timeout(180)
final class BombsTest {
  private static final int BOMBS = 1000;
  private static final int WARM_UP = 2 * Bomb.values().length;

  /** Pools of the transport that have grown, and classes that were not there before. */
  private static final long HEAP_MARGIN_BYTES = 64L << 20;

  @Test
  void bombs_aThousandAtOnce_leaveNothing_andAPoliteClientIsServed() throws Exception {
    // Fewer tokens, so that all bombs together stay within the budget of the heap: nobody is
    // refused for others.
    Options options = Options.defaults()
        .with("limits.bodyMs", 2000)
        .with("limits.lingerMs", 200)
        .with("limits.tokensMax", 20_000);
    try (TestServer server = TestServer.start(options, Samples::addTo);
        Bombardment bombardment = new Bombardment(server.port())) {
      assertThat(bombardment.send(WARM_UP)).as("a few bombs").isEmpty();
      Polite.conversation(server.port());
      awaitRest(server);
      Set<Long> threadsBefore = threads();
      long heapBefore = heapBytes();

      int served;
      try (Polite polite = new Polite(server.port())) {
        assertThat(bombardment.send(BOMBS)).as("unexpected answers").isEmpty();
        served = polite.stop();
      }

      assertThat(served).as("polite conversations meanwhile").isPositive();
      awaitRest(server);
      Eventually.noMore(() -> {
        Set<Long> more = threads();
        more.removeAll(threadsBefore);
        return more.isEmpty() ? null : "threads left over: " + names(more);
      });
      Eventually.noMore(() -> {
        long grown = heapBytes() - heapBefore;
        return grown < HEAP_MARGIN_BYTES ? null : "heap has grown by " + grown + " bytes";
      });
    }
  }

  /** Waits until the server carries nothing. */
  private static void awaitRest(TestServer server) throws InterruptedException {
    Load rest = new Load(0, 0, 0, 0, 0);
    Eventually.noMore(() -> {
      Load load = server.breakwater().load();
      return load.equals(rest) ? null : "left over: " + load;
    });
  }

  private static long heapBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @SuppressWarnings("deprecation") // threadId() came with JDK 19
  private static Set<Long> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getId)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @SuppressWarnings("deprecation")
  private static Set<String> names(Set<Long> ids) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> ids.contains(thread.getId()))
        .map(Thread::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A client that calls, over and over, in both eras. */
  private static final class Polite implements AutoCloseable {
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final CompletableFuture<Integer> served;

    Polite(int port) {
      served = CompletableFuture.supplyAsync(() -> converse(port), thread);
    }

    private int converse(int port) {
      int count = 0;
      while (!stopped.get()) {
        try {
          conversation(port);
        } catch (Exception | AssertionError e) {
          throw new AssertionError("after " + count + " conversations", e);
        }
        count++;
      }
      return count;
    }

    /** One session, one call in it, and one call without. */
    static void conversation(int port) throws Exception {
      Request call = Request.modern("tools/call", CALL);
      assertSum(Wire.ask(port, call.body(), call.fieldArray()));
      Session session = Session.open(port);
      assertSum(session.ask("tools/call", CALL));
      try (Wire wire = Wire.to(port)) {
        assertThat(wire.send(Wire.head("DELETE", session.fields())).answer().status())
            .isEqualTo(204);
      }
    }

    private static final String CALL = "{\"name\":\"sum\",\"arguments\":{\"a\":2,\"b\":3}}";

    private static void assertSum(Answer answer) {
      assertThat(answer.result().path("structuredContent").path("sum").intValue())
          .as(answer.body())
          .isEqualTo(5);
    }

    /** Returns how many conversations it had; fails when one failed. */
    int stop() throws Exception {
      stopped.set(true);
      return served.get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws Exception {
      stopped.set(true);
      thread.shutdown();
      assertThat(thread.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
