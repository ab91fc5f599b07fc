package io.breakwater.options;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * JSON with {@code //} and block comments, and commas after the last member, as editors write it. The operator wrote it, so its bounds only keep a wrong file from doing harm.
 *
 * <p>Immutable.
 */
public final class ConfigurationText {
  private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder()
              .maxNestingDepth(64)
              .maxTokenCount(100_000)
              .build())
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // A message quotes the text around an error; the text may hold a secret.
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build())
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .build();

  private ConfigurationText() {}

  /** The text of a file; of one that is too large, so much that {@link #parse} will say so. */
  public static String of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(Configuration.TEXT_BYTES_MAX + 1);
      boolean tooLarge = bytes.length > Configuration.TEXT_BYTES_MAX;
      // A character for each byte, so that it is as many characters too long as it is bytes.
      return new String(bytes, tooLarge ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }
  }

  /**
   * The object that the text holds; nothing when it holds none. A byte order mark before it, which some editors write, is
   * no part of it.
   *
   * @param source where the text came from, for messages
   * @param mistakes takes what is wrong with it
   */
  public static Optional<ObjectNode> parse(String source, String text, Consumer<Mistake> mistakes) {
    if (text.length() > Configuration.TEXT_BYTES_MAX) {
      mistakes.accept(Mistake.expected(
          source, "too large", "at most " + Configuration.TEXT_BYTES_MAX + " bytes"));
      return Optional.empty();
    }
    try {
      JsonNode tree = MAPPER.readTree(text.startsWith("\uFEFF") ? text.substring(1) : text);
      if (tree instanceof ObjectNode members) {
        return Optional.of(members);
      }
      mistakes.accept(Mistake.expected(source, "not an object", "a JSON object"));
    } catch (JsonProcessingException e) {
      mistakes.accept(
          Mistake.expected(source + at(e.getLocation()), reason(e), "JSON with comments"));
    }
    return Optional.empty();
  }

  private static String at(JsonLocation location) {
    return location == null ? "" : ":" + location.getLineNr() + ":" + location.getColumnNr();
  }

  private static String reason(JsonProcessingException e) {
    if (e.getOriginalMessage().startsWith("Unrecognized token")) {
      // The message goes on with the token, which may be a secret without its quotes.
      return "a word that is no JSON";
    }
    // Where a bracket opened is said as a place in a source that is not shown.
    String reason = e.getOriginalMessage()
        .replaceFirst(" \\(start marker.*", "")
        .lines()
        .findFirst()
        .orElse("not JSON");
    return reason.length() > 200 ? reason.substring(0, 200) + "..." : reason;
  }
}
