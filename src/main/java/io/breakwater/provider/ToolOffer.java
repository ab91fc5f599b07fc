package io.breakwater.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;
import java.util.List;

/**
 * A tool that can be called.
 *
 * <p>Thread-safe.
 */
public interface ToolOffer {
  String name();

  /** The tool in the shape of {@code Tool}. Not to be changed. */
  ObjectNode definition();

  /** The arguments that request headers repeat. */
  List<MirroredParam> mirrored();

  /**
   * Calls the tool. What the tool cannot do, wrong arguments included, is a result with {@code isError}; the future fails
   * with a {@link io.breakwater.rpc.Refusal} for what is wrong with the request itself. Never throws.
   *
   * @param arguments not to be changed
   */
  Future<Outcome> call(ObjectNode arguments, Call call);
}
