package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a question becomes an answer, the same in both eras. */
final class Questioning {
  private Questioning() {}

  /** What a client would have had to declare to be asked this, by its path; null when it has. */
  static @Nullable String undeclared(ObjectNode capabilities, Answers.Question question) {
    if (question.method() == Method.ROOTS_LIST) {
      return capabilities.path("roots").isObject() ? null : "roots";
    }
    if (question.method() == Method.SAMPLING_CREATE_MESSAGE) {
      JsonNode sampling = capabilities.path("sampling");
      if (!sampling.isObject()) {
        return "sampling";
      }
      boolean tools = question.params().has("tools") || question.params().has("toolChoice");
      return tools && !sampling.path("tools").isObject() ? "sampling.tools" : null;
    }
    JsonNode elicitation = capabilities.path("elicitation");
    if (!elicitation.isObject()) {
      return "elicitation";
    }
    // Nothing declared within is the form alone, as before there was anything else.
    boolean url = question.params().path("mode").asText("form").equals("url");
    if (url) {
      return elicitation.path("url").isObject() ? null : "elicitation.url";
    }
    return elicitation.isEmpty() || elicitation.path("form").isObject() ? null : "elicitation.form";
  }

  /** Asks, and hears the answer on the loop, wherever it is given; an accepted form gets the defaults of its schema for what was left out. */
  static Future<ObjectNode> answer(
      ClientContext context, Answers answers, Answers.Question question) {
    Promise<ObjectNode> onLoop = ((ContextInternal) context.loop()).promise();
    asked(answers, question).onComplete(onLoop);
    return onLoop.future();
  }

  private static Future<ObjectNode> asked(Answers answers, Answers.Question question) {
    Future<ObjectNode> answer;
    try {
      answer = answers.answer(question);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
    return question.method() == Method.ELICITATION_CREATE && !answers.verbatim()
        ? answer.map(given -> withDefaults(given, question.params()))
        : answer.map(Objects::requireNonNull);
  }

  private static ObjectNode withDefaults(ObjectNode answer, ObjectNode params) {
    boolean form = params.path("requestedSchema").isObject();
    if (!form || !answer.path("action").asText().equals("accept")) {
      return answer;
    }
    ObjectNode filled = answer.objectNode().setAll(answer);
    ObjectNode content = filled.putObject("content");
    if (answer.get("content") instanceof ObjectNode given) {
      content.setAll(given);
    }
    params.path("requestedSchema").path("properties").properties().forEach(property -> {
      JsonNode fallback = property.getValue().get("default");
      if (fallback != null && !content.has(property.getKey())) {
        content.set(property.getKey(), fallback);
      }
    });
    return filled;
  }

  /** What a server reads when its question came to nothing. */
  static RpcError error(Throwable failure) {
    return failure instanceof ClientException refused && refused.error() != null
        ? refused.error()
        : new RpcError(ErrorCodes.INTERNAL_ERROR, "The client could not answer", null);
  }
}
