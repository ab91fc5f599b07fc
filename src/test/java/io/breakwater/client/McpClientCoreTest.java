package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Conversations with a server that is a script. */
class McpClientCoreTest {
  private static final Endpoint URL = new Endpoint.Http(URI.create("http://localhost/mcp"));

  private final Vertx vertx = Vertx.vertx();
  private final Queue<FakeChannel> channels = new ArrayDeque<>();

  @AfterEach
  void end() {
    await(vertx.close());
  }

  private McpClient client(ClientListener listener, FakeChannel... scripted) {
    channels.addAll(List.of(scripted));
    return new McpClient(
        McpClient.builder(vertx, URL).listener(listener), (context, sse) -> channels.remove());
  }

  private static <T> T await(Future<T> future) {
    return future
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(20, TimeUnit.SECONDS)
        .join();
  }

  private static ClientException failure(Future<?> future) {
    try {
      await(future);
    } catch (CompletionException e) {
      return (ClientException) e.getCause();
    }
    throw new AssertionError("it did not fail");
  }

  private static ObjectNode empty() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static Future<Void> answering(FakeChannel channel, Message message) {
    if (message instanceof Message.Request request) {
      channel.answer(request, empty());
    }
    return Future.succeededFuture();
  }

  private static FakeChannel refusing(int status) {
    return new FakeChannel((channel, message) ->
        Future.failedFuture(ClientException.status(Kind.STATUS, status, "status " + status)));
  }

  @Test
  void connect_methodNotFound_initializes() {
    FakeChannel server = FakeChannel.legacy(McpClientCoreTest::answering);

    Peer peer = await(client(ClientListener.NONE, server).connect());

    assertThat(peer.modern()).isFalse();
    assertThat(server.methods())
        .containsExactly("server/discover", "initialize", "notifications/initialized");
  }

  @Test
  void connect_inconclusive_failsAndProbesAnew() {
    for (int status : new int[] {403, 429, 500, 503}) {
      FakeChannel busy = refusing(status);
      FakeChannel server = FakeChannel.legacy(McpClientCoreTest::answering);
      McpClient client = client(ClientListener.NONE, busy, server);

      assertThat(failure(client.connect()).status()).isEqualTo(status);
      await(client.connect());

      assertThat(busy.methods()).containsExactly("server/discover");
      assertThat(busy.closed).isTrue();
      assertThat(server.methods()).startsWith("server/discover", "initialize");
    }
  }

  @Test
  void connect_jsonRpcErrorWith403_isInconclusive() {
    FakeChannel server = new FakeChannel((channel, message) -> Future.failedFuture(
        ClientException.rpc(new io.breakwater.rpc.RpcError(-32000, "forbidden", null), 403)));

    assertThat(failure(client(ClientListener.NONE, server).connect()).status()).isEqualTo(403);
    assertThat(server.methods()).containsExactly("server/discover");
  }

  @Test
  void connect_channelEndsAfterTheLastAnswer_failsAndConnectsAnew() {
    FakeChannel ending = new FakeChannel((channel, message) -> {
      if (message instanceof Message.Notification) {
        channel.inbox().closed(ClientException.after(Kind.LOST, "gone"));
      } else if (message instanceof Message.Request request) {
        ObjectNode result = empty().put("protocolVersion", "2025-11-25");
        channel.answer(request, request.method().equals("initialize") ? result : empty());
      }
      return Future.succeededFuture();
    });
    FakeChannel server = FakeChannel.legacy(McpClientCoreTest::answering);
    McpClient client = client(ClientListener.NONE, ending, server);

    assertThat(failure(client.connect()).kind()).isEqualTo(Kind.LOST);
    await(client.ping());
    assertThat(server.methods()).endsWith("ping");
  }

  @Test
  void request_sessionLostWhileOthersAreOpen_sharesOneHandshake() {
    List<Runnable> losses = new ArrayList<>();
    FakeChannel first = FakeChannel.legacy((channel, message) -> {
      io.vertx.core.Promise<Void> lost = io.vertx.core.Promise.promise();
      losses.add(() -> lost.fail(ClientException.status(Kind.SESSION_LOST, 404, "session")));
      if (losses.size() == 2) {
        // One after the other: the second is still open when the first one hears of it.
        losses.forEach(Runnable::run);
      }
      return lost.future();
    });
    FakeChannel second = FakeChannel.legacy(McpClientCoreTest::answering);
    McpClient client = client(ClientListener.NONE, first, second);

    Future<ObjectNode> one = client.request(Method.PROMPTS_LIST, empty(), RequestOptions.DEFAULTS);
    Future<ObjectNode> two = client.request(Method.TOOLS_LIST, empty(), RequestOptions.DEFAULTS);
    await(Future.all(one, two));

    assertThat(second.methods())
        .containsOnlyOnce("initialize")
        .contains("prompts/list", "tools/list");
    assertThat(first.closed).isTrue();
  }

  @Test
  void listener_throws_conversationGoesOn() {
    FakeChannel server = FakeChannel.legacy((channel, message) -> {
      channel.inbox().received(new Message.Notification("notifications/x", empty()), null);
      return answering(channel, message);
    });
    ClientListener faulty = new ClientListener() {
      @Override
      public void notified(String method, ObjectNode params) {
        throw new IllegalStateException("a fault of the test");
      }
    };

    await(client(faulty, server).ping());
    assertThat(server.methods()).endsWith("ping");
  }

  @Test
  void request_afterClose_failsClosed() {
    FakeChannel server = FakeChannel.legacy(McpClientCoreTest::answering);
    McpClient client = client(ClientListener.NONE, server);
    await(client.connect());

    await(client.close());
    await(client.close());

    assertThat(failure(client.ping()).kind()).isEqualTo(Kind.CLOSED);
    assertThat(server.closed).isTrue();
  }
}
