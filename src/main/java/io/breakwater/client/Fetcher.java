package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One plain HTTP request and its JSON answer, through the guard: for metadata and tokens. Follows no redirect, sends no
 * credentials of its own, and ends within {@code client.callMs}.
 *
 * <p>Thread-safe.
 */
public interface Fetcher {

  /**
   * What came back.
   *
   * @param json the body, or null when it is empty or not JSON
   */
  record Fetched(int status, MultiMap headers, @Nullable JsonNode json) {}

  /** Fails with a {@link ClientException} when no answer came or it passed a limit; any HTTP status is an answer. */
  Future<Fetched> fetch(
      HttpMethod method, URI url, Map<String, String> headers, @Nullable Buffer body);
}
