package io.breakwater.provider;

import io.breakwater.api.Call;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;

/** Reads resources. */
public interface ResourceReader {

  /**
   * Reads the resource under a URI. Fails with a {@link io.breakwater.rpc.Refusal} for what the peer caused, a resource
   * that is not there above all. Never throws.
   */
  Future<Outcome> read(String uri, Call call);
}
