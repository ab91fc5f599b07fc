package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.options.Options;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one origin that a client speaks to. Every request leaves through here, with the configured headers and the
 * credentials, and none leaves for another origin.
 *
 * <p>Confined to the loop of its client.
 */
final class HttpOrigin {
  /** Belong to one hop or to the connection, which is not the configuration's. */
  private static final Set<String> NOT_CONFIGURABLE = Set.of(
      "host",
      "connection",
      "content-length",
      "transfer-encoding",
      "upgrade",
      "te",
      "trailer",
      "expect",
      "accept-encoding");

  private final ClientContext context;
  private final Endpoint.Http endpoint;
  private final Authorizer authorizer;
  private final HttpClients clients;
  private final int callsMax;
  private final int asideMax;
  private final Set<Exchange> open = new HashSet<>();
  private int asideCount;
  private @Nullable ClientException closed;

  HttpOrigin(
      ClientContext context, Endpoint.Http endpoint, Authorizer authorizer, HttpClients clients) {
    this.context = context;
    this.endpoint = endpoint;
    this.authorizer = authorizer;
    this.clients = clients;
    int waitingMax = options().client().waitingMax();
    this.callsMax = Math.addExact(options().client().connectionsMax(), waitingMax);
    this.asideMax = Math.addExact(HttpClients.asideMax(options()), waitingMax);
  }

  /** For one server, with connections of its own. */
  static HttpOrigin of(ClientContext context, Endpoint.Http endpoint, Authorizer authorizer) {
    boolean https = https(endpoint.url());
    HttpClients clients = new HttpClients(context.vertx(), context.options(), https);
    return new HttpOrigin(context, endpoint, authorizer, clients);
  }

  static boolean https(URI url) {
    return "https".equalsIgnoreCase(url.getScheme());
  }

  URI url() {
    return endpoint.url();
  }

  Authorizer authorizer() {
    return authorizer;
  }

  Vertx vertx() {
    return context.vertx();
  }

  Options options() {
    return context.options();
  }

  /** As messages name the server: without query and credentials. */
  @Override
  public String toString() {
    return endpoint.toString();
  }

  /** Asks, and gives the head of the answer; see {@link Exchange}. */
  Exchange exchange(Ask ask) {
    Exchange exchange = new Exchange(this, ask);
    if (closed != null) {
      exchange.cut(closed);
    } else if (!same(ask.url())) {
      exchange.cut(ClientException.before(Kind.PROTOCOL, "a request to another origin"));
    } else if (full(ask.aside())) {
      exchange.cut(overloaded());
    } else {
      open.add(exchange);
      asideCount += ask.aside() ? 1 : 0;
      exchange.start();
    }
    return exchange;
  }

  /** Calls that wait for credentials are in no pool yet, and must not take the place of what goes aside. */
  private boolean full(boolean aside) {
    return aside ? asideCount >= asideMax : open.size() - asideCount >= callsMax;
  }

  static ClientException overloaded() {
    return ClientException.before(
        Kind.OVERLOADED,
        "too many requests wait for a connection (client.connectionsMax, client.waitingMax)");
  }

  void ended(Exchange exchange) {
    if (open.remove(exchange) && exchange.aside()) {
      asideCount--;
    }
  }

  /** Cuts what is open, each with this reason, and closes the connections. */
  Future<Void> close(ClientException why) {
    closed = why;
    List<Exchange> last = new ArrayList<>(open);
    last.forEach(exchange -> exchange.cut(why));
    return clients.close();
  }

  /** Whether this URL has the scheme, host and port of the server. */
  boolean same(URI other) {
    return origin(other).equals(origin(url()));
  }

  /** Scheme, host and port, in lower case. */
  static String origin(URI url) {
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    String host = String.valueOf(url.getHost()).toLowerCase(Locale.ROOT);
    return scheme + "://" + host + ":" + port(url);
  }

  private static int port(URI url) {
    return url.getPort() > 0 ? url.getPort() : https(url) ? 443 : 80;
  }

  /** A request that has not been sent, with its header fields. Fails as Vert.x does. */
  Future<HttpClientRequest> request(Ask ask, URI url, @Nullable String authorization) {
    String written = url.getRawPath() == null ? "" : url.getRawPath();
    // A reference that was resolved against a URL without a path has none in front.
    String path = written.startsWith("/") ? written : "/" + written;
    RequestOptions request = new RequestOptions()
        .setMethod(ask.method())
        .setHost(url.getHost())
        .setPort(port(url))
        .setSsl(https(url))
        .setURI(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery())
        .setFollowRedirects(false)
        .setConnectTimeout(ask.deadlineMs());
    try {
      return clients.of(ask.aside()).request(request).map(made -> filled(made, ask, authorization));
    } catch (IllegalArgumentException noAddress) {
      // Vert.x throws for a port over 65535, which a URL can have.
      return Future.failedFuture(ClientException.before(
          Kind.UNREACHABLE, "no connection to " + this + ": no host has this address"));
    }
  }

  /** What cannot be sent gives its connection back. */
  private HttpClientRequest filled(
      HttpClientRequest request, Ask ask, @Nullable String authorization) {
    try {
      return fields(request, ask, authorization);
    } catch (ClientException illegal) {
      Exchange.end(request.exceptionHandler(told -> {}));
      throw illegal;
    }
  }

  private HttpClientRequest fields(
      HttpClientRequest request, Ask ask, @Nullable String authorization) {
    endpoint.headers().forEach((name, value) -> {
      if (!NOT_CONFIGURABLE.contains(name.toLowerCase(Locale.ROOT))) {
        put(request, name, value);
      }
    });
    ask.headers().forEach((name, value) -> put(request, name, value));
    put(request, "Accept-Encoding", "identity");
    if (authorization != null) {
      put(request, "Authorization", authorization);
    }
    return request;
  }

  /** The value may be a secret, and Vert.x would quote it. */
  private static void put(HttpClientRequest request, String name, String value) {
    try {
      request.putHeader(name, value);
    } catch (IllegalArgumentException illegal) {
      throw ClientException.before(
          Kind.PROTOCOL, "the header field " + HttpFailures.clip(name) + " cannot be sent");
    }
  }

  /** Goes on with a future of somebody else's on the loop of the client. */
  <T> void onLoop(Future<T> future, Handler<AsyncResult<T>> then) {
    future.onComplete(result -> {
      if (Vertx.currentContext() == context.loop()) {
        then.handle(result);
      } else {
        context.loop().runOnContext(now -> then.handle(result));
      }
    });
  }
}
