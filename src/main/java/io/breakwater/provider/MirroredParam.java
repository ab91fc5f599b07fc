package io.breakwater.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a tool that a request header repeats.
 *
 * <p>Immutable.
 *
 * @param path the names of the properties from the root of the arguments to it
 * @param header the whole name of the header, {@code Mcp-Param-} included
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters">2026-07-28,
 *     Custom Headers from Tool Parameters</a>
 */
public record MirroredParam(List<String> path, String header) {

  public MirroredParam {
    path = List.copyOf(path);
  }

  /** The argument itself, or null when it is not given. */
  public @Nullable JsonNode in(ObjectNode arguments) {
    JsonNode node = arguments;
    for (String name : path) {
      node = node.path(name);
    }
    return node.isMissingNode() ? null : node;
  }
}
