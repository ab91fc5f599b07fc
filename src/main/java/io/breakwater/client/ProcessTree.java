package io.breakwater.client;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.client.ClientException.Kind;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A child process and everything that it started, whoever of them still lives.
 *
 * <p><b>How a descendant is found.</b> A parent that dies leaves its children to another, so asking the system for
 * children of children is not enough: {@code npx} starts a shell that starts the server. Three nets are cast, and a process
 * in any of them belongs to the tree:
 *
 * <ul>
 *   <li>The session. Where there is {@code setsid}, the child begins a session of its own, and what it starts stays in it,
 *       orphans too, unless it begins another. (It also keeps Ctrl-C on our terminal from the child: it is we who end it.)
 *   <li>The mark. The environment of the child has {@link #MARK} with a random value. A daemon that left the session still
 *       has it. One Breakwater under another appends its own, so the outer one finds all.
 *   <li>Children of children, as far as they can be followed from those that were seen before.
 * </ul>
 *
 * <p>The first two read {@link ProcessTable}, so they are for Linux. Elsewhere only the third is left, and whoever
 * supervises the tree calls {@link #look} now and then, so that it is known before a parent dies.
 *
 * <p><b>How it is ended.</b> {@link #end} asks each, waits, then kills each and looks again until nobody is left: who forks
 * meanwhile is found by the next look. A process is named by its handle, which holds when it began, so a pid
 * that was given to somebody else is never hit. The session counts only while its number cannot have been given away: from
 * the moment that the tree was found empty, it is.
 *
 * <p>Every method blocks. Thread-safe.
 */
final class ProcessTree {
  /** The variable by which descendants are known. */
  static final String MARK = "BREAKWATER_CHILD";

  private static final int KILLS_MAX = 200;
  private static final long STEP_MS = 20;

  private final Process root;
  private final String mark;
  private final boolean ownSession;
  private final Object lock = new Object();
  private final Set<ProcessHandle> seen = new HashSet<>();
  private boolean empty;

  private ProcessTree(Process root, String mark, boolean ownSession) {
    this.root = root;
    this.mark = mark;
    this.ownSession = ownSession;
    seen.add(root.toHandle());
  }

  /**
   * Starts the command; no shell reads it.
   *
   * @throws ClientException of kind UNREACHABLE when it cannot be started
   */
  static ProcessTree start(Endpoint.Command endpoint) {
    Map<String, String> ours = System.getenv();
    ChildCommand command = ChildCommand.of(endpoint, ours);
    @Nullable Path setsid = ProcessTable.available() ? ChildCommand.onPath("setsid", ours) : null;
    List<String> words = new ArrayList<>();
    if (setsid != null) {
      words.add(setsid.toString());
    }
    words.add(command.program().toString());
    words.addAll(command.arguments());
    String mark = UUID.randomUUID().toString();
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().clear();
    builder.environment().putAll(command.environment());
    @Nullable String outer = ours.get(MARK);
    builder.environment().put(MARK, outer == null ? mark : outer + "," + mark);
    Path directory = endpoint.directory();
    builder.directory(directory == null ? null : new File(directory.toString()));
    try {
      return new ProcessTree(builder.start(), mark, setsid != null);
    } catch (IOException | IllegalArgumentException e) {
      // Its message has the whole command, whose arguments may hold secrets.
      throw ClientException.before(
          Kind.UNREACHABLE, "cannot start " + endpoint.command().get(0) + ": the system refuses");
    }
  }

  /** The child itself. */
  Process root() {
    return root;
  }

  /** Whether {@link #look} must be called now and then for orphans to be found. */
  static boolean mustBeWatched() {
    return !ProcessTable.available();
  }

  /** Takes note of who belongs to the tree now. */
  void look() {
    members(ProcessTable.read());
  }

  /**
   * Ends everybody of these trees: asks, waits, kills.
   *
   * @param graceMs between asking and killing, in milliseconds
   * @return whether nobody is left
   */
  static boolean end(Collection<ProcessTree> trees, long graceMs) throws InterruptedException {
    long start = System.nanoTime();
    List<ProcessTree> left = left(trees, ProcessHandle::destroy);
    while (!left.isEmpty() && System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(graceMs)) {
      Thread.sleep(STEP_MS);
      left = left(left, process -> {});
    }
    for (int round = 0; round < KILLS_MAX && !left.isEmpty(); round++) {
      left = left(left, ProcessHandle::destroyForcibly);
      Thread.sleep(round < 5 ? 2 : STEP_MS);
    }
    return left.isEmpty();
  }

  /** The trees with somebody in them, after something was done to each of these. */
  private static List<ProcessTree> left(
      Collection<ProcessTree> trees, Consumer<ProcessHandle> action) {
    ProcessTable table = ProcessTable.read();
    List<ProcessTree> left = new ArrayList<>();
    for (ProcessTree tree : trees) {
      Set<ProcessHandle> members = tree.members(table);
      members.forEach(action);
      if (!members.isEmpty()) {
        left.add(tree);
      }
    }
    return left;
  }

  /** Who belongs to the tree and lives. */
  @CanIgnoreReturnValue
  private Set<ProcessHandle> members(ProcessTable table) {
    synchronized (lock) {
      if (empty) {
        return Set.of();
      }
      Set<ProcessHandle> family = new HashSet<>();
      seen.forEach(process -> process.descendants().forEach(family::add));
      seen.addAll(family);
      boolean numberIsOurs = ownSession && numberIsOurs();
      Set<ProcessHandle> running = new HashSet<>();
      for (ProcessTable.Row row : table.rows()) {
        running.add(row.process());
        boolean marked = row.mark() != null && row.mark().contains(mark);
        if (marked || (numberIsOurs && row.session() == root.pid())) {
          seen.add(row.process());
        }
      }
      // A zombie whose parent does not care is nobody: the table has none, where there is one.
      seen.removeIf(process -> mustBeWatched() ? !process.isAlive() : !running.contains(process));
      if (root.isAlive()) {
        seen.add(root.toHandle());
      }
      empty = seen.isEmpty();
      return Set.copyOf(seen);
    }
  }

  /** No new process gets the number of a session that has members; one that has it, and is not our child, is a stranger. */
  private boolean numberIsOurs() {
    return ProcessHandle.of(root.pid()).map(root.toHandle()::equals).orElse(true);
  }
}
