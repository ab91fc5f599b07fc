package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.era.EventStream;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The door over HTTP/2 without TLS, by prior knowledge. */
final class Http2Test {
  private OpenDoor door;
  private HttpClient client;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor(Options.defaults()
        .with("limits.bodyBytesMax", 1_000)
        .with("limits.unsentBytesMax", 10_000)
        .with("limits.bodyMs", 300));
    client = door.vertx.createHttpClient(new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_2)
        .setHttp2ClearTextUpgrade(false));
  }

  @AfterEach
  void close() throws Exception {
    assertThat(door.bodies.open()).isZero();
    door.close();
  }

  private HttpClientRequest request(HttpMethod method) throws Exception {
    return client
        .request(new RequestOptions()
            .setMethod(method)
            .setPort(door.port)
            .setHost("localhost")
            .setURI("/mcp")
            .putHeader("Content-Type", "application/json")
            .putHeader("Accept", "application/json, text/event-stream"))
        .map(request -> request.exceptionHandler(reset -> {}))
        .await(20, TimeUnit.SECONDS);
  }

  /** An answer with its whole body. */
  private record Whole(HttpClientResponse head, String body) {

    /** Asked for before anything is sent: a body that nobody waits for passes by. */
    static Future<Whole> of(HttpClientRequest request) {
      return request
          .response()
          .compose(head -> head.body().map(body -> new Whole(head, body.toString())));
    }

    static Whole get(Future<Whole> answer) throws Exception {
      return answer.await(20, TimeUnit.SECONDS);
    }

    static Whole get(HttpClientRequest request, String body) throws Exception {
      Future<Whole> answer = of(request);
      request.send(body).onFailure(reset -> {});
      return get(answer);
    }

    int status() {
      return head.statusCode();
    }
  }

  @Test
  void post_isServed() throws Exception {
    Whole answer = Whole.get(request(HttpMethod.POST), "{\"id\":1}");

    assertThat(answer.head().version()).isEqualTo(HttpVersion.HTTP_2);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{}");
  }

  @Test
  void refusal_beforeTheEnd_isReadable_andTheConnectionLives() throws Exception {
    HttpClientRequest request = request(HttpMethod.POST).setChunked(true);
    Future<Whole> answer = Whole.of(request);
    request.write("[".repeat(65)).await(20, TimeUnit.SECONDS);

    Whole refused = Whole.get(answer);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.head().getHeader("connection")).isNull();
    assertThat(refused.body()).contains("-32700").contains("limits.depthMax");
    post_isServed();
    assertThat(door.connections.open()).isOne();
  }

  @Test
  void body_oneBeyondTheLimit_is413() throws Exception {
    assertThat(Whole.get(request(HttpMethod.POST), "{}" + " ".repeat(998)).status())
        .isEqualTo(200);
    HttpClientRequest request = request(HttpMethod.POST).setChunked(true);
    Future<Whole> answer = Whole.of(request);
    request.write("{}" + " ".repeat(999)).await(20, TimeUnit.SECONDS);

    Whole refused = Whole.get(answer);
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.body()).contains("limits.bodyBytesMax");
    post_isServed();
    assertThat(door.connections.open()).isOne();
  }

  @Test
  void body_slowerThanItsDeadline_is408_forItsStreamAlone() throws Exception {
    HttpClientRequest slow = request(HttpMethod.POST).setChunked(true);
    Future<Whole> answer = Whole.of(slow);
    slow.write("{\"id\":1,").await(20, TimeUnit.SECONDS);
    post_isServed();

    Whole refused = Whole.get(answer);
    assertThat(refused.status()).isEqualTo(408);
    assertThat(refused.body()).contains("\"id\":1");
    post_isServed();
    assertThat(door.connections.open()).isOne();
  }

  @Test
  void hostNotAllowed_is403() throws Exception {
    HttpClientRequest request = client
        .request(new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(io.vertx.core.net.SocketAddress.inetSocketAddress(door.port, "127.0.0.1"))
            .setPort(door.port)
            .setHost("evil.example")
            .setURI("/mcp"))
        .await(20, TimeUnit.SECONDS);
    Whole refused = Whole.get(request, "{}");

    assertThat(refused.status()).isEqualTo(403);
  }

  @Test
  void streamThatIsReset_isGoneOnce_andTheConnectionLives() throws Exception {
    HttpClientRequest request = request(HttpMethod.GET);
    HttpClientResponse response = request.send().await(20, TimeUnit.SECONDS);
    assertThat(response.getHeader("content-type")).isEqualTo("text/event-stream");

    boolean reset = request.reset(8).succeeded();

    assertThat(door.era.gone.poll(20, TimeUnit.SECONDS)).isNotNull();
    post_isServed();
    assertThat(door.era.gone).isEmpty();
  }

  @Test
  void slowReader_ofAStream_isCut_andTheConnectionLives() throws Exception {
    HttpClientRequest request = request(HttpMethod.GET);
    HttpClientResponse response = request.send().await(20, TimeUnit.SECONDS);
    response.pause();
    EventStream stream = door.era.streams.poll(20, TimeUnit.SECONDS);
    // More than the window of a stream, so that it is never sent whole to who does not read.
    stream.message(null, Buffer.buffer("x".repeat(1_000_000)));
    stream.message(null, Buffer.buffer("x".repeat(10_000)));

    assertThat(door.era.gone.poll(20, TimeUnit.SECONDS)).isNotNull();
    post_isServed();
    assertThat(door.connections.open()).isOne();
  }
}
