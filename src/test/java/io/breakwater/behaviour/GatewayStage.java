package io.breakwater.behaviour;

import static io.breakwater.behaviour.TestServer.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.Answers;
import io.breakwater.client.ClientException;
import io.breakwater.client.ClientListener;
import io.breakwater.client.Endpoint;
import io.breakwater.client.EraChoice;
import io.breakwater.client.McpClient;
import io.breakwater.client.RequestOptions;
import io.breakwater.options.Options;
import io.breakwater.options.servers.EraWish;
import io.breakwater.options.servers.Naming;
import io.breakwater.options.servers.Reach;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.Sharing;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * A gateway, its callers, and entries of servers behind it, for tests of how long all of that lives.
 *
 * <p>Confined to the thread of its test.
 */
final class GatewayStage implements AutoCloseable {
  private static final long PATIENCE_S = 30;
  private static final int CLIENT_ERROR = 400;

  final Vertx vertx = Vertx.vertx();
  /** Of the gateway; to be changed before {@link #open}. */
  Options options = Options.defaults()
      .with("server.builtins", false)
      .with("client.closeMs", 300)
      .with("gateway.backoffMs", 1);

  private final List<McpClient> clients = new ArrayList<>();
  private final List<TestServer> servers = new ArrayList<>();

  ServerEntry entry(String name, Reach reach, Sharing sharing) {
    ServerEntry plain = ServerEntry.of(name, reach, options.gateway());
    return new ServerEntry(
        name,
        reach,
        0,
        sharing,
        3,
        plain.prefix(),
        Naming.ALL,
        Naming.ALL,
        plain.depthMax(),
        plain.resultBytesMax(),
        List.of(),
        EraWish.LEGACY,
        plain.idleMs());
  }

  TestServer open(ServerEntry... entries) {
    TestServer gateway = TestServer.start(options, breakwater -> {});
    servers.add(gateway);
    await(gateway.breakwater().servers(List.of(entries)));
    return gateway;
  }

  McpClient caller(TestServer gateway, EraChoice era) {
    return caller(gateway, era, ClientListener.NONE);
  }

  McpClient caller(TestServer gateway, EraChoice era, ClientListener listener) {
    URI url = URI.create("http://127.0.0.1:" + gateway.port() + "/mcp");
    McpClient client = McpClient.builder(vertx, new Endpoint.Http(url))
        .era(era)
        .listener(listener)
        .build();
    clients.add(client);
    return client;
  }

  /** Of a caller who can be asked, and reads the questions itself. */
  RequestOptions asking() {
    Answers answers = new Answers() {
      @Override
      public ObjectNode capabilities() {
        return Json.object("{\"elicitation\":{}}");
      }

      @Override
      public Future<ObjectNode> answer(Question question) {
        return Future.failedFuture("nobody asks");
      }
    };
    return RequestOptions.DEFAULTS.asking(new RequestOptions.Asking(answers, this, true));
  }

  /** What a tool without arguments says. */
  static String call(McpClient client, String tool) {
    return text(await(client.callTool(tool, Json.object())));
  }

  /** The pid of the process that serves a caller now. */
  static long pid(McpClient client) {
    return Long.parseLong(call(client, "one__pid"));
  }

  static String text(ObjectNode result) {
    return result.path("content").path(0).path("text").asText();
  }

  /** Why a call fails. */
  static ClientException failure(Future<?> call) {
    try {
      Object unused =
          call.toCompletionStage().toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
      throw new AssertionError("it did not fail: " + unused);
    } catch (ExecutionException e) {
      return (ClientException) e.getCause();
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until a call is answered; those before are refused, and say that they did not run. */
  static String untilAnswered(McpClient client, String tool) {
    String[] text = {""};
    until(() -> {
      Future<ObjectNode> call = client.callTool(tool, Json.object());
      ClientException[] refused = {null};
      ObjectNode result = await(call.recover(failure -> {
        refused[0] = (ClientException) failure;
        return Future.succeededFuture(Json.object());
      }));
      if (refused[0] != null) {
        assertThat(refused[0].status()).isLessThan(CLIENT_ERROR);
        assertThat(refused[0].error().data().path("mayHaveRun").asBoolean(true))
            .as(refused[0].getMessage())
            .isFalse();
      }
      text[0] = text(result);
      return refused[0] == null;
    });
    return text[0];
  }

  static void until(BooleanSupplier holds) {
    try {
      Eventually.noMore(() -> holds.getAsBoolean() ? null : "not yet");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    clients.forEach(client -> await(client.close()));
    servers.forEach(server -> {
      server.shutDown();
      server.close();
    });
    await(vertx.close());
  }
}
