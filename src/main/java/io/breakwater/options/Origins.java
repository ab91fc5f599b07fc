package io.breakwater.options;

import java.util.List;

/**
 * Which Host names and browser origins are answered. The names of loopback, and the address that is listened on, need
 * no entry.
 *
 * <p>Immutable.
 *
 * @param hosts {@code Host} names besides, with a port when only that one is meant
 * @param origins {@code Origin} values besides, as a browser sends them
 * @param any whether every name and origin is answered
 */
public record Origins(
    @Setting(
        max = 1000,
        pattern = "([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?",
        expected =
            "host names such as mcp.example.com or mcp.example.com:8443, no wildcard (origins.any allows all)",
        about =
            "Host names that are answered besides those of loopback; without a port, every port")
    List<String> hosts,

    @Setting(
        max = 1000,
        pattern = "[A-Za-z][A-Za-z0-9+.-]*://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:\\d{1,5})?",
        expected = "origins such as https://app.example.com, no wildcard (origins.any allows all)",
        about = "Origins of web pages that may call, besides those of loopback")
    List<String> origins,

    @Setting(
        fallback = "false",
        about =
            "true answers every Host and Origin: any web page can then call what its visitor can reach")
    boolean any) {

  public Origins {
    hosts = List.copyOf(hosts);
    origins = List.copyOf(origins);
  }
}
