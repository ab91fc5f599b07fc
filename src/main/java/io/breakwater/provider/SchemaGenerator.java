package io.breakwater.provider;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import io.breakwater.api.Bounds;
import io.breakwater.api.Default;
import io.breakwater.api.Description;
import io.breakwater.api.Header;
import io.breakwater.api.Optional;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes JSON Schemas (2020-12) of records and beans, as Jackson writes and reads them. A component is required unless it is
 * {@link Optional}, has a {@link Default}, or an annotation named {@code Nullable}.
 *
 * <p>Thread-safe.
 */
final class SchemaGenerator {
  private static final Set<Class<?>> NUMBERS =
      Set.of(byte.class, short.class, int.class, long.class, float.class, double.class);

  private final ObjectMapper mapper = JsonMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .build();

  ObjectNode generate(Type type) {
    // Not kept: it is needed at registration alone, and is not made for several threads.
    return new com.github.victools.jsonschema.generator.SchemaGenerator(config().build())
        .generateSchema(type);
  }

  private SchemaGeneratorConfigBuilder config() {
    SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
            SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
        .with(Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES)
        .without(Option.SCHEMA_VERSION_INDICATOR)
        .with(new JacksonModule(JacksonOption.ALWAYS_REF_SUBTYPES));
    config
        .forTypesInGeneral()
        .withPropertySorter((unusedOne, unusedOther) -> 0)
        .withDescriptionResolver(scope -> description(scope.getType().getErasedType()))
        .withCustomDefinitionProvider(this::special);
    config
        .forFields()
        .withRequiredCheck(field -> !optional(field))
        .withDescriptionResolver(
            field -> field.isFakeContainerItemScope() ? null : description(field))
        .withInstanceAttributeOverride((schema, field, context) -> attributes(schema, field));
    return config;
  }

  private static @Nullable String description(AnnotatedElement element) {
    Description description = element.getAnnotation(Description.class);
    return description == null ? null : description.value();
  }

  private static @Nullable String description(FieldScope field) {
    Description description = annotation(field, Description.class);
    return description == null ? null : description.value();
  }

  private static <A extends Annotation> @Nullable A annotation(FieldScope field, Class<A> type) {
    return field.getAnnotationConsideringFieldAndGetter(type);
  }

  private static boolean optional(FieldScope field) {
    java.lang.reflect.Field raw = field.getRawMember();
    boolean nullable = Stream.concat(
            Arrays.stream(raw.getAnnotations()),
            Arrays.stream(raw.getAnnotatedType().getAnnotations()))
        .anyMatch(found -> found.annotationType().getSimpleName().equals("Nullable"));
    return nullable
        || annotation(field, Optional.class) != null
        || annotation(field, Default.class) != null;
  }

  private void attributes(ObjectNode schema, FieldScope field) {
    if (field.isFakeContainerItemScope()) {
      return;
    }
    Header header = annotation(field, Header.class);
    if (header != null) {
      schema.put(MirroredParams.KEYWORD, header.value());
    }
    Default value = annotation(field, Default.class);
    if (value != null) {
      schema.set("default", value(value.value(), field.getType().getErasedType()));
    }
    Bounds bounds = annotation(field, Bounds.class);
    if (bounds != null) {
      bounds(schema, bounds, field);
    }
  }

  /** JSON, unless it is for a text or is no JSON. */
  private JsonNode value(String text, Class<?> type) {
    if (type == String.class) {
      return TextNode.valueOf(text);
    }
    try {
      return mapper.readTree(text);
    } catch (JsonProcessingException e) {
      return TextNode.valueOf(text);
    }
  }

  private static void bounds(ObjectNode schema, Bounds bounds, FieldScope field) {
    String suffix = measured(field.getType().getErasedType());
    if (suffix == null) {
      throw new IllegalArgumentException(
          "@Bounds on " + field.getName() + " (expected: a number, a text, a list or a map)");
    }
    if (bounds.min() != Double.NEGATIVE_INFINITY) {
      schema.set("min" + suffix, number(bounds.min()));
    }
    if (bounds.max() != Double.POSITIVE_INFINITY) {
      schema.set("max" + suffix, number(bounds.max()));
    }
  }

  private static @Nullable String measured(Class<?> type) {
    if (CharSequence.class.isAssignableFrom(type)) {
      return "Length";
    }
    if (Number.class.isAssignableFrom(type) || NUMBERS.contains(type)) {
      return "imum";
    }
    if (Map.class.isAssignableFrom(type)) {
      return "Properties";
    }
    boolean list = Iterable.class.isAssignableFrom(type) || type.isArray();
    return list && type != byte[].class ? "Items" : null;
  }

  private static JsonNode number(double value) {
    long whole = (long) value;
    return whole == value
        ? JsonNodeFactory.instance.numberNode(whole)
        : JsonNodeFactory.instance.numberNode(value);
  }

  /** What Jackson writes in a way of its own. */
  private @Nullable CustomDefinition special(
      ResolvedType resolved, SchemaGenerationContext context) {
    Class<?> type = resolved.getErasedType();
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (type.isEnum()) {
      ArrayNode values = schema.put("type", "string").putArray("enum");
      for (Object constant : type.getEnumConstants()) {
        values.add(mapper.<JsonNode>valueToTree(constant));
      }
    } else if (type == byte[].class) {
      schema.put("type", "string").put("contentEncoding", "base64");
    } else if (ObjectNode.class.isAssignableFrom(type)) {
      schema.put("type", "object");
    } else if (ArrayNode.class.isAssignableFrom(type)) {
      schema.put("type", "array");
    } else if (!JsonNode.class.isAssignableFrom(type)) {
      return null;
    }
    return new CustomDefinition(schema, true);
  }
}
