package io.breakwater.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the reader must agree with: Jackson's blocking parser under the same limits, after a strict check of UTF-8. */
final class BlockingJackson {
  private static final Pattern EXPONENT = Pattern.compile("(?<=[eE])[+-]?0*(?<digits>[0-9]*)$");

  private final JsonLimits limits;
  private final JsonFactory factory;
  private final JsonMapper mapper;

  BlockingJackson(JsonLimits limits) {
    this.limits = limits;
    this.factory = factory(limits);
    this.mapper = JsonMapper.builder(factory)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }

  /** The tree, or null where the text is refused. */
  @Nullable
  JsonNode readOrNull(byte[] text) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
      return passes(text) ? mapper.readTree(text) : null;
    } catch (CharacterCodingException | JacksonException refused) {
      return null;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Limits that Jackson knows not at all, or not exactly. */
  private boolean passes(byte[] text) throws IOException {
    boolean some = false;
    for (byte b : text) {
      if (b == 0 || text.length > limits.bytesMax()) {
        return false;
      }
    }
    try (JsonParser parser = factory.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        some = true;
        if (!passes(parser, token)) {
          return false;
        }
      }
    }
    return some;
  }

  private boolean passes(JsonParser parser, JsonToken token) throws IOException {
    String text = parser.getText();
    if (token.isNumeric()) {
      var exponent = EXPONENT.matcher(text);
      boolean small = !exponent.find()
          || exponent.group("digits").isEmpty()
          || (exponent.group("digits").length() < 9
              && Integer.parseInt(exponent.group("digits")) <= limits.exponentMax());
      return small && text.length() <= limits.numberCharsMax();
    }
    return token == JsonToken.FIELD_NAME
        ? text.getBytes(StandardCharsets.UTF_8).length <= limits.nameBytesMax()
        : StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private static JsonFactory factory(JsonLimits limits) {
    return JsonFactory.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .streamReadConstraints(StreamReadConstraints.builder()
            .maxNestingDepth(limits.depthMax())
            .maxTokenCount(limits.tokensMax())
            .maxNameLength(limits.nameBytesMax())
            .maxNumberLength(limits.numberCharsMax())
            .build())
        .build();
  }
}
