package io.breakwater.client;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a server is. Immutable. */
public sealed interface Endpoint {

  /**
   * A server behind a URL.
   *
   * @param url http or https, without user information; a fragment is dropped
   * @param headers sent with every request to the origin of the URL and to no other; never logged
   * @param transport which of the two transports, or AUTO to find out
   */
  record Http(URI url, Map<String, String> headers, Transport transport) implements Endpoint {
    public Http {
      String scheme = url.getScheme();
      boolean http = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
      if (!http || url.getHost() == null || url.getRawUserInfo() != null) {
        throw new IllegalArgumentException(
            "not the URL of a server (expected: such as https://example.com/mcp)");
      }
      headers = Map.copyOf(headers);
    }

    public Http(URI url) {
      this(url, Map.of(), Transport.AUTO);
    }

    /** Without the values of headers. */
    @Override
    public String toString() {
      return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }
  }

  /**
   * A server that is started as a child process and speaks over stdin and stdout.
   *
   * @param command the program and its arguments, at least one; no shell reads them
   * @param environment set on top of what a child gets in any case; never logged
   * @param directory where it runs, or null for where this process does
   */
  record Command(
      List<String> command,
      Map<String, String> environment,
      @Nullable Path directory) implements Endpoint {
    public Command {
      if (command.isEmpty()) {
        throw new IllegalArgumentException("no command (expected: a program and its arguments)");
      }
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }

    public Command(String... command) {
      this(List.of(command), Map.of(), null);
    }

    /** The program alone: arguments may hold secrets. */
    @Override
    public String toString() {
      return command.get(0);
    }
  }

  /** The transports behind a URL. */
  enum Transport {
    /** Streamable HTTP, and HTTP+SSE where the server does not speak it. */
    AUTO,
    STREAMABLE_HTTP,
    /** HTTP+SSE of 2024-11-05. */
    SSE
  }
}
