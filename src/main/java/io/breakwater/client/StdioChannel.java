package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way to a server that is our child: one message a line, on its stdin and its stdout.
 *
 * <pre>
 * NEW -- open --> STARTING -- the process runs --> OPEN
 * OPEN            -- it exits, or closes stdin or stdout --> ENDING -- its tree is ended --> CLOSED   (the inbox is told)
 * NEW             -- close --> CLOSED
 * STARTING, OPEN  -- close --> ENDING -- its tree is ended --> CLOSED
 * </pre>
 *
 * <p>Threads: three for the streams of the child ({@link ChildInput}, {@link ChildOutput}, {@link ChildErrors}) and, once it
 * ends, one that sees to it ({@link Child}). None of them touches this object; they call back on the loop.
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio">2026-07-28, Transports,
 *     stdio</a>
 */
final class StdioChannel implements Channel {

  private enum State {
    NEW,
    STARTING,
    OPEN,
    ENDING,
    CLOSED
  }

  private final ClientContext context;
  private final Endpoint.Command endpoint;
  private final Promise<Void> ended = Promise.promise();
  private State state = State.NEW;
  private @Nullable Child child;
  private boolean closing;
  /** Read by the thread of the output. */
  private volatile @Nullable Revision agreed;

  StdioChannel(ClientContext context, Endpoint.Command endpoint) {
    this.context = context;
    this.endpoint = endpoint;
  }

  @Override
  public Future<Void> open(Inbox inbox) {
    state = State.STARTING;
    long graceMs = context.options().client().closeMs();
    ProcessTrees trees = ProcessTrees.of(context.vertx());
    return context
        .loop()
        .executeBlocking(() -> trees.start(endpoint, graceMs), false)
        .onFailure(e -> closed())
        .compose(tree -> started(new Child(context, endpoint, trees, tree), inbox));
  }

  private Future<Void> started(Child started, Inbox inbox) {
    child = started;
    started.begin(new Child.Ears(inbox, () -> agreed, () -> !closing, () -> lost(started, inbox)));
    if (closing) {
      endBy(started, false);
      return Future.failedFuture(
          ClientException.before(Kind.CLOSED, "closed while " + endpoint + " was started"));
    }
    state = State.OPEN;
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> send(Message message, Map<String, String> headers) {
    Child receiver = child;
    if (state != State.OPEN || receiver == null) {
      return Future.failedFuture(ClientException.before(Kind.LOST, endpoint + " does not run"));
    }
    byte[] json = JsonWriter.bytes(Messages.encode(message));
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return receiver.write(line)
        ? Future.succeededFuture()
        : Future.failedFuture(ClientException.before(
            Kind.OVERLOADED,
            endpoint + " does not read what it is sent: over "
                + context.options().client().unsentBytesMax()
                + " bytes wait (client.unsentBytesMax)"));
  }

  @Override
  public void abandon(RequestId id) {
    // All requests share the way back.
  }

  @Override
  public boolean cancelsByAbandoning() {
    return false;
  }

  @Override
  public void agreed(@Nullable Revision revision) {
    agreed = revision;
  }

  @Override
  public Future<Void> listen() {
    // What belongs to no request comes as everything does.
    return Future.succeededFuture();
  }

  /** The child serves no more, by itself. */
  private void lost(Child dying, Inbox inbox) {
    if (state != State.OPEN) {
      return;
    }
    endBy(dying, true);
    dying.lastWords().onSuccess(words -> {
      if (!closing) {
        closing = true;
        inbox.closed(ClientException.after(Kind.LOST, words));
      }
    });
  }

  @Override
  public Future<Void> close() {
    closing = true;
    Child running = child;
    if (state == State.NEW) {
      closed();
    } else if (state == State.OPEN && running != null) {
      endBy(running, false);
    }
    return ended.future();
  }

  private void endBy(Child dying, boolean hearOut) {
    state = State.ENDING;
    dying.end(hearOut).onComplete(done -> closed());
  }

  private void closed() {
    state = State.CLOSED;
    ended.tryComplete();
  }
}
