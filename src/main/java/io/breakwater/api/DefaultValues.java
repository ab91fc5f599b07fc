package io.breakwater.api;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Lets Jackson put the value of {@link Default} where a member is absent: as a value to inject, which the JSON overrides.
 *
 * <p>Thread-safe.
 */
final class DefaultValues extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;
  private static final ObjectMapper PLAIN = JsonMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .build();

  @Override
  public JacksonInject.@Nullable Value findInjectableValue(AnnotatedMember member) {
    Default value = _findAnnotation(member, Default.class);
    return value == null
        ? super.findInjectableValue(member)
        : JacksonInject.Value.construct(value.value(), true, false);
  }

  /** Turns the text of the annotation into the type of the member. */
  static final class Injector extends InjectableValues {
    private static final long serialVersionUID = 1L;

    /** Deprecated, but the one that must be there: the other one falls back on it. */
    @Override
    @SuppressWarnings("deprecation")
    public @Nullable Object findInjectableValue(
        Object text, DeserializationContext context, BeanProperty member, @Nullable Object bean)
        throws JsonMappingException {
      if (member.getType().hasRawClass(String.class)) {
        return text;
      }
      try {
        return context.readTreeAsValue(json((String) text), member.getType());
      } catch (JsonMappingException e) {
        throw e;
      } catch (IOException e) {
        throw JsonMappingException.fromUnexpectedIOE(e);
      }
    }

    private static JsonNode json(String text) {
      try {
        return PLAIN.readTree(text);
      } catch (JsonProcessingException e) {
        return TextNode.valueOf(text);
      }
    }
  }
}
