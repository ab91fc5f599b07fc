package io.breakwater.options;

import org.jspecify.annotations.Nullable;

/**
 * Where clients connect.
 *
 * <p>Immutable.
 *
 * @param host an address or a name of this machine
 * @param port 0 for any free port
 * @param path of the endpoint, starts with a slash
 * @param ssePath where the event stream of HTTP+SSE (2024-11-05) is opened; null when that is not served
 * @param messagePath where clients of HTTP+SSE post
 */
public record Listen(
    @Setting(
        fallback = "127.0.0.1",
        max = 253,
        pattern = "[A-Za-z0-9._-]+|\\[?[0-9A-Fa-f:.]+(%[A-Za-z0-9._-]+)?\\]?",
        expected = "an IP address or a host name",
        about = "Address to listen on; 0.0.0.0 for all of IPv4, :: for all")
    String host,

    @Setting(
        fallback = "8080",
        max = 65_535,
        about = "TCP port; 0 takes any free one and prints which")
    int port,

    @Setting(
        fallback = "/mcp",
        max = 200,
        pattern = "/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*",
        expected = "a path such as /mcp, without a slash at the end",
        about = "Path of the endpoint")
    String path,

    @Setting(
        fallback = "/sse",
        max = 200,
        pattern = "/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*",
        expected = "a path such as /sse, without a slash at the end",
        about =
            "Path where clients of 2024-11-05 (HTTP+SSE) open their event stream; null switches that off")
    @Nullable
    String ssePath,

    @Setting(
        fallback = "/message",
        max = 200,
        pattern = "/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*",
        expected = "a path such as /message, without a slash at the end",
        about = "Path to which those clients post; their event stream tells them")
    String messagePath) {

  /** Whether only this machine can connect: {@code localhost}, 127.0.0.0/8 or {@code ::1}. */
  public boolean loopback() {
    String name = host.replaceAll("[\\[\\]]", "");
    return name.equalsIgnoreCase("localhost")
        || name.matches("127(\\.\\d{1,3}){3}")
        || name.matches("(0{0,4}:){2,7}0{0,3}1");
  }
}
