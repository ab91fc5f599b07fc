package io.breakwater.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processes of this system at one moment, as {@code /proc} tells them on Linux. Elsewhere it is empty.
 *
 * <p>Immutable. Reading it blocks.
 */
record ProcessTable(List<Row> rows) {
  private static final Path PROC = Path.of("/proc");

  /**
   * One process that is no zombie.
   *
   * @param session the process that was the first of its session
   * @param mark the value of {@link ProcessTree#MARK} in its environment; null when there is none or it is another user's
   */
  record Row(ProcessHandle process, long session, @Nullable String mark) {}

  /** Whether this system has such a table. */
  static boolean available() {
    return Files.isReadable(PROC.resolve("self/environ"))
        && Files.isReadable(PROC.resolve("self/stat"));
  }

  static ProcessTable read() {
    List<Row> rows = new ArrayList<>();
    if (available()) {
      try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
        processes.forEach(folder -> add(folder, rows));
      } catch (IOException | java.nio.file.DirectoryIteratorException e) {
        throw new UncheckedIOException(new IOException("cannot read " + PROC, e));
      }
    }
    return new ProcessTable(List.copyOf(rows));
  }

  private static void add(Path folder, List<Row> rows) {
    long pid = Long.parseLong(folder.getFileName().toString());
    // The handle first: it knows when its process began, so a pid that is used anew meanwhile does
    // no harm.
    ProcessHandle.of(pid).ifPresent(process -> {
      @Nullable String stat = text(folder.resolve("stat"));
      if (stat != null) {
        // The name in parentheses may hold anything; behind it: state, parent, group, session.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5);
        if (!fields[0].equals("Z") && !fields[0].equals("X")) {
          rows.add(new Row(process, Long.parseLong(fields[3]), mark(folder.resolve("environ"))));
        }
      }
    });
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
