package io.breakwater.client;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A child process that runs: its three streams, each with a thread, and its end.
 *
 * <p>The end, on a thread of its own: stdin is closed after what waits in it, and the child gets {@code client.closeMs} to
 * exit. Then its whole tree is told to end (SIGTERM), and after as long again killed. A child that exits by itself takes
 * the same way, so what it leaves behind is ended too.
 *
 * <p>Confined to the loop of its client.
 */
final class Child {
  private static final Logger LOG = Logger.getLogger(Child.class.getName());

  /** How long the last bytes of a child that has exited may take: somebody else may hold its streams open for ever. */
  private static final long DRAIN_MS = 500;

  private static final long LOOK_MS = 2_000;
  private static final long FIRST_LOOK_MS = 250;
  private static final int SIGNALLED = 128;

  /**
   * Where it all goes, on the loop.
   *
   * @param revision that was agreed on, or null before; asked by the thread of the output
   * @param open whether messages are still wanted
   * @param gone called when the child exits or closes a stream; more than once
   */
  record Ears(
      Channel.Inbox inbox,
      Supplier<@Nullable Revision> revision,
      BooleanSupplier open,
      Runnable gone) {}

  private final ClientContext context;
  private final Endpoint.Command endpoint;
  private final ProcessTrees trees;
  private final ProcessTree tree;
  private final Process root;
  private final ChildErrors errors;
  private final Promise<String> lastWords = Promise.promise();
  private final Promise<Void> ended = Promise.promise();
  private @Nullable ChildInput input;
  private @Nullable Thread outputThread;
  private @Nullable Thread errorsThread;
  private boolean ending;
  private long lookTimer = -1;

  Child(ClientContext context, Endpoint.Command endpoint, ProcessTrees trees, ProcessTree tree) {
    this.context = context;
    this.endpoint = endpoint;
    this.trees = trees;
    this.tree = tree;
    this.root = tree.root();
    this.errors = new ChildErrors(root.getErrorStream(), context, System::nanoTime);
  }

  void begin(Ears ears) {
    Runnable gone = () -> onLoop(context, ears.gone());
    ChildInput writer = new ChildInput(
        root.getOutputStream(), context.options().client().unsentBytesMax(), e -> gone.run());
    input = writer;
    thread("in", writer);
    outputThread = thread("out", new ChildOutput(root.getInputStream(), context, ears));
    errorsThread = thread("err", errors);
    Future.fromCompletionStage(root.onExit(), context.loop())
        .onComplete(done -> ears.gone().run());
    lookTimer = context.vertx().setPeriodic(FIRST_LOOK_MS, LOOK_MS, timer -> look());
  }

  private void look() {
    context
        .loop()
        .<Void>executeBlocking(
            () -> {
              trees.look();
              return null;
            },
            false)
        .onFailure(e -> LOG.warning("Cannot look for the processes of " + endpoint));
  }

  /** Sends a line with its end; false when too many bytes wait already. */
  boolean write(byte[] line) {
    return input != null && input.offer(line);
  }

  /**
   * Ends the whole tree; completes when nobody is left.
   *
   * @param hearOut whether what it said last is still wanted
   */
  Future<Void> end(boolean hearOut) {
    if (!ending) {
      ending = true;
      context.vertx().cancelTimer(lookTimer);
      thread("end", () -> seeToTheEnd(hearOut));
    }
    return ended.future();
  }

  /** How it ended, in one line, once it did or was given up. */
  Future<String> lastWords() {
    return lastWords.future();
  }

  private void seeToTheEnd(boolean hearOut) {
    long graceMs = context.options().client().closeMs();
    try {
      // While the child lives, since its children have another parent afterwards.
      tree.look();
      boolean exited = leave(graceMs, hearOut);
      String words = exited ? exit() : endpoint + " has closed its stdin or stdout" + said();
      onLoop(context, () -> lastWords.tryComplete(words));
      if (!ProcessTree.end(List.of(tree), graceMs)) {
        LOG.warning("A process of " + endpoint + " could not be ended");
      }
      trees.ended(tree);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      onLoop(context, ended::tryComplete);
    }
  }

  /** Lets the child exit by itself; returns whether it did. */
  private boolean leave(long graceMs, boolean hearOut) throws InterruptedException {
    if (input != null) {
      input.end();
    }
    boolean exited = root.waitFor(graceMs, TimeUnit.MILLISECONDS);
    if (exited && hearOut && outputThread != null && errorsThread != null) {
      outputThread.join(DRAIN_MS);
      errorsThread.join(DRAIN_MS);
    }
    return exited;
  }

  private String exit() {
    int code = root.exitValue();
    String signal = code > SIGNALLED ? " (signal " + (code - SIGNALLED) + ")" : "";
    return endpoint + " has exited with code " + code + signal + said();
  }

  private String said() {
    String line = errors.last().replaceAll("\\p{Cntrl}", " ").strip();
    return line.isEmpty() ? "" : ": " + Refusal.clip(line);
  }

  /** From a thread of the child: once Vert.x has closed, nobody is there to hear. */
  static void onLoop(ClientContext context, Runnable work) {
    try {
      context.loop().runOnContext(done -> work.run());
    } catch (RejectedExecutionException e) {
      LOG.log(Level.FINE, "The loop has ended", e);
    }
  }

  @CanIgnoreReturnValue
  private Thread thread(String stream, Runnable work) {
    Thread thread = new Thread(work, "breakwater-child-" + root.pid() + "-" + stream);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
