package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks the client which directories and files it lets us work on. Deprecated by the protocol since 2026-07-28.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/roots">2026-07-28, Roots</a>
 */
public record Roots() implements Question {

  @Override
  public ObjectNode params() {
    return Json.object();
  }

  @Override
  public ObjectNode capability() {
    ObjectNode capability = Json.object();
    capability.putObject("roots");
    return capability;
  }

  @Override
  public boolean supportedBy(ObjectNode clientCapabilities) {
    return clientCapabilities.path("roots").isObject();
  }

  @Override
  public List<Root> read(JsonNode answer) {
    JsonNode roots = answer.path("roots");
    if (!roots.isArray()) {
      throw new InvalidAnswer("roots (expected: an array)");
    }
    List<Root> all = new ArrayList<>(roots.size());
    roots.forEach(root -> all.add(Root.of(root)));
    return List.copyOf(all);
  }
}
