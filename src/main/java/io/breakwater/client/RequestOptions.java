package io.breakwater.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
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
 * @param log what is wanted of {@code notifications/message}; null wants none
 * @param asking who answers the questions of this request; null for those of the client
 * @param headers sent with this request over HTTP, beside those of the endpoint; never logged
 */
public record RequestOptions(
    long callMs,
    long callTotalMs,
    @Nullable Consumer<ObjectNode> progress,
    @Nullable Log log,
    @Nullable Asking asking,
    Map<String, String> headers) {

  /** Everything as the client has it. */
  public static final RequestOptions DEFAULTS =
      new RequestOptions(0, 0, null, null, null, Map.of());

  /**
   * What is wanted of the log of a request.
   *
   * @param level least severe one, by its wire name
   * @param listener takes the {@code params} of each {@code notifications/message}
   */
  public record Log(String level, Consumer<ObjectNode> listener) {}

  /**
   * Who answers the questions of a request, where the server says or it is plain that they belong to it.
   *
   * @param answers whose capabilities are declared with the request to a server of the stateless revision
   * @param owner requests with an equal owner are made for the same somebody: a question that names no request belongs to
   *     the newest of them, when no others are open
   * @param passed whether questions are passed on to somebody else: an input-required result is the result then, and while
   *     {@code answers} owes a server with a handshake an answer, the deadlines of the request wait; it sees to a bound itself
   */
  public record Asking(Answers answers, Object owner, boolean passed) {}

  /** @throws IllegalArgumentException for a negative time */
  public RequestOptions {
    if (callMs < 0 || callTotalMs < 0) {
      throw new IllegalArgumentException(
          "callMs: " + callMs + ", callTotalMs: " + callTotalMs + " (expected: >= 0)");
    }
    headers = Map.copyOf(headers);
  }

  /** Without the values of headers. */
  @Override
  public String toString() {
    return "RequestOptions[callMs=" + callMs + ", callTotalMs=" + callTotalMs + ", headers="
        + headers.keySet() + "]";
  }

  /** The same with other deadlines, in milliseconds. */
  public RequestOptions within(long newCallMs, long newCallTotalMs) {
    return new RequestOptions(newCallMs, newCallTotalMs, progress, log, asking, headers);
  }

  /** The same, and progress is told. */
  public RequestOptions onProgress(Consumer<ObjectNode> listener) {
    return new RequestOptions(callMs, callTotalMs, listener, log, asking, headers);
  }

  /** The same, and what the server logs about the request is told. */
  public RequestOptions onLog(String level, Consumer<ObjectNode> listener) {
    return new RequestOptions(
        callMs, callTotalMs, progress, new Log(level, listener), asking, headers);
  }

  /** The same with somebody else to answer questions. */
  public RequestOptions answering(Answers other) {
    return asking(new Asking(other, other, false));
  }

  /** The same with somebody else to answer questions, in their way. */
  public RequestOptions asking(Asking other) {
    return new RequestOptions(callMs, callTotalMs, progress, log, other, headers);
  }

  /** The same with these headers, and no others. */
  public RequestOptions with(Map<String, String> newHeaders) {
    return new RequestOptions(callMs, callTotalMs, progress, log, asking, newHeaders);
  }

  /** Who answers, or null for those of the client. */
  @Nullable
  Answers answers() {
    return asking == null ? null : asking.answers();
  }

  boolean passesQuestions() {
    return asking != null && asking.passed();
  }

  @Nullable
  String logLevel() {
    return log == null ? null : log.level();
  }
}
