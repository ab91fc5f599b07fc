package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client does with an authorizer that is not as it should be, and with what it kept when it signs in anew. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class AuthorizerTest {
  private final List<String> asked = new CopyOnWriteArrayList<>();

  /** Of the stateless revision; what prompts there are it tells Bert alone. */
  private URI server(Vertx vertx) {
    HttpServer server = vertx
        .createHttpServer()
        .requestHandler(request -> request.body().onSuccess(body -> answer(request, body)));
    int port = server.listen(0, "127.0.0.1").await().actualPort();
    return URI.create("http://127.0.0.1:" + port + "/mcp");
  }

  private void answer(HttpServerRequest request, Buffer body) {
    ObjectNode message = FakeServer.object(body.toString());
    String method = message.path("method").asText();
    asked.add(method);
    if (method.equals("prompts/list") && !"Bert".equals(request.getHeader("Authorization"))) {
      request
          .response()
          .setStatusCode(401)
          .putHeader("WWW-Authenticate", "Bearer")
          .end();
      return;
    }
    String result = switch (method) {
      case "server/discover" ->
        "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{}}";
      case "prompts/list" -> "{\"resultType\":\"complete\",\"prompts\":[]}";
      default -> "{\"resultType\":\"complete\",\"resources\":[],\"ttlMs\":60000}";
    };
    request
        .response()
        .putHeader("Content-Type", "application/json")
        .end("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":" + result + "}");
  }

  private McpClient client(Vertx vertx, Supplier<Future<Boolean>> challenged) {
    Authorizer authorizer = new Authorizer() {
      private volatile String who = "Anna";

      @Override
      public Future<String> authorization(URI resource) {
        return Future.succeededFuture(who);
      }

      @Override
      public Future<Boolean> challenged(Challenge challenge) {
        return challenged.get().onSuccess(helps -> who = "Bert");
      }
    };
    return McpClient.builder(vertx, new Endpoint.Http(server(vertx)))
        .options(Options.defaults().with("client.authorizeMs", 100))
        .authorizer(authorizer)
        .build();
  }

  @Test
  void challenge_thatIsNeverMet_failsInTime(Vertx vertx) {
    Promise<Boolean> never = Promise.promise();

    assertThatThrownBy(() -> client(vertx, never::future).prompts().await())
        .isInstanceOfSatisfying(ClientException.class, why -> {
          assertThat(why.kind()).isEqualTo(Kind.TIMEOUT);
          assertThat(why).hasMessageContaining("client.authorizeMs");
        });
  }

  @Test
  void challenge_thatThrows_fails(Vertx vertx) {
    Supplier<Future<Boolean>> throwing = () -> {
      throw new IllegalStateException("broken");
    };

    assertThatThrownBy(() -> client(vertx, throwing).prompts().await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.UNAUTHORIZED));
  }

  @Test
  void signIn_asSomebodyElse_endsTheKeepingOfWhatWasRead(Vertx vertx) {
    McpClient client = client(vertx, () -> Future.succeededFuture(true));
    client.resources().await();
    client.resources().await();
    assertThat(asked).containsOnlyOnce("resources/list");

    client.prompts().await();
    client.resources().await();

    assertThat(asked.stream().filter("resources/list"::equals)).hasSize(2);
  }
}
