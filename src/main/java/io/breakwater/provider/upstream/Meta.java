package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.spec.MetaKeys;
import java.util.List;
import java.util.Locale;

/**
 * What of {@code _meta} goes from one side of the gateway to the other: what belongs to a hop stays there, all else
 * passes, the trace context among it.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta">2026-07-28, _meta</a>
 */
final class Meta {
  private Meta() {}

  /** A result without what its server said of itself alone; the same tree when there is nothing of the kind. */
  static ObjectNode ofResult(ObjectNode result) {
    if (!(result.get(MetaKeys.META) instanceof ObjectNode meta)) {
      return result;
    }
    ObjectNode passed = passing(meta);
    ObjectNode copy = JsonNodeFactory.instance.objectNode().setAll(result);
    if (passed.isEmpty()) {
      copy.remove(MetaKeys.META);
    } else {
      copy.set(MetaKeys.META, passed);
    }
    return copy;
  }

  /** What passes of the {@code _meta} of a request. */
  static ObjectNode passing(ObjectNode meta) {
    ObjectNode passed = JsonNodeFactory.instance.objectNode();
    meta.properties().forEach(member -> {
      if (!reserved(member.getKey())) {
        passed.set(member.getKey(), member.getValue());
      }
    });
    return passed;
  }

  /** A prefix whose second label is the protocol's own is reserved; so is the token of the other hop. */
  private static boolean reserved(String key) {
    if (key.equals(MetaKeys.PROGRESS_TOKEN)) {
      return true;
    }
    int slash = key.indexOf('/');
    if (slash < 0) {
      return false;
    }
    List<String> labels =
        List.of(key.substring(0, slash).toLowerCase(Locale.ROOT).split("\\.", -1));
    String second = labels.size() > 1 ? labels.get(1) : "";
    return second.equals("modelcontextprotocol") || second.equals("mcp");
  }
}
