package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonRefused;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.internal.VertxInternal;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Fetcher} with connections of its own. A document may have {@value #DOCUMENT_BYTES_MAX} bytes, and the depth and
 * the other bounds that everything has.
 *
 * <p>Thread-safe.
 */
public final class HttpFetcher implements Fetcher {
  /** Of one document. */
  static final int DOCUMENT_BYTES_MAX = 1_048_576;

  private final ClientContext context;
  private final HttpClients plain;
  private final HttpClients secure;

  public HttpFetcher(Vertx vertx, Options options) {
    this.context = new ClientContext(
        vertx, ((VertxInternal) vertx).createEventLoopContext(), options, ClientListener.NONE);
    this.plain = new HttpClients(vertx, options, false);
    this.secure = new HttpClients(vertx, options, true);
  }

  @Override
  public Future<Fetched> fetch(
      HttpMethod method, URI url, Map<String, String> headers, @Nullable Buffer body) {
    Endpoint.Http endpoint;
    try {
      endpoint = new Endpoint.Http(url);
    } catch (IllegalArgumentException notOne) {
      return Future.failedFuture(ClientException.before(
          ClientException.Kind.PROTOCOL,
          "not a URL that can be fetched (expected: http or https)"));
    }
    HttpClients clients = HttpOrigin.https(url) ? secure : plain;
    HttpOrigin origin = new HttpOrigin(context, endpoint, Authorizer.NONE, clients);
    Ask ask = new Ask(method, url, headers, body, context.options().client().callMs(), false, true);
    Promise<Fetched> fetched = Promise.promise();
    boolean begun = ClientContext.turn(
        context.loop(),
        () -> fetch(origin, ask)
            .recover(failure ->
                metTheClose(failure, method) ? fetch(origin, ask) : Future.failedFuture(failure))
            .onComplete(fetched));
    if (!begun) {
      fetched.fail(ClientContext.ended());
    }
    return fetched.future();
  }

  /** A server may close a connection just when it is used again; what only reads can be asked once more. */
  private static boolean metTheClose(Throwable failure, HttpMethod method) {
    return method.equals(HttpMethod.GET)
        && failure instanceof ClientException why
        && why.kind() == ClientException.Kind.LOST;
  }

  private Future<Fetched> fetch(HttpOrigin origin, Ask ask) {
    Exchange exchange = origin.exchange(ask);
    return exchange.head().compose(head -> document(exchange, head));
  }

  private Future<Fetched> document(Exchange exchange, HttpClientResponse head) {
    String type = HttpFailures.mediaType(head);
    boolean json = (type.equals("application/json") || type.endsWith("+json"))
        && HttpFailures.unreadable(head) == null;
    if (!json) {
      exchange.drain();
      return Future.succeededFuture(new Fetched(head.statusCode(), head.headers(), null));
    }
    JsonLimits limits = context.jsonLimits();
    int bytesMax = Math.min(limits.bytesMax(), DOCUMENT_BYTES_MAX);
    return JsonBody.read(exchange, limits.bytesMax(bytesMax))
        .recover(failure -> unread(failure, bytesMax))
        .map(read -> new Fetched(head.statusCode(), head.headers(), read));
  }

  /** What is no JSON is no document; what passes a limit is told. */
  private static Future<@Nullable JsonNode> unread(Throwable failure, int bytesMax) {
    if (failure instanceof JsonRefused refused
        && refused.kind() == JsonRefused.Kind.TOO_LARGE
        && bytesMax == DOCUMENT_BYTES_MAX) {
      // No setting changes that.
      return Future.failedFuture(ClientException.after(
          ClientException.Kind.LIMIT,
          "the document exceeds " + DOCUMENT_BYTES_MAX + " bytes, the most that one may have"));
    }
    return failure instanceof JsonRefused refused
            && HttpFailures.refused(refused).kind() == ClientException.Kind.PROTOCOL
        ? Future.succeededFuture()
        : Future.failedFuture(
            failure instanceof JsonRefused refused ? HttpFailures.refused(refused) : failure);
  }

  /** Closes the connections. */
  public Future<Void> close() {
    return Future.join(plain.close(), secure.close()).mapEmpty();
  }
}
