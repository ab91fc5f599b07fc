package io.breakwater.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Headers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the properties of an input schema that headers repeat, and refuses those that must not be: the name is a token
 * and unique without regard to case, the property is a string, an integer or a boolean, and the way to it goes through
 * {@code properties} alone.
 *
 * <p>Confined to one thread, for one schema.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension">2026-07-28,
 *     Schema Extension</a>
 */
final class MirroredParams {
  static final String KEYWORD = "x-mcp-header";

  private static final int NAME_CHARS_MAX = 128;
  private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";
  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

  private final List<MirroredParam> params = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  List<MirroredParam> all() {
    return List.copyOf(params);
  }

  /** @param properties the way to the schema, or null when it leads through anything but {@code properties} */
  void visit(ObjectNode schema, String pointer, @Nullable List<String> properties) {
    JsonNode header = schema.get(KEYWORD);
    if (header == null) {
      return;
    }
    String name = header.textValue();
    if (name == null || !token(name)) {
      throw refused(pointer, header, "a token of 1 to 128 characters");
    }
    if (!names.add(name.toLowerCase(Locale.ROOT))) {
      throw refused(pointer, header, "a name that no other parameter has");
    }
    if (properties == null || properties.isEmpty()) {
      throw refused(pointer, header, "a property that is reached through properties alone");
    }
    if (!TYPES.contains(schema.path("type").asText())) {
      throw refused(pointer, header, "a property of type string, integer or boolean");
    }
    params.add(new MirroredParam(properties, Headers.PARAM_PREFIX + name));
  }

  private static boolean token(String name) {
    return !name.isEmpty()
        && name.length() <= NAME_CHARS_MAX
        && name.chars()
            .allMatch(c -> (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || TOKEN_SIGNS.indexOf(c) >= 0);
  }

  private static IllegalArgumentException refused(
      String pointer, JsonNode header, String expected) {
    return SchemaRules.refused(
        pointer + "/" + KEYWORD, Refusal.clip(header.toString()) + " (expected: " + expected + ")");
  }
}
