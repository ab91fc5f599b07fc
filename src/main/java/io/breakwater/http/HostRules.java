package io.breakwater.http;

import io.breakwater.options.Listen;
import io.breakwater.options.Origins;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which {@code Host} and {@code Origin} fields are answered: the guard against web pages that reach this server through
 * a visitor's browser, with their own name bound to our address (DNS rebinding) or across origins.
 *
 * <p>A host is answered when it is a loopback name ({@code localhost}, {@code 127.0.0.1}, {@code [::1]}), the address
 * that is listened on, or in {@code origins.hosts}. Listening on an address that others can reach, any IP address is
 * answered too: a rebound page carries a name. What other names the machine has, for example behind a proxy, belongs
 * into {@code origins.hosts}.
 *
 * <p>An origin is answered when it is a page fetched over HTTP from a loopback host or from the host that the request
 * itself goes to, any port; or in {@code origins.origins}. All comparisons are exact, in lower case.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-warning">2026-07-28,
 *     Streamable HTTP, Security Warning</a>
 */
final class HostRules {
  private final boolean any;
  private final boolean literals;
  private final Set<Authority> hosts;
  private final Set<WebOrigin> origins;

  HostRules(Listen listen, Origins options) {
    this.any = options.any();
    this.literals = !listen.loopback();
    this.hosts = parsed(options.hosts().stream().map(Authority::parse).toList());
    Authority own = Authority.parse(bracketed(listen.host()));
    if (own != null) {
      hosts.add(own);
    }
    this.origins = parsed(options.origins().stream().map(WebOrigin::parse).toList());
  }

  private static String bracketed(String host) {
    return host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
  }

  private static <T> Set<T> parsed(Collection<@Nullable T> entries) {
    return entries.stream().filter(Objects::nonNull).collect(Collectors.toCollection(HashSet::new));
  }

  /**
   * Lets a request pass that names an allowed host and no foreign origin.
   *
   * @throws Refusal 400 when there is not exactly one readable host, 403 when host or origin is not allowed
   */
  void admit(HttpHead head) {
    Authority host = host(head.hosts());
    if (!answers(host)) {
      throw forbidden("Host not allowed: " + host + " (origins.hosts)");
    }
    List<String> origin = head.headers("Origin");
    if (!origin.isEmpty() && !answers(origin, host)) {
      throw forbidden(
          "Origin not allowed: " + Refusal.clip(String.join(", ", origin)) + " (origins.origins)");
    }
  }

  private static Authority host(List<String> fields) {
    if (fields.size() != 1) {
      throw malformed(fields.size() + " Host fields (expected: 1)");
    }
    Authority host = Authority.parse(fields.get(0).strip());
    if (host == null) {
      throw malformed("Host is neither a name nor an address");
    }
    return host;
  }

  /**
   * Why no path may answer this request, or null: it does not say exactly one host, and so may be meant for another
   * server by whoever stands between. HTTP/1.0 may say none.
   */
  static @Nullable Refusal malformed(HttpServerRequest request) {
    List<String> hosts = HttpHead.hosts(request);
    if (hosts.isEmpty() && request.version() == HttpVersion.HTTP_1_0) {
      return null;
    }
    try {
      var unused = host(hosts);
      return null;
    } catch (Refusal refusal) {
      return refusal;
    }
  }

  /** Who frames requests like this may mean something else by the next one. */
  static Refusal malformed(String what) {
    return Refusal.invalidRequest("Invalid request: " + what).header("Connection", "close");
  }

  private boolean answers(Authority host) {
    return any
        || host.loopback()
        || (literals && host.literal())
        || hosts.contains(host)
        || hosts.contains(host.withPort(-1));
  }

  private boolean answers(List<String> fields, Authority host) {
    if (any) {
      return true;
    }
    WebOrigin origin = fields.size() == 1 ? WebOrigin.parse(fields.get(0)) : null;
    if (origin == null) {
      return false;
    }
    boolean near = origin.authority().loopback() || origin.authority().host().equals(host.host());
    return (origin.web() && near) || origins.contains(origin);
  }

  private static Refusal forbidden(String message) {
    return Refusal.of(403, ErrorCodes.INVALID_REQUEST, message);
  }
}
