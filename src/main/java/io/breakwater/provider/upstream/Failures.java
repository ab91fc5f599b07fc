package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.Future;

/**
 * What a caller reads when a server did not answer: the server's own error as it is, and else which server, what
 * happened, and whether it may have done what it was asked.
 */
final class Failures {
  private Failures() {}

  static <T> Future<T> failed(String server, Throwable failure) {
    return Future.failedFuture(refusal(server, failure));
  }

  static Refusal refusal(String server, Throwable failure) {
    if (failure instanceof Refusal refusal) {
      return refusal;
    }
    if (!(failure instanceof ClientException known)) {
      return unavailable(server, "unexpected failure", true);
    }
    RpcError error = known.error();
    return error == null
        ? unavailable(server, why(known), known.mayHaveRun())
        : ofServer(server, error);
  }

  /** What bounds a body of our own peers bounds a result of a server under another name. */
  private static String why(ClientException known) {
    return ChildLog.clean(known.getMessage())
        .replace("limits.bodyBytesMax", "gateway.resultBytesMax")
        // Its last words are for the operator, who has them in the log: they may hold a secret.
        .replaceFirst("(has exited with code -?\\d+): .*", "$1");
  }

  /** An error that speaks of the hop between us and the server means nothing to the caller. */
  private static Refusal ofServer(String server, RpcError error) {
    return switch (error.code()) {
      case ErrorCodes.PARSE_ERROR,
          ErrorCodes.HEADER_MISMATCH,
          ErrorCodes.UNSUPPORTED_PROTOCOL_VERSION ->
        unavailable(server, "it refused our request: " + Refusal.clip(error.message()), false);
      case ErrorCodes.MISSING_CLIENT_CAPABILITY ->
        Refusal.of(400, error.code(), error.message(), error.data());
      default -> Refusal.of(200, error.code(), error.message(), error.data());
    };
  }

  static Refusal unavailable(String server, String why, boolean mayHaveRun) {
    ObjectNode data = JsonNodeFactory.instance.objectNode().put("server", server);
    data.put("mayHaveRun", mayHaveRun);
    return Refusal.of(200, ErrorCodes.INTERNAL_ERROR, "Server '" + server + "': " + why, data);
  }
}
