package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A command as it is handed to the system: the file of its program, and the environment it may see. A child gets what a
 * program needs to find its way and what its endpoint gives, and nothing else: the rest of our own environment may
 * hold secrets of the operator.
 *
 * <p>Immutable.
 *
 * @param program an executable file
 * @param arguments without the program
 */
record ChildCommand(Path program, List<String> arguments, Map<String, String> environment) {
  /** What a child gets of our environment; on Windows names have no case. */
  private static final List<String> INHERITED = List.of(
      "PATH",
      "HOME",
      "USER",
      "LOGNAME",
      "SHELL",
      "TERM",
      "LANG",
      "LC_ALL",
      "LC_CTYPE",
      "TZ",
      "TMPDIR");

  private static final List<String> INHERITED_ON_WINDOWS = List.of(
      "PATH",
      "PATHEXT",
      "APPDATA",
      "COMSPEC",
      "HOMEDRIVE",
      "HOMEPATH",
      "LOCALAPPDATA",
      "PROCESSOR_ARCHITECTURE",
      "PROGRAMDATA",
      "PROGRAMFILES",
      "SYSTEMDRIVE",
      "SYSTEMROOT",
      "TEMP",
      "TMP",
      "USERNAME",
      "USERPROFILE");

  /**
   * The command with its program found. Reads the file system.
   *
   * @param ours the environment of this process
   * @throws ClientException of kind UNREACHABLE when there is no such program or directory
   */
  static ChildCommand of(Endpoint.Command endpoint, Map<String, String> ours) {
    Path directory = endpoint.directory();
    if (directory != null && !Files.isDirectory(directory)) {
      throw unreachable(endpoint, directory + " is not a directory");
    }
    Map<String, String> environment = environment(ours, endpoint.environment());
    return new ChildCommand(
        program(endpoint, environment),
        endpoint.command().subList(1, endpoint.command().size()),
        environment);
  }

  private static Map<String, String> environment(
      Map<String, String> ours, Map<String, String> given) {
    Map<String, String> environment =
        windows() ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new TreeMap<>();
    List<String> names = windows() ? INHERITED_ON_WINDOWS : INHERITED;
    ours.forEach((name, value) -> {
      boolean wanted = names.contains(windows() ? name.toUpperCase(Locale.ROOT) : name);
      // A value that begins so is a function that a shell exported, and would be run.
      if (wanted && !value.startsWith("()")) {
        environment.put(name, value);
      }
    });
    environment.putAll(given);
    return environment;
  }

  private static Path program(Endpoint.Command endpoint, Map<String, String> environment) {
    String name = endpoint.command().get(0);
    try {
      boolean plain = name.indexOf('/') < 0 && !(windows() && name.indexOf('\\') >= 0);
      @Nullable
      Path found = plain
          ? onPath(name, environment)
          : executable(base(endpoint).resolve(name).toAbsolutePath(), environment);
      if (found != null) {
        return found;
      }
      throw unreachable(
          endpoint, plain ? "no such program on the PATH" : "no such program, or not executable");
    } catch (InvalidPathException e) {
      throw unreachable(endpoint, "not the name of a program");
    }
  }

  /** A path with a separator means the same as to a shell that runs in the directory. */
  private static Path base(Endpoint.Command endpoint) {
    Path directory = endpoint.directory();
    return directory == null ? Path.of("") : directory;
  }

  /** This program on this PATH, or null. */
  static @Nullable Path onPath(String name, Map<String, String> environment) {
    String separator = windows() ? ";" : ":";
    for (String folder : environment.getOrDefault("PATH", "").split(separator, -1)) {
      if (folder.isEmpty()) {
        continue;
      }
      @Nullable
      Path found = executable(Path.of(folder).resolve(name).toAbsolutePath(), environment);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable Path executable(Path file, Map<String, String> environment) {
    if (!windows()) {
      return Files.isRegularFile(file) && Files.isExecutable(file) ? file : null;
    }
    // "npx" is npx.cmd there; a name with its ending is found as it is.
    String endings = environment.getOrDefault("PATHEXT", ".COM;.EXE;.BAT;.CMD");
    for (String ending : (endings + ";").split(";", -1)) {
      Path ended = file.resolveSibling(file.getFileName() + ending.toLowerCase(Locale.ROOT));
      boolean runs = !ending.isEmpty() || file.getFileName().toString().contains(".");
      if (runs && Files.isRegularFile(ended)) {
        return ended;
      }
    }
    return null;
  }

  private static ClientException unreachable(Endpoint.Command endpoint, String why) {
    return ClientException.before(
        Kind.UNREACHABLE, "cannot start " + endpoint.command().get(0) + ": " + why);
  }

  private static boolean windows() {
    return System.getProperty("os.name").startsWith("Windows");
  }
}
