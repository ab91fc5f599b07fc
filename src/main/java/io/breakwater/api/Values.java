package io.breakwater.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.lang.reflect.Type;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Java values from and to JSON trees.
 *
 * <p>Thread-safe.
 */
final class Values {
  private static final ObjectMapper MAPPER = JsonMapper.builder()
      .addModule(new JavaTimeModule())
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
      .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
      .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
      // Stripped, 100 would be written as 1E+2.
      .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
      .defaultPropertyInclusion(
          JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
      .annotationIntrospector(new DefaultValues())
      .injectableValues(new DefaultValues.Injector())
      .build();

  private Values() {}

  static JavaType type(Type type) {
    return MAPPER.constructType(type);
  }

  /** @throws IllegalArgumentException when Jackson cannot write it */
  static JsonNode write(@Nullable Object value) {
    if (value == null) {
      return NullNode.instance;
    }
    return value instanceof JsonNode node ? node : MAPPER.valueToTree(value);
  }

  static <T> T read(JsonNode json, Class<T> type) {
    return read(json, type(type));
  }

  /** @throws ToolException with the JSON pointer of what does not fit, and without any text of the peer */
  @SuppressWarnings("TypeParameterUnusedInFormals") // the caller made the type of a Class
  static <T> T read(JsonNode json, JavaType type) {
    try {
      return MAPPER.readValue(MAPPER.treeAsTokens(json), type);
    } catch (JsonMappingException e) {
      if (e.getCause() instanceof ToolException told) {
        throw new ToolException(pointer(e) + ": " + told.getMessage(), e);
      }
      throw new ToolException(pointer(e) + ": not a valid value", e);
    } catch (JsonProcessingException e) {
      throw new ToolException("not a valid value", e);
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pointer(JsonMappingException e) {
    return e.getPath().stream()
        .map(step -> "/" + (step.getFieldName() == null ? step.getIndex() : step.getFieldName()))
        .collect(Collectors.joining());
  }
}
