package io.breakwater.client.oauth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which URLs we go to: https, or http on this machine, and the latter only for a server that is on this machine itself: no
 * server elsewhere has us ask what listens here.
 *
 * <p>Stateless.
 */
final class Addresses {
  private static final Pattern IPV4_LOOPBACK =
      Pattern.compile("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  private static final int CHARS_MAX = 2_048;

  private Addresses() {}

  /**
   * The URL that a peer named.
   *
   * @param what as messages name it: "token_endpoint"
   * @throws io.breakwater.client.ClientException when it is no absolute URL, or none we go to
   */
  static URI secure(@Nullable String text, String what, URI server) {
    URI url = parsed(text);
    if (url == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
      throw Refusals.refusal(what + " is missing or no absolute URL (expected: such as"
          + " https://auth.example.com/...)");
    }
    if (!"https".equalsIgnoreCase(url.getScheme()) && !(http(url) && local(url) && local(server))) {
      throw Refusals.refusal(
          what + " is " + Refusals.clip(url.getScheme() + "://" + url.getRawAuthority())
              + " (expected: https; http only between two on this machine)");
    }
    return url;
  }

  private static @Nullable URI parsed(@Nullable String text) {
    if (text == null || text.length() > CHARS_MAX) {
      return null;
    }
    try {
      URI url = new URI(text);
      return url.getHost() == null || url.getScheme() == null ? null : url;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static boolean http(URI url) {
    return "http".equalsIgnoreCase(url.getScheme());
  }

  /** Whether the host is this machine by its name or number; nothing is resolved. */
  static boolean local(URI url) {
    String host = String.valueOf(url.getHost()).toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        || host.equals("[::1]")
        || IPV4_LOOPBACK.matcher(host).matches();
  }

  /** Scheme, host and port, without a slash. */
  static String origin(URI url) {
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    int port = url.getPort() == (scheme.equals("https") ? 443 : 80) ? -1 : url.getPort();
    return scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + (port < 0 ? "" : ":" + port);
  }

  /** The path, and nothing for the root. */
  static String path(URI url) {
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  /** Where a document about this URL is: the name goes between its host and its path. */
  static URI wellKnown(URI url, String name, String path) {
    return URI.create(origin(url) + "/.well-known/" + name + path);
  }

  /**
   * Whether a protected resource of this name includes the server: it is the server's URL, its origin, or a path above it.
   */
  static boolean covers(String resource, URI server) {
    URI named = parsed(resource);
    if (named == null
        || named.getRawFragment() != null
        || named.getRawUserInfo() != null
        || !(http(named) || "https".equalsIgnoreCase(named.getScheme()))
        || !origin(named).equals(origin(server))) {
      return false;
    }
    if (named.getRawQuery() != null && !named.getRawQuery().equals(server.getRawQuery())) {
      return false;
    }
    String above = path(named);
    String path = path(server);
    boolean plain = named.normalize().equals(named);
    return plain && (path.equals(above) || path.startsWith(above + "/"));
  }
}
