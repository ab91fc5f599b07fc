package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a legacy server to its client: pings are answered here, questions by whoever answers them. What was
 * taken back gets no answer.
 *
 * <p>Confined to the loop of its client.
 */
final class ServerQuestions {
  private final ClientContext context;
  private final Answers answers;
  private final Consumer<Message> reply;
  private final Map<RequestId, Answers.Question> open = new HashMap<>();

  /** Of those that were taken back as well: whoever answers does not hear of it, and goes on. */
  private int answering;

  /** @param reply sends the answer to the server */
  ServerQuestions(ClientContext context, Answers answers, Consumer<Message> reply) {
    this.context = context;
    this.answers = answers;
    this.reply = reply;
  }

  /** @param ofRequest answers the questions of the request that it is about; null for those of the client */
  void take(Message.Request request, @Nullable RequestId about, @Nullable Answers ofRequest) {
    Method method = Method.of(request.method());
    if (method == Method.PING) {
      reply.accept(new Message.Result(request.id(), JsonNodeFactory.instance.objectNode()));
    } else if (method == null || !Answers.QUESTIONS.contains(method)) {
      refuse(
          request.id(),
          ErrorCodes.METHOD_NOT_FOUND,
          "Method not found: " + Refusal.clip(request.method()));
    } else {
      ask(
          request,
          new Answers.Question(method, request.params(), about),
          ofRequest == null ? answers : ofRequest);
    }
  }

  private void ask(Message.Request request, Answers.Question question, Answers asked) {
    RequestId id = request.id();
    String undeclared = Questioning.undeclared(asked.capabilities(), question);
    int max = context.options().client().questionsMax();
    if (undeclared != null) {
      boolean mode = undeclared.contains(".");
      refuse(
          id,
          mode ? ErrorCodes.INVALID_PARAMS : ErrorCodes.METHOD_NOT_FOUND,
          "This client has not declared " + undeclared);
    } else if (answering >= max) {
      refuse(
          id,
          ErrorCodes.INTERNAL_ERROR,
          "Too many questions: " + max + " are being answered (client.questionsMax)");
    } else if (open.putIfAbsent(id, question) != null) {
      refuse(id, ErrorCodes.INVALID_REQUEST, "Invalid request: a question with this id is open");
    } else {
      answering++;
      Questioning.answer(context, asked, question).onComplete(answered -> {
        answering--;
        if (open.remove(id, question)) {
          answered(id, answered);
        }
      });
    }
  }

  private void answered(RequestId id, io.vertx.core.AsyncResult<ObjectNode> answer) {
    if (answer.succeeded()) {
      reply.accept(new Message.Result(id, answer.result()));
    } else {
      RpcError error = Questioning.error(answer.cause());
      reply.accept(new Message.Failure(id, error));
    }
  }

  private void refuse(RequestId id, int code, String message) {
    reply.accept(new Message.Failure(id, new RpcError(code, message, null)));
  }

  /** The server takes a question back: whatever is answered is not sent. */
  void cancelled(@Nullable JsonNode id) {
    if (id != null && RequestId.legal(id)) {
      open.remove(new RequestId(id));
    }
  }

  void close() {
    open.clear();
  }

  /** Whether a question of this request waits for its answer. */
  boolean open(RequestId about) {
    return open.values().stream().anyMatch(question -> about.equals(question.about()));
  }

  /** Questions that wait for their answer. */
  int size() {
    return open.size();
  }
}
