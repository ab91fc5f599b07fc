package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A call of a tool, a read of a resource, or a get of a prompt, as its handler sees it.
 *
 * <p>A handler may ask the client. Without an answer the future fails with {@link InputNeeded}, the handler ends, and it
 * is called again from its start when the answers are there: whatever it does before a question, it does again. So a
 * handler asks first and acts then, or keeps what it did with {@link #keep}.
 *
 * <p>Thread-safe.
 */
public interface Call {

  /** The authenticated name of the caller, or null where no authentication is asked. */
  @Nullable
  String principal();

  /**
   * The client software in the shape of {@code Implementation}, or null. It says so itself: good for display and logs,
   * not for decisions.
   */
  @Nullable
  ObjectNode clientInfo();

  /** In the shape of {@code ClientCapabilities}; empty when nothing was declared. Not to be changed. */
  ObjectNode clientCapabilities();

  /** {@code params._meta} of the request, or an empty object. Not to be changed. */
  ObjectNode meta();

  /** The session that the call belongs to, or null for a client of a revision that has none. */
  default @Nullable CallerSession session() {
    return null;
  }

  /**
   * The values of a header of the HTTP request, without surrounding blanks; none where there is no HTTP.
   *
   * @param name in any case
   */
  default List<String> headers(String name) {
    return List.of();
  }

  /** The least severe level that the client wants to have logged now, or null for none. */
  default @Nullable LogLevel logLevel() {
    return null;
  }

  /** The trace that the request belongs to, or null. */
  default @Nullable TraceContext trace() {
    return TraceContext.of(meta());
  }

  /** Whether this client can be asked this question. */
  default boolean supports(Question question) {
    return question.supportedBy(clientCapabilities());
  }

  /**
   * Tells how far the work is, to a client that asked to be told, and starts the deadline of the call anew.
   *
   * @param progress grows from one call to the next
   * @param total what {@code progress} will be at the end, or null when not known
   */
  void progress(double progress, @Nullable Double total, @Nullable String message);

  default void progress(double progress, double total) {
    progress(progress, total, null);
  }

  /** Says that the work goes on: the deadline of the call starts anew, and the client is told nothing. */
  default void alive() {}

  /**
   * Logs to the client, if it wants messages of this level.
   *
   * @param logger where the message comes from, or null
   */
  void log(LogLevel level, @Nullable String logger, JsonNode data);

  /** Logs a value as Jackson writes it. */
  default void log(LogLevel level, @Nullable String logger, Object data) {
    log(level, logger, Values.write(data));
  }

  default void log(LogLevel level, String message) {
    log(level, null, message);
  }

  /** Whether nobody waits for the answer any more. */
  boolean cancelled();

  /** Runs the task when the call is cancelled, at once if it is already; on the event loop of the call. */
  void onCancel(Runnable task);

  /** What the client has answered so far to questions of this call, by key, as it stands on the wire. */
  Map<String, JsonNode> answers();

  /**
   * Asks several questions at once. Fails with {@link InputNeeded} while an answer is missing, with {@link InvalidAnswer}
   * when one is none, and with a refusal when the client does not have what a question needs; a handler that can do
   * without asks {@link #supports} before.
   *
   * @param questions by keys that are unique in the whole call
   */
  Future<Answers> ask(Map<String, ? extends Question> questions);

  /** Asks the user; see {@link #ask}. */
  default Future<ElicitResult> elicit(String key, Elicitation elicitation) {
    return ask(Map.of(key, elicitation)).map(answers -> answers.elicited(key));
  }

  /** Asks the client's model; see {@link #ask}. */
  default Future<SampleResult> sample(String key, Sampling sampling) {
    return ask(Map.of(key, sampling)).map(answers -> answers.sampled(key));
  }

  /** Asks for the client's roots; see {@link #ask}. */
  default Future<List<Root>> roots(String key) {
    return ask(Map.of(key, new Roots())).map(answers -> answers.roots(key));
  }

  /** What {@link #keep} kept last, in this round or an earlier one; null when nothing was kept. Not to be changed. */
  @Nullable
  JsonNode state();

  /**
   * Keeps a value for the next round. It travels through the client, sealed: the client can neither read nor change it,
   * but may send an older one again.
   */
  void keep(@Nullable JsonNode state);

  /**
   * Ends this round without a question: the client calls again, and the handler reads the state. For work that takes
   * longer than a call may.
   *
   * @return a future that fails with {@link InputNeeded}, for the handler to return
   */
  default <T> Future<T> again(JsonNode state) {
    keep(state);
    return Future.failedFuture(new InputNeeded(Map.of()));
  }

  /**
   * Waits for a future, in a blocking handler. Throws what the future failed with when that is unchecked, {@link
   * InputNeeded} above all; a checked exception is wrapped in an {@link IllegalStateException}.
   *
   * @throws CancellationException when the call is cancelled while it waits
   * @throws IllegalStateException on an event loop
   */
  default <T> T await(Future<T> future) {
    if (!future.isComplete() && Context.isOnEventLoopThread()) {
      throw new IllegalStateException("call.await on an event loop (expected: a blocking handler)");
    }
    try {
      return future.toCompletionStage().toCompletableFuture().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("cancelled while waiting");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /**
   * Asks a legacy client that reads an event stream to leave it and to come back for the answer, after at least so many
   * milliseconds. Does nothing for other clients.
   */
  void disconnect(long retryMs);
}
