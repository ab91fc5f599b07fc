package io.breakwater.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;

/**
 * A prompt that can be got.
 *
 * <p>Thread-safe.
 */
public interface PromptOffer extends Completing {
  String name();

  /** The prompt in the shape of {@code Prompt}. Not to be changed. */
  ObjectNode definition();

  /**
   * Fills the prompt in. Fails with a {@link io.breakwater.rpc.Refusal} for what the peer caused. Never throws.
   *
   * @param arguments members that must be strings; not to be changed
   */
  Future<Outcome> get(ObjectNode arguments, Call call);
}
