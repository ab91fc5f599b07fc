package io.breakwater.http;

import io.breakwater.era.Head;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The head of an HTTP request, as far as admission and the eras look at it.
 *
 * <p>Immutable: the fields are not written after the request arrived.
 */
public final class HttpHead implements Head {
  private final HttpMethod method;
  private final HttpVersion version;
  private final String path;
  private final MultiMap fields;
  private final List<String> hosts;
  private final @Nullable SocketAddress remote;
  private final boolean encrypted;
  private final Accept accept;
  private final @Nullable String principal;

  private HttpHead(HttpServerRequest request) {
    this.method = request.method();
    this.version = request.version();
    this.path = request.path();
    this.fields = request.headers();
    this.hosts = hosts(request);
    this.remote = request.remoteAddress();
    this.encrypted = request.isSSL();
    this.accept = Accept.of(headers("Accept"));
    this.principal = null;
  }

  private HttpHead(HttpHead head, String principal) {
    this.method = head.method;
    this.version = head.version;
    this.path = head.path;
    this.fields = head.fields;
    this.hosts = head.hosts;
    this.remote = head.remote;
    this.encrypted = head.encrypted;
    this.accept = head.accept;
    this.principal = principal;
  }

  static HttpHead of(HttpServerRequest request) {
    return new HttpHead(request);
  }

  /** The same head, of a peer that has proved who it is. */
  public HttpHead as(String name) {
    return new HttpHead(this, name);
  }

  /** HTTP/2 says the host before the fields; Vert.x lets it agree with the field, or takes the field in its place. */
  static List<String> hosts(HttpServerRequest request) {
    List<String> fields = request.headers().getAll(HttpHeaders.HOST);
    if (request.version() != HttpVersion.HTTP_2) {
      return fields;
    }
    List<String> all = new ArrayList<>(fields);
    HostAndPort authority = request.authority();
    if (authority != null && all.isEmpty()) {
      all.add(authority.toString());
    }
    return all;
  }

  public HttpMethod method() {
    return method;
  }

  /** Without the query. */
  public String path() {
    return path;
  }

  /** The address at the other end of the connection, which may be a proxy; null when it has none. */
  public @Nullable SocketAddress remote() {
    return remote;
  }

  /** Whether the connection itself is encrypted, whatever a proxy says of the one before it. */
  public boolean encrypted() {
    return encrypted;
  }

  /** What the {@code Host} fields say, or {@code :authority}; none or several belong to a request that is refused. */
  List<String> hosts() {
    return hosts;
  }

  Accept accept() {
    return accept;
  }

  boolean http2() {
    return version == HttpVersion.HTTP_2;
  }

  boolean http10() {
    return version == HttpVersion.HTTP_1_0;
  }

  /**
   * Whether bytes may follow the head. HTTP/1 says so in its fields; HTTP/2 does not have to, so the method decides.
   */
  boolean announcesBody() {
    if (fields.contains(HttpHeaders.TRANSFER_ENCODING)) {
      return true;
    }
    String length = fields.get(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      return !length.equals("0");
    }
    return http2() && method.equals(HttpMethod.POST);
  }

  /** The announced length in bytes, or -1; more digits than a length can have are the largest length. */
  long contentLength() {
    String length = fields.get(HttpHeaders.CONTENT_LENGTH);
    if (length == null) {
      return -1;
    }
    return length.matches("[0-9]{1,18}") ? Long.parseLong(length) : Long.MAX_VALUE;
  }

  /** Whether the peer waits for our word before it sends the body. */
  boolean expectsContinue() {
    return !http10()
        && announcesBody()
        && fields.contains(HttpHeaders.EXPECT, HttpHeaders.CONTINUE, true);
  }

  @Override
  public List<String> headers(String name) {
    return fields.getAll(name).stream().map(String::strip).toList();
  }

  @Override
  public boolean acceptsJson() {
    return accept.json();
  }

  @Override
  public boolean acceptsStream() {
    return accept.stream();
  }

  @Override
  public @Nullable String principal() {
    return principal;
  }
}
