package io.breakwater.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The processes of this system at one moment, as {@code /proc} tells them on Linux. Elsewhere it is empty.
 *
 * <p>Immutable. Reading it blocks.
 *
 * @param begunAt when reading it began, by {@code System.nanoTime()}
 * @param zombies pids of those that have ended and that nobody has reaped
 * @param steady whether nobody was reaped while it was read; else somebody may be missing, whom one that ended had started
 */
record ProcessTable(List<Row> rows, long begunAt, Set<Long> zombies, boolean steady) {
  private static final Path PROC = Path.of("/proc");

  /**
   * One process that is no zombie.
   *
   * @param parent who would have to reap it
   * @param session the process that was the first of its session
   * @param mark the value of {@link ProcessTree#MARK} in its environment; null when there is none or it is another user's
   */
  record Row(
      ProcessHandle process,
      long parent,
      long session,
      @Nullable String mark) {}

  /** Whether this system has such a table. */
  static boolean available() {
    return Files.isReadable(PROC.resolve("self/environ"))
        && Files.isReadable(PROC.resolve("self/stat"));
  }

  static ProcessTable read() {
    return read(row -> {});
  }

  /** @param each is told of a process at once, while the others are still to be read */
  static ProcessTable read(Consumer<Row> each) {
    long begunAt = System.nanoTime();
    List<Row> rows = new ArrayList<>();
    Set<Long> zombies = new HashSet<>();
    boolean steady = true;
    for (long pid : available() ? pids() : List.<Long>of()) {
      int before = rows.size();
      steady &= add(pid, rows, zombies);
      rows.subList(before, rows.size()).forEach(each);
    }
    return new ProcessTable(List.copyOf(rows), begunAt, Set.copyOf(zombies), steady);
  }

  /** The youngest first: it takes long to read all, and who lives shortest must be caught first. */
  private static List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      processes.forEach(folder -> pids.add(Long.parseLong(folder.getFileName().toString())));
    } catch (IOException | DirectoryIteratorException e) {
      throw new UncheckedIOException(new IOException("cannot read " + PROC, e));
    }
    pids.sort(Comparator.reverseOrder());
    return pids;
  }

  /** Returns false when it is gone already. */
  private static boolean add(long pid, List<Row> rows, Set<Long> zombies) {
    Path folder = PROC.resolve(String.valueOf(pid));
    // The handle first: it knows when its process began, so a pid that is used anew meanwhile does
    // no harm.
    @Nullable ProcessHandle process = ProcessHandle.of(pid).orElse(null);
    @Nullable String stat = text(folder.resolve("stat"));
    if (process == null || stat == null) {
      return false;
    }
    // The name in parentheses may hold anything; behind it: state, parent, group, session.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5);
    if (fields[0].equals("Z") || fields[0].equals("X")) {
      zombies.add(pid);
    } else {
      long parent = Long.parseLong(fields[1]);
      long session = Long.parseLong(fields[3]);
      rows.add(new Row(process, parent, session, mark(folder.resolve("environ"))));
    }
    return true;
  }

  private static @Nullable String mark(Path environ) {
    @Nullable String all = text(environ);
    String name = ProcessTree.MARK + "=";
    for (String variable : all == null ? new String[0] : all.split("\0", -1)) {
      if (variable.startsWith(name)) {
        return variable.substring(name.length());
      }
    }
    return null;
  }

  /** Null when it is gone, or not ours to read. */
  private static @Nullable String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return null;
    }
  }
}
