package io.breakwater.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the tools of a server for calling them: which arguments headers repeat. Over other transports than
 * Streamable HTTP nothing is repeated, and nothing is known.
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters">2026-07-28,
 *     Custom Headers from Tool Parameters</a>
 */
final class Tools {
  /** How long a server that did not give its list is not asked for it again by a call. */
  private static final long UNLISTED_NS = 60_000_000_000L;

  private final Map<String, Mirror> mirrors = new HashMap<>();
  private boolean known;
  private long unlistedUntilNs = System.nanoTime();

  /** The tools that may be called; the others are dropped, each with a warning. */
  List<ObjectNode> listed(List<ObjectNode> tools, Warnings warnings) {
    mirrors.clear();
    known = true;
    List<ObjectNode> callable = new ArrayList<>();
    for (ObjectNode tool : tools) {
      String name = tool.path("name").asText();
      try {
        mirrors.put(name, Mirror.of(tool));
        callable.add(tool);
      } catch (IllegalArgumentException invalid) {
        warnings.warn("tool " + Refusal.clip(name.replaceAll("\\p{Cntrl}", " ")) + " was left out: "
            + invalid.getMessage());
      }
    }
    return callable;
  }

  /** What is repeated of a call, or null when the tool is not known. */
  @Nullable
  Mirror mirror(String name) {
    return mirrors.get(name);
  }

  /** Whether the list was read, or cannot be: a tool that is not on it repeats nothing. */
  boolean known() {
    return known || System.nanoTime() - unlistedUntilNs < 0;
  }

  /** The list could not be read: for a while the tools count as such that repeat nothing. */
  void unlisted() {
    unlistedUntilNs = System.nanoTime() + UNLISTED_NS;
  }

  void forget() {
    known = false;
    unlistedUntilNs = System.nanoTime();
    mirrors.clear();
  }
}
