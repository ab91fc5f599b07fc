package io.breakwater.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.options.Options;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Revision;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A channel over Streamable HTTP on a loop of its own, and what its inbox hears. */
final class OpenChannel implements Channel.Inbox {
  private final Context loop;
  private final HttpChannel channel;
  private final List<Heard> heard = new CopyOnWriteArrayList<>();
  private final List<Dropped> dropped = new CopyOnWriteArrayList<>();

  record Heard(Message message, @Nullable RequestId about) {}

  record Dropped(ClientException why, @Nullable RequestId about) {}

  private OpenChannel(Vertx vertx, Endpoint.Http server, Authorizer authorizer, Options options) {
    this.loop = ((VertxInternal) vertx).createEventLoopContext();
    ClientContext context = new ClientContext(vertx, loop, options, ClientListener.NONE);
    this.channel = new HttpChannel(context, server, authorizer);
  }

  /** Speaks this revision; a legacy one without its handshake. */
  static OpenChannel to(
      Vertx vertx,
      Endpoint.Http server,
      Authorizer authorizer,
      Options options,
      Revision revision) {
    OpenChannel open = new OpenChannel(vertx, server, authorizer, options);
    open.onLoop(() -> open.channel.open(open)).await();
    open.onLoop(() -> {
          open.channel.agreed(revision);
          return Future.succeededFuture();
        })
        .await();
    return open;
  }

  static OpenChannel to(Vertx vertx, HostileUpstream upstream, Options options, Revision revision) {
    return to(vertx, new Endpoint.Http(upstream.url()), Authorizer.NONE, options, revision);
  }

  <T> Future<T> onLoop(Supplier<Future<T>> verb) {
    Promise<T> done = Promise.promise();
    loop.runOnContext(now -> verb.get().onComplete(done));
    return done.future();
  }

  static Message.Request request(long id) {
    return new Message.Request(
        RequestId.of(id), "tools/call", JsonNodeFactory.instance.objectNode());
  }

  Future<Void> send(long id) {
    return send(request(id));
  }

  Future<Void> send(Message message) {
    return onLoop(() -> channel.send(message, Map.of()));
  }

  void abandon(long id) {
    loop.runOnContext(now -> channel.abandon(RequestId.of(id)));
  }

  Future<Void> listen() {
    return onLoop(channel::listen);
  }

  void close() {
    onLoop(channel::close).await();
  }

  List<Heard> heard() {
    return heard;
  }

  List<Dropped> dropped() {
    return dropped;
  }

  /** The answers, in order. */
  List<Message> answers() {
    return heard.stream()
        .map(Heard::message)
        .filter(message -> message instanceof Message.Result)
        .toList();
  }

  @Override
  public void received(Message message, @Nullable RequestId about) {
    heard.add(new Heard(message, about));
  }

  @Override
  public void dropped(ClientException why, @Nullable RequestId about) {
    dropped.add(new Dropped(why, about));
  }

  @Override
  public void closed(ClientException why) {
    throw new AssertionError("Streamable HTTP has no connection that could end", why);
  }
}
