package io.breakwater.era;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who the server says it is.
 *
 * <p>Immutable.
 *
 * @param serverInfo in the shape of {@code Implementation}
 * @param capabilities what it offers now, in the shape of {@code ServerCapabilities}
 * @param instructions guidance for the model, or null for none
 */
public record Identity(
    ObjectNode serverInfo,
    Supplier<ObjectNode> capabilities,
    @Nullable String instructions) {}
