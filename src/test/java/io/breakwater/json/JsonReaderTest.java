package io.breakwater.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class JsonReaderTest {
  @Test
  void message_readWhole_isTheSameWhenWritten() {
    String text =
        "{\"jsonrpc\":\"2.0\",\"id\":12345678901234567890,\"params\":{\"a\":[1,2.50,-3e5,true,null,\"\u00e9\uD83D\uDE00\"]}}";
    JsonNode node = read(text);
    assertThat(JsonWriter.text(node)).isEqualTo(text.replace("-3e5", "-3E+5"));
  }

  @Test
  void nesting_of65_isRefusedWithLimitAndSetting() {
    assertThat(read("[".repeat(64) + "]".repeat(64))).isNotNull();
    JsonRefused refused =
        catchThrowableOfType(JsonRefused.class, () -> read("[".repeat(65) + "]".repeat(65)));
    assertThat(refused.kind()).isEqualTo(JsonRefused.Kind.TOO_DEEP);
    assertThat(refused).hasMessageContaining("nesting exceeds 64 levels (limits.depthMax)");
  }

  private static JsonNode read(String text) {
    return JsonReader.read(
        text.getBytes(StandardCharsets.UTF_8), JsonLimits.defaults(), "request body");
  }
}
