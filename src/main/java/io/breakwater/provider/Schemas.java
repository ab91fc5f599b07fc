package io.breakwater.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AnnotationKeyword;
import com.networknt.schema.path.PathType;
import com.networknt.schema.resource.SchemaLoader;
import io.breakwater.api.Shape;
import io.breakwater.rpc.Refusal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes schemas of Java types and checks of schemas. Nothing outside of a schema's own document is ever loaded.
 *
 * <p>Thread-safe.
 */
public final class Schemas {
  private final SchemaLimits limits;
  private final SchemaGenerator generator = new SchemaGenerator();
  private final BoundedPatterns patterns = new BoundedPatterns();
  private final SchemaRegistry registry = registry(patterns, true);
  private final SchemaRegistry dialects = registry(patterns, false);

  public Schemas(SchemaLimits limits) {
    this.limits = limits;
  }

  /**
   * A schema that was judged, and the check that was made of it.
   *
   * @param schema not to be changed
   * @param mirrored the parameters that headers repeat
   */
  public record Ready(ObjectNode schema, List<MirroredParam> mirrored, SchemaCheck check) {}

  private static SchemaRegistry registry(BoundedPatterns patterns, boolean closed) {
    SchemaRegistryConfig config = SchemaRegistryConfig.builder()
        .regularExpressionFactory(patterns)
        .pathType(PathType.JSON_POINTER)
        .build();
    return SchemaRegistry.withDialects(
        Stream.of(Dialects.getDraft202012(), Dialects.getDraft201909(), Dialects.getDraft7())
            .map(Schemas::forgetful)
            .toList(),
        builder -> {
          builder.schemaRegistryConfig(config).schemaCacheEnabled(!closed);
          if (closed) {
            builder.schemaLoader(SchemaLoader.builder().block(iri -> true).build());
          }
        });
  }

  /** Unknown keywords mean nothing; left to itself, the library keeps each of them for ever and logs a warning. */
  private static Dialect forgetful(Dialect dialect) {
    return Dialect.builder(dialect)
        .unknownKeywordFactory((keyword, context) -> new AnnotationKeyword(keyword))
        .build();
  }

  /**
   * The schema of a tool's input: an object.
   *
   * @throws IllegalArgumentException when the schema is refused, with the JSON pointer and what was expected
   */
  public Ready input(Shape shape) {
    ObjectNode schema = schema(shape);
    if (!schema.path("type").asText().equals("object")) {
      throw new IllegalArgumentException("inputSchema: root type "
          + Refusal.clip(schema.path("type").toString()) + " (expected: \"object\")");
    }
    Ready ready = ready("inputSchema", schema);
    if (shape instanceof Shape.OfType) {
      requireDefaults(ready);
    }
    return ready;
  }

  /**
   * The schema of a tool's output: any value.
   *
   * @throws IllegalArgumentException when the schema is refused, with the JSON pointer and what was expected
   */
  public Ready output(Shape shape) {
    return ready("outputSchema", schema(shape));
  }

  private ObjectNode schema(Shape shape) {
    return shape instanceof Shape.OfType of
        ? generator.generate(of.type())
        : ((Shape.OfSchema) shape).schema();
  }

  private Ready ready(String what, ObjectNode schema) {
    try {
      List<MirroredParam> mirrored = new SchemaRules(limits).judge(schema);
      requireLegal(schema);
      SchemaCheck check = new SchemaCheck(compile(schema), patterns, limits);
      requireEnd(check);
      return new Ready(schema, mirrored, check);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(what + ": " + e.getMessage(), e);
    } catch (SchemaException e) {
      throw new IllegalArgumentException(
          what + ": " + Refusal.clip(String.valueOf(e.getMessage())), e);
    }
  }

  /** The handler is given a default that nobody sent, and so nobody would check. */
  private static void requireDefaults(Ready ready) {
    for (Map.Entry<String, JsonNode> property :
        ready.schema().path("properties").properties()) {
      JsonNode value = property.getValue().get("default");
      if (value != null) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        arguments.set(property.getKey(), value);
        if (ready.check().refuses(arguments, property.getKey())) {
          throw new IllegalArgumentException("inputSchema: /properties/" + property.getKey()
              + "/default: " + Refusal.clip(value.toString())
              + " (expected: a value that fits the property)");
        }
      }
    }
  }

  /** Its dialect describes what a schema looks like. */
  private void requireLegal(ObjectNode schema) {
    String dialect = schema.path("$schema").asText(SchemaRules.DIALECTS.get(0));
    Schema ofSchemas = dialects.getSchema(SchemaLocation.of(dialect));
    CheckBudget budget = CheckBudget.ofSchema(limits.patternMs(), limits.subschemasMax());
    List<String> problems = new SchemaCheck(ofSchemas, patterns, limits).problems(schema, budget);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  private Schema compile(JsonNode schema) {
    Schema compiled = registry.getSchema(schema);
    try {
      compiled.initializeValidators();
    } catch (StackOverflowError e) {
      throw new IllegalArgumentException("nested too deeply", e);
    }
    return compiled;
  }

  /** A schema that refers to itself before it looks at a part of the value never ends. */
  private static void requireEnd(SchemaCheck check) {
    for (String problem : check.problems(JsonNodeFactory.instance.objectNode())) {
      if (problem.startsWith("cannot be checked")) {
        throw new IllegalArgumentException("refers to itself without end");
      }
    }
  }
}
