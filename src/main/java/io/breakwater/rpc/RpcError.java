package io.breakwater.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The {@code error} member of a JSON-RPC response.
 *
 * <p>Immutable.
 *
 * @param code one of {@link io.breakwater.spec.ErrorCodes}, or what an upstream said
 * @param data additional information, or null for none
 */
public record RpcError(int code, String message, @Nullable JsonNode data) {}
