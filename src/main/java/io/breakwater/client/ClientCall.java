package io.breakwater.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.RequestId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request of this client that can be taken back.
 *
 * <p>Thread-safe.
 */
public final class ClientCall {
  private final Context loop;
  private final Promise<ObjectNode> promise = Promise.promise();

  // Confined to the loop.
  private Consumer<String> taking = reason -> {};
  private @Nullable RequestId id;
  private boolean over;

  ClientCall(Context loop) {
    this.loop = loop;
  }

  /** The result, in the shape of the schema; or a {@link ClientException}. */
  public Future<ObjectNode> answer() {
    return promise.future();
  }

  /**
   * Takes the request back: the server is told, and the answer fails with {@link Kind#CANCELLED}. Does nothing once there is
   * an answer.
   *
   * @param reason told to a server of the era that has a place for it
   */
  public void cancel(String reason) {
    // Where the loop has ended, so has the request.
    boolean unused = ClientContext.turn(loop, () -> {
      if (!over) {
        end();
        taking.accept(reason);
        promise.tryFail(ClientException.after(Kind.CANCELLED, "cancelled: " + reason));
      }
    });
  }

  /** Whether nobody waits any more. On the loop. */
  boolean over() {
    return over;
  }

  /** The request is on its way under this id: this takes it back. On the loop. */
  void sent(RequestId newId, Consumer<String> takingBack) {
    id = newId;
    taking = takingBack;
  }

  /** Under which it was sent last, or null before. On the loop. */
  @Nullable
  RequestId id() {
    return id;
  }

  void follow(Future<ObjectNode> answer) {
    answer.onComplete(done -> {
      if (!over) {
        end();
        // In a turn of its own, so that a caller whose handler throws breaks nothing that goes on
        // here.
        if (!ClientContext.turn(loop, () -> promise.handle(done))) {
          promise.handle(done);
        }
      }
    });
  }

  private void end() {
    over = true;
  }
}
