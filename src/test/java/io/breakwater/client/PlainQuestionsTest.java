package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whom a question is put to that names no request, over a channel that all requests share. */
@ExtendWith(VertxExtension.class)
class PlainQuestionsTest {
  private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final FakeServer server = FakeServer.legacy().on("tools/call", (request, channel) -> {});

  private RequestOptions of(String owner, String name) {
    Answers answers = new Answers() {
      @Override
      public ObjectNode capabilities() {
        return FakeServer.object("{\"roots\":{}}");
      }

      @Override
      public Future<ObjectNode> answer(Question question) {
        asked.add(name);
        return Future.succeededFuture(FakeServer.object("{\"roots\":[]}"));
      }
    };
    return RequestOptions.DEFAULTS.asking(new RequestOptions.Asking(answers, owner, true));
  }

  private ClientCall call(McpClient client, String owner, String name) throws InterruptedException {
    int before = server.told().size();
    ClientCall call = client.start(
        Method.TOOLS_CALL,
        JsonNodeFactory.instance.objectNode().put("name", name),
        of(owner, name));
    until(() -> server.told().size() > before && server.last("tools/call") != null);
    return call;
  }

  private static void until(java.util.function.BooleanSupplier holds) throws InterruptedException {
    io.breakwater.behaviour.Eventually.noMore(() -> holds.getAsBoolean() ? null : "not yet");
  }

  private void ask(String id) throws InterruptedException {
    server.channel().say(new Message.Request(RequestId.of(id), "roots/list", NOTHING), null);
    until(() -> server.told().stream()
        .anyMatch(message ->
            message instanceof Message.Result result && result.id().equals(RequestId.of(id))
                || message instanceof Message.Failure failure
                    && RequestId.of(id).equals(failure.id())));
  }

  @Test
  void question_ofTheOnlyOwner_isPutToTheNewestRequest(Vertx vertx) throws InterruptedException {
    McpClient client = server.client(vertx);
    client.connect().await();
    ClientCall unusedOne = call(client, "anna", "one");
    ClientCall unusedTwo = call(client, "anna", "two");

    ask("q");

    assertThat(asked).containsExactly("two");
    client.close().await();
  }

  @Test
  void question_betweenTwoOwners_isPutToNobody(Vertx vertx) throws InterruptedException {
    McpClient client = server.client(vertx);
    client.connect().await();
    ClientCall unusedOne = call(client, "anna", "one");
    ClientCall unusedTwo = call(client, "bert", "two");

    ask("q");

    assertThat(asked).isEmpty();
    client.close().await();
  }

  @Test
  void question_afterAnotherOwnersRequestWasTakenBack_isPutToNobody_untilItIsAnswered(Vertx vertx)
      throws InterruptedException {
    McpClient client = server.client(vertx);
    client.connect().await();
    ClientCall gone = call(client, "anna", "one");
    RequestId id = server.last("tools/call").id();
    gone.cancel("enough");
    until(() -> gone.answer().isComplete());
    ClientCall unused = call(client, "bert", "two");

    ask("q1");
    assertThat(asked).isEmpty();

    server.channel().say(new Message.Result(id, NOTHING), null);
    ask("q2");
    assertThat(asked).containsExactly("two");
    client.close().await();
  }
}
