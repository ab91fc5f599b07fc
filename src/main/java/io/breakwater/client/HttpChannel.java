package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Streamable HTTP, in both eras: every message is a POST of its own, and the answer to a request comes in the response to
 * it. A legacy session has one more stream, for what belongs to no request.
 *
 * <p>What is read is delivered at once, chunk by chunk, and nothing is kept but the event or the object that is being
 * read: a flood waits in the socket while the inbox works.
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http">2026-07-28,
 *     Streamable HTTP</a>
 */
final class HttpChannel implements Channel {
  private final HttpOrigin origin;
  private final MessageReader reader;
  private final Map<RequestId, HttpCall> calls = new HashMap<>();
  private @Nullable HttpPeer peer;
  private @Nullable HttpListening listening;
  private boolean closed;
  private @Nullable Future<Void> closing;

  HttpChannel(ClientContext context, Endpoint.Http endpoint, Authorizer authorizer) {
    this.origin = HttpOrigin.of(context, endpoint, authorizer);
    this.reader = new MessageReader(context);
  }

  @Override
  public Future<Void> open(Inbox inbox) {
    if (closed) {
      return Future.failedFuture(closed());
    }
    peer = new HttpPeer(origin, reader, inbox);
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> send(Message message, Map<String, String> headers) {
    HttpPeer to = peer;
    if (closed || to == null) {
      return Future.failedFuture(closed());
    }
    return message instanceof Message.Request request
        ? call(to, request, headers)
        : tell(to, message, headers);
  }

  private static ClientException closed() {
    return ClientException.before(Kind.CLOSED, "the connection to the server is closed");
  }

  private Future<Void> call(HttpPeer to, Message.Request request, Map<String, String> headers) {
    HttpCall call = new HttpCall(to, request);
    if (calls.putIfAbsent(request.id(), call) != null) {
      return Future.failedFuture(
          ClientException.before(Kind.PROTOCOL, "a request with this id is in flight already"));
    }
    return call.start(headers)
        .onComplete(over -> calls.remove(request.id(), call))
        .onSuccess(answered -> listenOn());
  }

  /** Sends what has no answer. */
  private Future<Void> tell(HttpPeer to, Message message, Map<String, String> headers) {
    boolean inSession = to.session() != null;
    Exchange exchange = to.post(message, headers);
    return exchange.head().compose(head -> {
      if (head.statusCode() < 300) {
        exchange.drain();
        return Future.succeededFuture();
      }
      return to.refusal(exchange, head, null, inSession).compose(Future::failedFuture);
    });
  }

  @Override
  public void abandon(RequestId id) {
    HttpCall call = calls.remove(id);
    if (call != null) {
      call.abandon();
    }
  }

  @Override
  public boolean authorizing(RequestId id) {
    HttpCall call = calls.get(id);
    return call != null && call.authorizing();
  }

  @Override
  public boolean authorizing() {
    return calls.values().stream().anyMatch(HttpCall::authorizing);
  }

  @Override
  public boolean cancelsByAbandoning() {
    return true;
  }

  @Override
  public void agreed(@Nullable Revision revision) {
    if (peer != null) {
      peer.agreed(revision);
    }
    if (revision == null || revision.modern()) {
      stopListening();
    }
  }

  @Override
  public Future<Void> listen() {
    HttpPeer to = peer;
    if (closed || to == null || to.modern()) {
      return Future.succeededFuture();
    }
    stopListening();
    HttpListening begun = new HttpListening(to);
    listening = begun;
    begun.start();
    return begun.settled();
  }

  /** The server is there: so may be its stream, where that was given up. */
  private void listenOn() {
    if (listening != null) {
      listening.start();
    }
  }

  private void stopListening() {
    if (listening != null) {
      listening.stop();
      listening = null;
    }
  }

  @Override
  public Future<Void> close() {
    Future<Void> before = closing;
    if (before != null) {
      return before;
    }
    Promise<Void> ended = Promise.promise();
    closing = ended.future();
    closed = true;
    stopListening();
    ClientException why = ClientException.after(Kind.CLOSED, "this client was closed");
    new java.util.ArrayList<>(calls.values()).forEach(call -> call.close(why));
    endSession()
        .eventually(() -> origin.close(why))
        .recover(ignored -> Future.succeededFuture())
        .onComplete(ended);
    return ended.future();
  }

  /** Tells the server, which may not care, and does not wait for it longer than {@code client.closeMs}. */
  private Future<Void> endSession() {
    HttpPeer to = peer;
    if (to == null || to.session() == null) {
      return Future.succeededFuture();
    }
    long closeMs = origin.options().client().closeMs();
    Exchange delete = to.delete(closeMs);
    // The credentials may take their time too.
    long timer = origin.vertx().setTimer(closeMs, over -> delete.drop());
    Promise<Void> told = Promise.promise();
    delete.head().onComplete(head -> {
      origin.vertx().cancelTimer(timer);
      delete.drop();
      told.complete();
    });
    return told.future();
  }
}
