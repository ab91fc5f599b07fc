package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.vertx.core.Closeable;
import io.vertx.core.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.shareddata.Shareable;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The child processes of one Vert.x that live, so that none is left when it closes, or when this process is told to end
 * (SIGTERM, SIGINT): then all are asked to end, and killed when they do not. Against a SIGKILL nothing helps but the children
 * themselves, whose stdin is at its end then.
 *
 * <p>There is one for each Vert.x, kept in its shared data. Its hooks are set only while there are children.
 *
 * <p>Thread-safe. Starting and ending block.
 */
final class ProcessTrees implements Shareable, Closeable {
  private static final Logger LOG = Logger.getLogger(ProcessTrees.class.getName());
  private static final String NAME = "io.breakwater.client.ProcessTrees";

  private static final long LOOK_NANOS = 200_000_000;

  private final VertxInternal vertx;
  private final ReentrantLock lock = new ReentrantLock();
  /** With the time that each gets to end, in milliseconds. */
  private final Map<ProcessTree, Long> living = new HashMap<>();

  private final AtomicLong lookedAt = new AtomicLong(System.nanoTime() - 2 * LOOK_NANOS);

  private @Nullable Thread hook;
  private boolean over;

  private ProcessTrees(Vertx vertx) {
    this.vertx = (VertxInternal) vertx;
  }

  static ProcessTrees of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, ProcessTrees>getLocalMap(NAME)
        .computeIfAbsent(NAME, name -> new ProcessTrees(vertx));
  }

  /**
   * Starts a child. Whoever does so says {@link #ended} once nobody of its tree is left.
   *
   * @param graceMs that it gets to end when it is told to, in milliseconds
   * @throws ClientException when it cannot be started, or this process is about to end
   */
  ProcessTree start(Endpoint.Command endpoint, long graceMs) throws InterruptedException {
    if (!takes()) {
      throw ending(endpoint);
    }
    ProcessTree tree = ProcessTree.start(endpoint);
    if (!add(tree, graceMs)) {
      end(List.of(tree), 0);
      throw ending(endpoint);
    }
    return tree;
  }

  private static ClientException ending(Endpoint.Command endpoint) {
    return ClientException.before(
        Kind.UNREACHABLE,
        "cannot start " + endpoint.command().get(0) + ": this process is about to end");
  }

  private boolean takes() {
    lock.lock();
    try {
      return !over;
    } finally {
      lock.unlock();
    }
  }

  private boolean add(ProcessTree tree, long graceMs) {
    lock.lock();
    try {
      return !over && (hook != null || setHooks()) && living.put(tree, graceMs) == null;
    } finally {
      lock.unlock();
    }
  }

  private boolean setHooks() {
    Thread thread = new Thread(this::endAll, "breakwater-children-end");
    try {
      Runtime.getRuntime().addShutdownHook(thread);
    } catch (IllegalStateException e) {
      return false;
    }
    hook = thread;
    vertx.addCloseHook(this);
    return true;
  }

  /** Takes note of who belongs to the trees now, unless that was done just before. */
  void look() {
    long now = System.nanoTime();
    long before = lookedAt.get();
    if (now - before > LOOK_NANOS && lookedAt.compareAndSet(before, now)) {
      ProcessTable table = ProcessTable.read();
      living().forEach(tree -> tree.look(table));
    }
  }

  private Set<ProcessTree> living() {
    lock.lock();
    try {
      return Set.copyOf(living.keySet());
    } finally {
      lock.unlock();
    }
  }

  /** Nobody of this tree is left, or it cannot be ended. */
  void ended(ProcessTree tree) {
    lock.lock();
    try {
      living.remove(tree);
      if (living.isEmpty() && !over) {
        vertx.removeCloseHook(this);
        removeHook();
      }
    } finally {
      lock.unlock();
    }
  }

  private void removeHook() {
    @Nullable Thread thread = hook;
    hook = null;
    try {
      if (thread != null) {
        Runtime.getRuntime().removeShutdownHook(thread);
      }
    } catch (IllegalStateException e) {
      LOG.log(Level.FINE, "The hook runs already", e);
    }
  }

  /** Vert.x closes. */
  @Override
  public void close(Completable<Void> completion) {
    Thread thread = new Thread(
        () -> {
          endAll();
          lock.lock();
          try {
            removeHook();
          } finally {
            lock.unlock();
          }
          completion.succeed();
        },
        "breakwater-children-close");
    thread.start();
  }

  private void endAll() {
    Map<ProcessTree, Long> trees = last();
    long graceMs = trees.values().stream().mapToLong(Long::longValue).max().orElse(0);
    try {
      end(trees.keySet(), graceMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void end(Collection<ProcessTree> trees, long graceMs) throws InterruptedException {
    if (!ProcessTree.end(trees, graceMs)) {
      LOG.warning("A child process could not be ended");
    }
  }

  private Map<ProcessTree, Long> last() {
    lock.lock();
    try {
      over = true;
      return Map.copyOf(living);
    } finally {
      lock.unlock();
    }
  }
}
