package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Headers;
import io.breakwater.spec.Method;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a request HTTP repeats in headers, so that intermediaries need not read the body.
 *
 * <p>Immutable.
 *
 * @param params the arguments of a tool that have a header, each by the way to it
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata">2026-07-28,
 *     Request Metadata</a>
 */
public record Mirror(Map<List<String>, String> params) {
  /** Of a tool without annotations, and of everything that is no tool. */
  static final Mirror NONE = new Mirror(Map.of());

  private static final String KEYWORD = "x-mcp-header";
  private static final int NAME_CHARS_MAX = 128;
  private static final int ANNOTATIONS_MAX = 64;
  private static final int SCALE_MAX = 400;
  private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";
  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

  public Mirror {
    params = Map.copyOf(params);
  }

  /** The headers of a request; the arguments among them only of a call. */
  Map<String, String> headers(Method method, ObjectNode requestParams) {
    Map<String, String> headers = new HashMap<>();
    headers.put(Headers.METHOD, method.wireName());
    String named = method == Method.RESOURCES_READ ? "uri" : "name";
    boolean names = method == Method.RESOURCES_READ
        || method == Method.TOOLS_CALL
        || method == Method.PROMPTS_GET;
    if (names && requestParams.path(named).isTextual()) {
      headers.put(Headers.NAME, encode(requestParams.path(named).asText()));
    }
    params.forEach((path, header) -> {
      JsonNode value = requestParams.path("arguments");
      for (String step : path) {
        value = value.path(step);
      }
      if (value.isTextual() || value.isNumber() || value.isBoolean()) {
        headers.put(header, encode(text(value)));
      }
    });
    return headers;
  }

  /** An integer as its decimal digits, however it was written. */
  private static String text(JsonNode value) {
    if (!value.isNumber() || value.isIntegralNumber()) {
      return value.asText();
    }
    try {
      BigDecimal number = value.decimalValue();
      return Math.abs((long) number.scale()) > SCALE_MAX
          ? value.asText()
          : number.toBigIntegerExact().toString();
    } catch (ArithmeticException fraction) {
      return value.asText();
    }
  }

  /** A value as a header holds it: as it is where that is safe, else Base64 between marks. */
  static String encode(String value) {
    boolean plain = value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e)
        && value.strip().length() == value.length();
    boolean marked = value.startsWith("=?base64?") && value.endsWith("?=");
    return plain && !marked
        ? value
        : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
            + "?=";
  }

  /**
   * The annotations of a tool.
   *
   * @throws IllegalArgumentException with the reason, when one of them is against the rules
   */
  public static Mirror of(ObjectNode tool) {
    if (!(tool.get("inputSchema") instanceof ObjectNode schema)) {
      return NONE;
    }
    Map<List<String>, String> found = new LinkedHashMap<>();
    Set<String> names = new HashSet<>();
    int reached = properties(schema, List.of(), found, names);
    if (count(schema) > reached) {
      throw new IllegalArgumentException(KEYWORD + " stands where properties alone do not lead");
    }
    return found.isEmpty() ? NONE : new Mirror(found);
  }

  /** Collects what properties alone lead to; returns how many annotations that was. */
  private static int properties(
      ObjectNode schema, List<String> path, Map<List<String>, String> found, Set<String> names) {
    int reached = 0;
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      if (property.getValue() instanceof ObjectNode inner) {
        List<String> way = new ArrayList<>(path);
        way.add(property.getKey());
        JsonNode annotation = inner.get(KEYWORD);
        if (annotation != null) {
          found.put(List.copyOf(way), Headers.PARAM_PREFIX + name(annotation, inner, names));
          reached++;
        }
        reached += properties(inner, way, found, names);
      }
    }
    if (reached > ANNOTATIONS_MAX) {
      throw new IllegalArgumentException("more than " + ANNOTATIONS_MAX + " " + KEYWORD);
    }
    return reached;
  }

  private static String name(JsonNode annotation, ObjectNode property, Set<String> names) {
    String name = annotation.textValue();
    String shown = Refusal.clip(annotation.toString());
    if (name == null || !token(name)) {
      throw new IllegalArgumentException(
          KEYWORD + " " + shown + " is no token of 1 to " + NAME_CHARS_MAX + " characters");
    }
    if (!names.add(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(KEYWORD + " " + shown + " stands there twice");
    }
    JsonNode type = property.path("type");
    if (!type.isTextual() || !TYPES.contains(type.asText())) {
      throw new IllegalArgumentException(
          KEYWORD + " " + shown + " is on no string, integer or boolean");
    }
    return name;
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

  /** All annotations in the schema; names of properties are no keywords, nor is what stands in data. */
  private static int count(@Nullable JsonNode schema) {
    if (schema == null || !schema.isContainerNode()) {
      return 0;
    }
    int count = schema.has(KEYWORD) ? 1 : 0;
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      boolean data = switch (member.getKey()) {
        case "default", "examples", "enum", "const", KEYWORD -> true;
        default -> false;
      };
      boolean named = switch (member.getKey()) {
        case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas" -> true;
        default -> false;
      };
      if (named) {
        for (JsonNode inner : member.getValue()) {
          count += count(inner);
        }
      } else if (!data) {
        count += count(member.getValue());
      }
    }
    if (schema.isArray()) {
      for (JsonNode element : schema) {
        count += count(element);
      }
    }
    return count;
  }
}
