package io.breakwater.client;

import static io.breakwater.client.HostileUpstream.empty;
import static io.breakwater.client.HostileUpstream.json;
import static io.breakwater.client.HostileUpstream.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.behaviour.Eventually;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.client.HostileUpstream.Script;
import io.breakwater.options.Options;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a server that stops answering in the middle of something costs, and what a connection is given back for. */
@ExtendWith(VertxExtension.class)
@Timeout(60)
class StallingServerTest {
  private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
  private static final String GOOD = "\"content\":[]";

  private static HostileUpstream legacy(Vertx vertx, Script script) {
    return HostileUpstream.start(vertx, (request, socket) -> {
      switch (request.method()) {
        case "initialize" -> HostileUpstream.initialized(request, socket, "");
        case "GET" -> empty(socket, 405, "");
        default -> script.answer(request, socket);
      }
    });
  }

  private static McpClient.Builder client(Vertx vertx, HostileUpstream upstream, Options options) {
    return McpClient.builder(vertx, new Endpoint.Http(upstream.url())).options(options);
  }

  @Test
  void handshake_whoseLastWordIsNotAnswered_failsWithinTheProbe(Vertx vertx) {
    HostileUpstream upstream = legacy(vertx, (request, socket) -> {});
    McpClient client = client(vertx, upstream, Options.defaults().with("client.probeMs", 200))
        .era(EraChoice.LEGACY)
        .build();

    assertThatThrownBy(() -> client.connect().await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.TIMEOUT));
    client.close().await();
  }

  @Test
  void call_thatIsTakenBack_givesItsConnectionBack_whateverBecomesOfTheWordOfIt(Vertx vertx)
      throws InterruptedException {
    AtomicBoolean good = new AtomicBoolean();
    HostileUpstream upstream = legacy(vertx, (request, socket) -> {
      if (request.method().equals("notifications/initialized")) {
        empty(socket, 202, "");
      } else if (good.get() && request.method().equals("tools/call")) {
        json(socket, 200, "", result(request, GOOD));
      }
    });
    Options options =
        Options.defaults().with("client.connectionsMax", 1).with("client.callMs", 600_000);
    McpClient client = client(vertx, upstream, options).era(EraChoice.LEGACY).build();
    client.connect().await();
    ClientCall running = client.start(
        Method.TOOLS_CALL,
        JsonNodeFactory.instance.objectNode().put("name", "t"),
        RequestOptions.DEFAULTS);
    Eventually.noMore(() -> upstream.methods().contains("tools/call") ? null : "no call");

    running.cancel("enough");
    good.set(true);

    assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();
    client.close().await();
  }

  @Test
  void header_thatIsIllegal_costsNoConnection(Vertx vertx) {
    AtomicBoolean illegal = new AtomicBoolean();
    HostileUpstream upstream =
        legacy(vertx, (request, socket) -> json(socket, 200, "", result(request, GOOD)));
    Options options =
        Options.defaults().with("client.connectionsMax", 1).with("client.callMs", 600_000);
    McpClient client = client(vertx, upstream, options)
        .era(EraChoice.LEGACY)
        .authorizer(new Authorizer() {
          @Override
          public Future<String> authorization(URI resource) {
            return Future.succeededFuture(illegal.get() ? "a\nb" : null);
          }

          @Override
          public Future<Boolean> challenged(Challenge challenge) {
            return Future.succeededFuture(false);
          }
        })
        .build();
    client.connect().await();

    illegal.set(true);
    assertThatThrownBy(() -> client.callTool("t", NOTHING).await())
        .hasMessageContaining("Authorization");
    illegal.set(false);

    assertThat(client.callTool("t", NOTHING).await().has("content")).isTrue();
    client.close().await();
  }
}
