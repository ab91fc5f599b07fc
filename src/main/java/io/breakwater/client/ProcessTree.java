package io.breakwater.client;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.client.ClientException.Kind;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
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
 * <p>The first two read {@link ProcessTable}, so they are for Linux. Who left the session and dropped the mark, or runs
 * elsewhere, is in the third alone: whoever supervises the tree calls {@link #look} now and then, and before the child is
 * told to end, so that it is known before a parent dies.
 *
 * <p><b>How it is ended.</b> {@link #end} asks each, waits, then kills each and looks again until nobody is left: who forks
 * meanwhile is found by the next look. One look that finds nobody is not believed, since a chain of processes that start one
 * another and exit can slip through it. A process is named by its handle, which holds when it began, so a pid
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
  private static final long SHORT_STEP_MS = 5;

  /** Looks in a row that find nobody until it is believed. */
  private static final int EMPTY_LOOKS = 3;
  /** The same where somebody, anybody, ends during each of them. */
  private static final int EMPTY_LOOKS_MAX = 15;

  private final Process root;
  private final String mark;
  private final boolean ownSession;
  private final Object lock = new Object();
  private final Set<ProcessHandle> seen = new HashSet<>();
  /** At the last look; who became one since may have started somebody whom the look missed. */
  private Set<Long> zombies = Set.of();

  private long countedAt = System.nanoTime();
  private int emptyLooks;
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

  /** Takes note of who belongs to the tree now. */
  void look() {
    look(ProcessTable.read());
  }

  /** Takes note of who belonged to the tree when the table was read. */
  void look(ProcessTable table) {
    members(table);
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
      Thread.sleep(deserted(left) ? SHORT_STEP_MS : STEP_MS);
      left = left(left, process -> {});
    }
    for (int round = 0; round < KILLS_MAX && !left.isEmpty(); round++) {
      left = left(left, ProcessHandle::destroyForcibly);
      Thread.sleep(round < 5 ? 2 : deserted(left) ? SHORT_STEP_MS : STEP_MS);
    }
    return left.isEmpty() || deserted(left);
  }

  /** Whether the last look found nobody in any of these. */
  private static boolean deserted(Collection<ProcessTree> trees) {
    return trees.stream().allMatch(ProcessTree::deserted);
  }

  private boolean deserted() {
    synchronized (lock) {
      return emptyLooks > 0;
    }
  }

  /** The trees that are not known to be empty, after something was done to each of these. */
  private static List<ProcessTree> left(
      Collection<ProcessTree> trees, Consumer<ProcessHandle> action) {
    // At once too, since one of a chain may not live until all are read.
    ProcessTable table = ProcessTable.read(row -> {
      if (trees.stream().anyMatch(tree -> tree.owns(row))) {
        action.accept(row.process());
      }
    });
    List<ProcessTree> left = new ArrayList<>();
    for (ProcessTree tree : trees) {
      tree.members(table).forEach(action);
      if (!tree.empty()) {
        left.add(tree);
      }
    }
    return left;
  }

  private boolean empty() {
    synchronized (lock) {
      return empty;
    }
  }

  /** Who belongs to the tree and lives. */
  @CanIgnoreReturnValue
  private Set<ProcessHandle> members(ProcessTable table) {
    synchronized (lock) {
      if (empty) {
        return Set.of();
      }
      if (table.rows().isEmpty()) {
        follow();
      } else {
        follow(table);
      }
      if (root.isAlive()) {
        seen.add(root.toHandle());
      }
      count(table);
      return Set.copyOf(seen);
    }
  }

  /** Counts looks that find nobody, of those that began after the last one was over. */
  private void count(ProcessTable table) {
    if (!seen.isEmpty()) {
      emptyLooks = 0;
    } else if (table.begunAt() - countedAt >= 0) {
      boolean steady = table.steady() && zombies.containsAll(table.zombies());
      zombies = table.zombies();
      emptyLooks++;
      empty = emptyLooks >= (steady ? EMPTY_LOOKS : EMPTY_LOOKS_MAX);
      countedAt = System.nanoTime();
    }
  }

  private void follow() {
    Set<ProcessHandle> family = new HashSet<>();
    seen.forEach(process -> process.descendants().forEach(family::add));
    seen.addAll(family);
    seen.removeIf(process -> !process.isAlive());
  }

  private void follow(ProcessTable table) {
    Map<Long, List<ProcessHandle>> children = new HashMap<>();
    Deque<ProcessHandle> family = new ArrayDeque<>();
    for (ProcessTable.Row row : table.rows()) {
      children.computeIfAbsent(row.parent(), pid -> new ArrayList<>()).add(row.process());
      if (owns(row) || seen.contains(row.process())) {
        family.add(row.process());
      }
    }
    // A zombie whose parent does not care is nobody: the table has none.
    seen.clear();
    while (!family.isEmpty()) {
      ProcessHandle member = family.remove();
      if (seen.add(member)) {
        family.addAll(children.getOrDefault(member.pid(), List.of()));
      }
    }
  }

  /** Whether a process is known by itself. */
  private boolean owns(ProcessTable.Row row) {
    boolean marked = row.mark() != null && row.mark().contains(mark);
    return marked || (ownSession && row.session() == root.pid() && !empty() && numberIsOurs());
  }

  /** No new process gets the number of a session that has members; one that has it, and is not our child, is a stranger. */
  private boolean numberIsOurs() {
    return ProcessHandle.of(root.pid()).map(root.toHandle()::equals).orElse(true);
  }
}
