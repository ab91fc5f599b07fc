package io.breakwater.options.servers;

import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where a server is. Immutable; its text shows no secret. */
public sealed interface Reach {

  /**
   * A server that is started as a child process and speaks over stdin and stdout.
   *
   * @param command the program and its arguments, at least one; no shell reads them
   * @param environment set on top of what a child gets in any case; never shown
   * @param directory where it runs, or null for where this process does
   */
  record Command(
      List<String> command,
      Map<String, String> environment,
      @Nullable Path directory) implements Reach {
    public Command {
      if (command.isEmpty()) {
        throw new IllegalArgumentException("no command (expected: a program and its arguments)");
      }
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }

    /** The program, and how many arguments it gets: they may hold secrets. */
    @Override
    public String toString() {
      int arguments = command.size() - 1;
      return switch (arguments) {
        case 0 -> command.get(0);
        case 1 -> command.get(0) + " (1 argument)";
        default -> command.get(0) + " (" + arguments + " arguments)";
      };
    }
  }

  /**
   * A server behind a URL.
   *
   * @param url http or https, with a host and without user information
   * @param headers sent with every request; their values are never shown
   * @param transport which of the two transports
   */
  record Url(URI url, Map<String, String> headers, TransportWish transport) implements Reach {
    public Url {
      headers = Map.copyOf(headers);
    }

    /** Without the query, and without what looks like a token in the path, where some services have it. */
    @Override
    public String toString() {
      String path = url.getRawPath() == null ? "" : url.getRawPath();
      String shown = Arrays.stream(path.split("/", -1))
          .map(part -> part.matches("(?=.*\\d).{16,}") ? "***" : part)
          .collect(Collectors.joining("/"));
      String port = url.getPort() < 0 ? "" : ":" + url.getPort();
      return url.getScheme() + "://" + url.getHost() + port + shown;
    }
  }
}
