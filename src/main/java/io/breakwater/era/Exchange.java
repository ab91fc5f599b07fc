package io.breakwater.era;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Context;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request of a peer and the way its answer goes back.
 *
 * <pre>
 * FRESH -- answer --> ENDED
 * FRESH -- stream --> STREAMING -- EventStream.end --> ENDED
 * any   -- peer went --> GONE        what is said then is dropped
 * </pre>
 *
 * <p>Thread-safe: every verb hops to the loop of the connection and keeps the order of its caller.
 */
public interface Exchange {
  Head head();

  /** The loop of the connection. */
  Context loop();

  /** Answers whole. A null body sends none; a body is sent as {@code application/json}. */
  void answer(int status, Map<String, String> headers, @Nullable JsonNode body);

  /** Answers with the status, the headers and the error of a refusal. */
  default void refuse(Refusal refusal) {
    answer(
        refusal.status(),
        refusal.headers(),
        Messages.encode(new Message.Failure(refusal.id(), refusal.error())));
  }

  /** Opens an event stream with status 200; its head goes out at once. */
  EventStream stream(Map<String, String> headers);

  /** Runs the task on the given loop when the peer goes away before the answer has ended; at once if it is gone. */
  void onGone(Context where, Runnable task);
}
