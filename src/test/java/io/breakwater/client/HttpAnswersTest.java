package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.options.Options;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.internal.VertxInternal;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is told of an answer that is none of the protocol, and when a channel has ended. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class HttpAnswersTest {

  private static URI serving(Vertx vertx, String type, String body) {
    int port = vertx
        .createHttpServer()
        .requestHandler(
            request -> request.response().putHeader("Content-Type", type).end(body))
        .listen(0, "127.0.0.1")
        .await()
        .actualPort();
    return URI.create("http://127.0.0.1:" + port + "/");
  }

  private static ClientContext context(Vertx vertx) {
    return new ClientContext(
        vertx,
        ((VertxInternal) vertx).createEventLoopContext(),
        Options.defaults(),
        ClientListener.NONE);
  }

  @Test
  void page_whereAnEventStreamIsExpected_isToldWithItsMediaType(Vertx vertx) {
    URI url = serving(vertx, "text/html; charset=utf-8", "<html></html>");
    Endpoint.Http server = new Endpoint.Http(url, Map.of(), Endpoint.Transport.SSE);

    assertThatThrownBy(() -> McpClient.builder(vertx, server).build().connect().await())
        .isInstanceOfSatisfying(ClientException.class, why -> {
          assertThat(why.kind()).isEqualTo(Kind.PROTOCOL);
          assertThat(why).hasMessageContainingAll("text/html", "expected", "text/event-stream");
        });
  }

  @Test
  void document_ofAsManyBytesAsItMayHave_isRead_andNotOneMore(Vertx vertx) {
    String fits = "\"" + "d".repeat(HttpFetcher.DOCUMENT_BYTES_MAX - 2) + "\"";
    HttpFetcher fetcher = new HttpFetcher(vertx, Options.defaults());

    assertThat(fetcher
            .fetch(HttpMethod.GET, serving(vertx, "application/json", fits), Map.of(), null)
            .await()
            .json())
        .isNotNull();
    assertThatThrownBy(() -> fetcher
            .fetch(HttpMethod.GET, serving(vertx, "application/json", fits + " "), Map.of(), null)
            .await())
        .isInstanceOfSatisfying(ClientException.class, why -> {
          assertThat(why.kind()).isEqualTo(Kind.LIMIT);
          assertThat(why).hasMessageContaining("1048576 bytes");
          assertThat(why.getMessage()).doesNotContain("limits.bodyBytesMax");
        });
  }

  @Test
  void close_askedForTwice_endsOnce(Vertx vertx) {
    Endpoint.Http server = new Endpoint.Http(URI.create("http://127.0.0.1:1/mcp"));
    ClientContext context = context(vertx);

    for (Channel channel : List.of(
        new HttpChannel(context, server, Authorizer.NONE),
        new SseChannel(context, server, Authorizer.NONE))) {
      assertThat(channel.close()).isSameAs(channel.close());
    }
  }
}
