package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the server, and finds out how it wants to be spoken to. What was found is remembered for the next time, and
 * forgotten when it fails; what says nothing about the server (no credentials, overload, silence) is never remembered.
 *
 * <pre>
 * URL      server/discover, else initialize, else HTTP+SSE
 * command  server/discover, else initialize on the same child, or on a new one when the probe has ended it
 * </pre>
 *
 * <p>Confined to the loop of its client.
 */
final class Linking {
  private final ClientContext context;
  private final Endpoint endpoint;
  private final EraChoice choice;
  private final Identity identity;
  private final Answers answers;
  private final Channels channels;
  private final Consumer<Message.Notification> notified;
  private @Nullable Manner known;
  private @Nullable Conversation opening;
  private boolean stopped;

  /** How a server is spoken to. */
  private enum Manner {
    MODERN,
    LEGACY,
    /** HTTP+SSE, which has the handshake. */
    SSE
  }

  /** Makes a channel that is not open yet. */
  interface Channels {
    Channel make(ClientContext context, boolean sse);

    /** The channels of this place. */
    static Channels to(Endpoint endpoint, Authorizer authorizer) {
      return (context, sse) -> {
        if (endpoint instanceof Endpoint.Command command) {
          return new StdioChannel(context, command);
        }
        Endpoint.Http http = (Endpoint.Http) endpoint;
        return sse
            ? new SseChannel(context, http, authorizer)
            : new HttpChannel(context, http, authorizer);
      };
    }
  }

  Linking(
      ClientContext context,
      Endpoint endpoint,
      EraChoice choice,
      Identity identity,
      Answers answers,
      Channels channels,
      Consumer<Message.Notification> notified) {
    this.context = context;
    this.endpoint = endpoint;
    this.choice = choice;
    this.identity = identity;
    this.answers = answers;
    this.channels = channels;
    this.notified = notified;
  }

  /**
   * Connects.
   *
   * @param closed hears when the channel ends by itself, once it was connected
   */
  Future<Link> link(Consumer<ClientException> closed) {
    Manner manner = known;
    Future<Link> linked = manner == null ? find(closed) : as(manner, closed);
    return linked.onFailure(failed -> known = null);
  }

  private Future<Link> find(Consumer<ClientException> closed) {
    boolean sseOnly =
        endpoint instanceof Endpoint.Http http && http.transport() == Endpoint.Transport.SSE;
    if (sseOnly) {
      return as(Manner.SSE, closed);
    }
    if (choice != EraChoice.AUTO) {
      return as(choice == EraChoice.MODERN ? Manner.MODERN : Manner.LEGACY, closed)
          .recover(failure -> orSse(Pending.told(failure), closed));
    }
    return probe(closed).recover(failure -> orSse(Pending.told(failure), closed));
  }

  /** One way, without looking for another. */
  private Future<Link> as(Manner manner, Consumer<ClientException> closed) {
    return on(
            manner == Manner.SSE,
            closed,
            handshake -> manner == Manner.MODERN
                ? handshake.discover().compose(Linking::requireModern)
                : handshake.initialize())
        .onSuccess(link -> known = manner);
  }

  private static Future<Peer> requireModern(@Nullable Peer peer) {
    return peer == null
        ? Future.failedFuture(
            ClientException.before(Kind.PROTOCOL, "the server does not speak 2026-07-28"))
        : Future.succeededFuture(peer);
  }

  private Future<Link> probe(Consumer<ClientException> closed) {
    Promise<Void> probed = Promise.promise();
    return on(
            false,
            closed,
            handshake -> handshake
                .discover()
                .onSuccess(peer -> probed.tryComplete())
                .compose(
                    peer -> peer == null ? handshake.initialize() : Future.succeededFuture(peer)))
        .onSuccess(link -> known = link.peer().modern() ? Manner.MODERN : Manner.LEGACY)
        .recover(failure -> probed.future().isComplete()
            ? Future.failedFuture(failure)
            : afterTheEnd(Pending.told(failure), closed));
  }

  /** Some servers end when the first thing they hear is no handshake. */
  private Future<Link> afterTheEnd(ClientException why, Consumer<ClientException> closed) {
    boolean ended = endpoint instanceof Endpoint.Command && why.kind() == Kind.LOST;
    return ended ? as(Manner.LEGACY, closed) : Future.failedFuture(why);
  }

  private Future<Link> orSse(ClientException why, Consumer<ClientException> closed) {
    boolean maySse = endpoint instanceof Endpoint.Http http
        && http.transport() == Endpoint.Transport.AUTO
        && choice != EraChoice.MODERN
        && Handshake.mayBeSse(why);
    return maySse
        // Whoever typed the URL wants to know why that did not work, not the last resort.
        ? as(Manner.SSE, closed).recover(unused -> Future.failedFuture(why))
        : Future.failedFuture(why);
  }

  /** One channel and what is said on it first. */
  private static final class Attempt {
    private final Consumer<ClientException> closed;
    private boolean linked;

    Attempt(Consumer<ClientException> closed) {
      this.closed = closed;
    }

    /** Before the link is there, whoever makes it hears of the end by what fails. */
    void ended(ClientException why) {
      if (linked) {
        closed.accept(why);
      }
    }

    Link linked(Conversation conversation, Peer peer) {
      linked = true;
      return new Link(conversation, peer);
    }
  }

  private Future<Link> on(
      boolean sse, Consumer<ClientException> closed, Function<Handshake, Future<Peer>> first) {
    if (stopped) {
      return Future.failedFuture(ClientException.before(Kind.CLOSED, "this client was closed"));
    }
    Attempt attempt = new Attempt(closed);
    Conversation conversation = new Conversation(
        context,
        channels.make(context, sse),
        answers,
        new Conversation.Listeners(notified, attempt::ended));
    String overHttp = sse ? "sse" : "streamable-http";
    String transport = endpoint instanceof Endpoint.Command ? "stdio" : overHttp;
    Handshake handshake = new Handshake(context, conversation, identity, transport);
    opening = conversation;
    return conversation
        .open()
        .compose(open -> first.apply(handshake))
        .onComplete(done -> opening = null)
        .compose(peer -> {
          // It may have ended since the last answer, when nobody was waiting for one.
          ClientException over = conversation.ended();
          return over == null
              ? Future.succeededFuture(attempt.linked(conversation, peer))
              : Future.failedFuture(over);
        })
        .recover(failure -> closing(conversation, failure));
  }

  /** Whether somebody signs in for what is being opened. */
  boolean authorizing() {
    return opening != null && opening.channel().authorizing();
  }

  /** Ends what is being opened; {@link #link} fails then. */
  Future<Void> stop() {
    stopped = true;
    return opening == null ? Future.succeededFuture() : opening.close();
  }

  private static Future<Link> closing(Conversation conversation, Throwable failure) {
    return conversation.close().transform(closed -> Future.failedFuture(Pending.told(failure)));
  }
}
