package io.breakwater.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How one request is made.
 *
 * <p>Immutable.
 *
 * @param callMs longest time without progress, in milliseconds; 0 for {@code client.callMs}
 * @param callTotalMs longest time in all, the answers to questions included, in milliseconds; 0 for
 *     {@code client.callTotalMs}
 * @param progress takes the {@code params} of each {@code notifications/progress}; null asks for none
 * @param logLevel least severe {@code notifications/message} that is wanted, by its wire name; null wants none
 * @param log takes the {@code params} of each {@code notifications/message} of this request; null ignores them
 * @param answers answers the questions of this request, where the server says that they belong to it; null for those of
 *     the client
 */
public record RequestOptions(
    long callMs,
    long callTotalMs,
    @Nullable Consumer<ObjectNode> progress,
    @Nullable String logLevel,
    @Nullable Consumer<ObjectNode> log,
    @Nullable Answers answers) {

  /** @throws IllegalArgumentException for a negative time */
  public RequestOptions {
    if (callMs < 0 || callTotalMs < 0) {
      throw new IllegalArgumentException(
          "callMs: " + callMs + ", callTotalMs: " + callTotalMs + " (expected: >= 0)");
    }
  }

  /** Everything as the client has it. */
  public static final RequestOptions DEFAULTS = new RequestOptions(0, 0, null, null, null, null);

  /** The same with other deadlines, in milliseconds. */
  public RequestOptions within(long newCallMs, long newCallTotalMs) {
    return new RequestOptions(newCallMs, newCallTotalMs, progress, logLevel, log, answers);
  }

  /** The same, and progress is told. */
  public RequestOptions onProgress(Consumer<ObjectNode> listener) {
    return new RequestOptions(callMs, callTotalMs, listener, logLevel, log, answers);
  }

  /** The same, and what the server logs about the request is told. */
  public RequestOptions onLog(String level, Consumer<ObjectNode> listener) {
    return new RequestOptions(callMs, callTotalMs, progress, level, listener, answers);
  }

  /** The same with somebody else to answer questions. */
  public RequestOptions answering(Answers other) {
    return new RequestOptions(callMs, callTotalMs, progress, logLevel, log, other);
  }
}
