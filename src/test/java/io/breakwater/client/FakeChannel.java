package io.breakwater.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A server as a script: says to each message what the test wants.
 *
 * <p>Confined to the loop of its client; what was sent may be read anywhere.
 */
final class FakeChannel implements Channel {
  /** What the server does with a message. */
  interface Script {
    Future<Void> hear(FakeChannel channel, Message message);
  }

  final List<Message> sent = new CopyOnWriteArrayList<>();
  final List<RequestId> abandoned = new ArrayList<>();
  volatile boolean closed;
  private final Script script;
  private @Nullable Inbox inbox;

  FakeChannel(Script script) {
    this.script = script;
  }

  Inbox inbox() {
    if (inbox == null) {
      throw new IllegalStateException("the channel is not open");
    }
    return inbox;
  }

  /** A handshake of 2025-11-25, and then what the script says. */
  static FakeChannel legacy(Script then) {
    return new FakeChannel((channel, message) -> {
      if (message instanceof Message.Request request) {
        switch (request.method()) {
          case "server/discover" -> channel.refuse(request, -32601);
          case "initialize" ->
            channel.answer(
                request,
                JsonNodeFactory.instance.objectNode().put("protocolVersion", "2025-11-25"));
          default -> {
            return then.hear(channel, message);
          }
        }
      }
      return Future.succeededFuture();
    });
  }

  void answer(Message.Request request, ObjectNode result) {
    inbox().received(new Message.Result(request.id(), result), null);
  }

  void refuse(Message.Request request, int code) {
    inbox().received(new Message.Failure(request.id(), new RpcError(code, "no", null)), null);
  }

  List<String> methods() {
    return sent.stream()
        .map(message -> message instanceof Message.Request request
            ? request.method()
            : message instanceof Message.Notification said ? said.method() : "answer")
        .toList();
  }

  @Override
  public Future<Void> open(Inbox given) {
    inbox = given;
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> send(Message message, Map<String, String> headers) {
    sent.add(message);
    return script.hear(this, message);
  }

  @Override
  public void abandon(RequestId id) {
    abandoned.add(id);
  }

  @Override
  public boolean cancelsByAbandoning() {
    return true;
  }

  @Override
  public void agreed(@Nullable Revision revision) {}

  @Override
  public Future<Void> listen() {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> close() {
    closed = true;
    return Future.succeededFuture();
  }
}
