package io.breakwater.provider;

import io.breakwater.api.Call;
import io.breakwater.api.Elicitation;
import io.breakwater.api.InputNeeded;
import io.breakwater.api.InvalidAnswer;
import io.breakwater.api.Question;
import io.breakwater.api.ResourceNotFound;
import io.breakwater.api.Sampling;
import io.breakwater.api.ToolException;
import io.breakwater.api.ToolResult;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a handler that did not return: a wish for input, an answer that the peer may read, or an internal error
 * with its stack trace in the log alone, under an id that the peer is told.
 */
final class Failures {
  private static final Logger LOG = Logger.getLogger(Failures.class.getName());
  private static final int CAUSES_MAX = 16;

  private Failures() {}

  /** A tool's failure is a result, which the model reads. */
  static Future<Outcome> ofTool(String name, Throwable failure, Call call) {
    Throwable known = known(failure);
    if (known instanceof InputNeeded needed) {
      return Future.succeededFuture(inputRequired(needed, call));
    }
    if (known instanceof Refusal || known instanceof InvalidAnswer) {
      return Future.failedFuture(refusal(known));
    }
    String message = known instanceof ToolException || known instanceof Overloaded
        ? String.valueOf(known.getMessage())
        : "Tool failed: internal error (" + logged("Tool " + name, failure, call) + ")";
    return Future.succeededFuture(new Outcome.Complete(ToolResult.error(message).json()));
  }

  static Future<Outcome> ofResource(String uri, Throwable failure, Call call) {
    Throwable known = known(failure);
    if (known instanceof InputNeeded needed) {
      return Future.succeededFuture(inputRequired(needed, call));
    }
    if (known instanceof ResourceNotFound) {
      return Future.failedFuture(Refusal.resourceNotFound(uri));
    }
    return Future.failedFuture(
        refused("Resource " + uri, ErrorCodes.INTERNAL_ERROR, known, failure, call));
  }

  /** What a prompt cannot do is taken for a fault of its arguments. */
  static Future<Outcome> ofPrompt(String name, Throwable failure, Call call) {
    Throwable known = known(failure);
    if (known instanceof InputNeeded needed) {
      return Future.succeededFuture(inputRequired(needed, call));
    }
    return Future.failedFuture(
        refused("Prompt " + name, ErrorCodes.INVALID_PARAMS, known, failure, call));
  }

  /** A completion cannot ask for input. */
  static Future<Outcome> ofCompletion(String argument, Throwable failure, Call call) {
    return Future.failedFuture(refused(
        "Completion of " + argument, ErrorCodes.INTERNAL_ERROR, known(failure), failure, call));
  }

  private static Refusal refused(
      String what, int code, @Nullable Throwable known, Throwable failure, Call call) {
    if (known instanceof Refusal || known instanceof InvalidAnswer) {
      return refusal(known);
    }
    if (known instanceof ToolException) {
      return Refusal.of(200, code, String.valueOf(known.getMessage()));
    }
    if (known instanceof Overloaded) {
      return Refusal.of(503, ErrorCodes.INTERNAL_ERROR, String.valueOf(known.getMessage()))
          .header("Retry-After", "1");
    }
    return Refusal.of(
        500, ErrorCodes.INTERNAL_ERROR, "Internal error (" + logged(what, failure, call) + ")");
  }

  private static Refusal refusal(Throwable known) {
    return known instanceof Refusal refusal
        ? refusal
        : Refusal.invalidParams(String.valueOf(known.getMessage()));
  }

  /** The failure itself or what it wraps, if it is one that means something to us; else null. */
  private static @Nullable Throwable known(Throwable failure) {
    Throwable at = failure;
    for (int i = 0; at != null && i < CAUSES_MAX; i++) {
      if (at instanceof InputNeeded
          || at instanceof Refusal
          || at instanceof InvalidAnswer
          || at instanceof ResourceNotFound
          || at instanceof ToolException
          || at instanceof Overloaded) {
        return at;
      }
      at = at.getCause();
    }
    return null;
  }

  private static Outcome inputRequired(InputNeeded needed, Call call) {
    Map<String, Outcome.InputRequest> requests = new LinkedHashMap<>();
    needed
        .questions()
        .forEach((key, question) ->
            requests.put(key, new Outcome.InputRequest(method(question), question.params())));
    return new Outcome.InputRequired(requests, call.state());
  }

  private static Method method(Question question) {
    if (question instanceof Elicitation) {
      return Method.ELICITATION_CREATE;
    }
    return question instanceof Sampling ? Method.SAMPLING_CREATE_MESSAGE : Method.ROOTS_LIST;
  }

  /** Logs what nobody but us is to see, and returns the id under which it stands. */
  static String logged(String what, Throwable failure, Call call) {
    String id = String.format("%08x", ThreadLocalRandom.current().nextInt());
    // Work that was cancelled fails because of that; it is no fault of the handler.
    Level level = call.cancelled() ? Level.FINE : Level.WARNING;
    LOG.log(level, what + " failed (" + id + ")", failure);
    return id;
  }
}
