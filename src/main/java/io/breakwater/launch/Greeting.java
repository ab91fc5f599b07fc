package io.breakwater.launch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.http.RouteName;
import io.breakwater.options.Listen;
import io.breakwater.options.Options;
import io.breakwater.options.Version;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the program prints once it listens: where, and what to paste into a client.
 *
 * <p>Immutable.
 */
final class Greeting {
  private Greeting() {}

  /** @param servers behind it, by the names of their own endpoints */
  static String of(Options options, int port, List<String> servers) {
    String url = url(options.listen(), port);
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    block
        .putObject("mcpServers")
        .putObject(options.server().name())
        .put("type", "http")
        .put("url", url);
    String behind = servers.isEmpty()
        ? ""
        : "\nBehind it, each alone at " + url + "/NAME: "
            + servers.stream().map(RouteName::encode).collect(Collectors.joining(", "));
    return "Breakwater " + Version.ofProgram() + " listens on " + url + everywhere(options.listen())
        + behind + "\n\nFor the configuration of an MCP client:\n" + block.toPrettyString() + "\n";
  }

  /** The endpoint as a client on this machine reaches it. */
  static String url(Listen listen, int port) {
    return origin(listen, port) + listen.path();
  }

  static String origin(Listen listen, int port) {
    String host = listen.host().replaceAll("[\\[\\]]", "");
    if (host.equals("0.0.0.0")) {
      host = "127.0.0.1";
    } else if (host.contains(":")) {
      host = wildcard(listen) ? "[::1]" : "[" + host + "]";
    }
    return "http://" + host + ":" + port;
  }

  private static boolean wildcard(Listen listen) {
    return listen.host().matches("0\\.0\\.0\\.0|\\[?[0:]*::[0:]*\\]?");
  }

  private static String everywhere(Listen listen) {
    return wildcard(listen) ? " (and every other address of this machine)" : "";
  }
}
