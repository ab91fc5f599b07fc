package io.breakwater.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers what a server asks its client, in either era: the user by a form or a URL, the model for a text, the roots.
 *
 * <p>Called on the loop of the client; must not block it.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">2026-07-28, Multi
 *     Round-Trip Requests</a>
 */
public interface Answers {

  /** Answers nothing, and declares so. */
  Answers NONE = new Answers() {
    @Override
    public ObjectNode capabilities() {
      return com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();
    }

    @Override
    public Future<ObjectNode> answer(Question question) {
      return Future.failedFuture("no questions are answered");
    }
  };

  /** The methods that are questions. */
  Set<Method> QUESTIONS =
      Set.of(Method.ELICITATION_CREATE, Method.SAMPLING_CREATE_MESSAGE, Method.ROOTS_LIST);

  /**
   * One question.
   *
   * @param method one of {@link #QUESTIONS}
   * @param params in the shape of {@code ElicitRequestParams}, {@code CreateMessageRequestParams}, or empty
   * @param about the request that it belongs to, or null when the server did not say
   */
  record Question(
      Method method, ObjectNode params, @Nullable RequestId about) {}

  /** What can be asked, in the shape of {@code ClientCapabilities}; what is not declared is not asked. */
  ObjectNode capabilities();

  /**
   * The answer, in the shape of {@code ElicitResult}, {@code CreateMessageResult} or {@code ListRootsResult}. A failure is
   * told to the server as an internal error without its message, unless it is a {@link ClientException} of kind RPC.
   */
  Future<ObjectNode> answer(Question question);

  /** Whether an accepted form is sent as it was filled in, without the defaults of its schema for what was left out. */
  default boolean verbatim() {
    return false;
  }
}
