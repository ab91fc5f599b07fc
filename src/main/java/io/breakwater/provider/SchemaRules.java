package io.breakwater.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Refusal;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON Schema once, before it is used, and refuses what would be too costly, would leave the document, or cannot
 * be understood: depth and number of subschemas, {@code $ref} to other documents, unknown dialects, patterns that are none.
 *
 * <p>Only keywords that hold schemas are followed; whatever stands elsewhere is data.
 *
 * <p>Confined to one thread, for one schema.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage">2026-07-28, JSON Schema
 *     Usage</a>
 */
final class SchemaRules {
  /** The dialects that are checked; the first is taken when a schema names none. */
  static final List<String> DIALECTS = List.of(
      "https://json-schema.org/draft/2020-12/schema",
      "https://json-schema.org/draft/2019-09/schema",
      "http://json-schema.org/draft-07/schema");

  private static final Set<String> ONE = Set.of(
      "additionalItems",
      "additionalProperties",
      "contains",
      "contentSchema",
      "else",
      "if",
      "items",
      "not",
      "propertyNames",
      "then",
      "unevaluatedItems",
      "unevaluatedProperties");
  private static final Set<String> LIST = Set.of("allOf", "anyOf", "items", "oneOf", "prefixItems");
  private static final Set<String> BY_NAME = Set.of(
      "$defs",
      "definitions",
      "dependencies",
      "dependentSchemas",
      "patternProperties",
      "properties");
  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

  private final SchemaLimits limits;
  private final MirroredParams mirrored = new MirroredParams();
  private final Set<URI> ids = new HashSet<>();
  private final Map<String, URI> references = new LinkedHashMap<>();
  private int subschemas;

  SchemaRules(SchemaLimits limits) {
    this.limits = limits;
  }

  /**
   * Where a schema stands.
   *
   * @param pointer from the root of the document
   * @param base what relative references are relative to
   * @param properties the names on the way when it goes through {@code properties} alone, else null
   */
  private record Place(
      String pointer, int depth, URI base, @Nullable List<String> properties) {
    Place below(String keyword) {
      return new Place(pointer + "/" + keyword, depth + 1, base, null);
    }

    Place below(String keyword, String name) {
      String escaped = name.replace("~", "~0").replace("/", "~1");
      String whole = pointer + "/" + keyword + "/" + escaped;
      if (properties == null || !keyword.equals("properties")) {
        return new Place(whole, depth + 1, base, null);
      }
      List<String> names = new ArrayList<>(properties);
      names.add(name);
      return new Place(whole, depth + 1, base, names);
    }

    Place at(URI newBase) {
      return new Place(pointer, depth, newBase, properties);
    }
  }

  /**
   * Judges a whole document.
   *
   * @return the parameters that headers repeat
   * @throws IllegalArgumentException with the JSON pointer of what is refused
   */
  List<MirroredParam> judge(ObjectNode schema) {
    ids.add(URI.create(""));
    visit(schema, new Place("", 1, URI.create(""), List.of()));
    references.forEach((pointer, target) -> {
      if (!ids.contains(withoutFragment(target))) {
        throw refused(
            pointer,
            "'" + Refusal.clip(target.toString())
                + "' is outside of the document (expected: a reference inside)");
      }
    });
    return mirrored.all();
  }

  private void visit(JsonNode schema, Place place) {
    if (++subschemas > limits.subschemasMax()) {
      throw refused(
          place.pointer(),
          "more than " + limits.subschemasMax() + " subschemas (limits.subschemasMax)");
    }
    if (place.depth() > limits.depthMax()) {
      throw refused(
          place.pointer(),
          "more than " + limits.depthMax() + " schemas within each other (limits.schemaDepthMax)");
    }
    if (!(schema instanceof ObjectNode object)) {
      return;
    }
    Place here = place.at(base(object, place));
    dialect(object, here);
    mirrored.visit(object, here.pointer(), here.properties());
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      keyword(member.getKey(), member.getValue(), here);
    }
  }

  private void keyword(String keyword, JsonNode value, Place here) {
    if (REFERENCES.contains(keyword) && value.isTextual()) {
      references.put(here.pointer() + "/" + keyword, resolve(here, keyword, value.textValue()));
    } else if (keyword.equals("pattern") && value.isTextual()) {
      pattern(value.textValue(), here.pointer() + "/pattern");
    } else if (LIST.contains(keyword) && value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        visit(value.get(i), here.below(keyword, Integer.toString(i)));
      }
    } else if (ONE.contains(keyword)) {
      visit(value, here.below(keyword));
    } else if (BY_NAME.contains(keyword)) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (keyword.equals("patternProperties")) {
          pattern(member.getKey(), here.pointer() + "/patternProperties");
        }
        visit(member.getValue(), here.below(keyword, member.getKey()));
      }
    }
  }

  private URI base(ObjectNode schema, Place place) {
    JsonNode id = schema.path("$id");
    if (!id.isTextual()) {
      return place.base();
    }
    URI base = resolve(place, "$id", id.textValue());
    ids.add(withoutFragment(base));
    return base;
  }

  private static void dialect(ObjectNode schema, Place here) {
    String dialect = schema.path("$schema").textValue();
    if (dialect == null) {
      return;
    }
    String plain = dialect.endsWith("#") ? dialect.substring(0, dialect.length() - 1) : dialect;
    if (!DIALECTS.contains(plain)) {
      throw refused(
          here.pointer() + "/$schema",
          "dialect '" + Refusal.clip(dialect) + "' is not supported (expected: one of "
              + String.join(", ", DIALECTS) + ")");
    }
  }

  private static void pattern(String regex, String pointer) {
    try {
      BoundedPatterns.compile(regex).matcher("");
    } catch (PatternSyntaxException e) {
      throw refused(
          pointer, "'" + Refusal.clip(regex) + "' is not a pattern: " + e.getDescription());
    } catch (StackOverflowError e) {
      throw refused(pointer, "'" + Refusal.clip(regex) + "' is nested too deeply");
    }
  }

  private static URI resolve(Place place, String keyword, String reference) {
    try {
      URI target = URI.create(reference);
      // java.net.URI resolves a lone fragment against an empty base to itself, and loses the base's
      // path otherwise.
      return reference.startsWith("#") || reference.isEmpty()
          ? withoutFragment(place.base())
          : place.base().resolve(target);
    } catch (IllegalArgumentException e) {
      throw refused(
          place.pointer() + "/" + keyword,
          "'" + Refusal.clip(reference) + "' (expected: a URI reference)");
    }
  }

  private static URI withoutFragment(URI uri) {
    String text = uri.toString();
    int fragment = text.indexOf('#');
    return fragment < 0 ? uri : URI.create(text.substring(0, fragment));
  }

  static IllegalArgumentException refused(String pointer, String why) {
    return new IllegalArgumentException((pointer.isEmpty() ? "root" : pointer) + ": " + why);
  }
}
