package io.breakwater.client;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one exchange asks for.
 *
 * <p>Immutable.
 *
 * @param url of the same origin as the server
 * @param headers besides those that are configured, which they replace
 * @param body null for none
 * @param deadlineMs of one attempt to its end, or to its head where the body is a stream, in milliseconds
 * @param aside whether it must not wait for calls; see {@link HttpClients}
 * @param plain whether redirects and challenges are handed out like any other answer
 */
record Ask(
    HttpMethod method,
    URI url,
    Map<String, String> headers,
    @Nullable Buffer body,
    long deadlineMs,
    boolean aside,
    boolean plain) {}
