package io.breakwater.provider;

import io.breakwater.api.Call;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;
import java.util.Map;

/** Suggests values for arguments of a prompt or variables of a resource template. */
public interface Completing {

  /**
   * Suggests values. Fails with a {@link io.breakwater.rpc.Refusal} when there is no such argument. Never throws.
   *
   * @param argument its name
   * @param value what the user has typed so far
   * @param known the other arguments that are filled in already
   */
  Future<Outcome> complete(String argument, String value, Map<String, String> known, Call call);
}
