package io.breakwater.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SseEncoderTest {
  @Test
  void event_onTheWire_isFieldsAndAnEmptyLine() {
    assertThat(event(null, null, "{\"a\":1}")).isEqualTo("data: {\"a\":1}\n\n");
    assertThat(event("7", null, "x")).isEqualTo("id: 7\ndata: x\n\n");
    assertThat(event("7", "endpoint", "/message"))
        .isEqualTo("id: 7\nevent: endpoint\ndata: /message\n\n");
    assertThat(event(null, null, "\u20ac\u2028")).isEqualTo("data: \u20ac\u2028\n\n");
    assertThat(event(null, null, "")).isEqualTo("data: \n\n");
  }

  @Test
  void data_withLineBreaks_becomesLines() {
    assertThat(event(null, null, "a\nb")).isEqualTo("data: a\ndata: b\n\n");
    assertThat(event(null, null, "a\r\nb\rc\n\nd\n"))
        .isEqualTo("data: a\ndata: b\ndata: c\ndata: \ndata: d\ndata: \n\n");
    assertThat(event(null, null, "\r\n\r\n")).isEqualTo("data: \ndata: \ndata: \n\n");
  }

  @Test
  void prime_onTheWire_hasAnIdAndEmptyData() {
    assertThat(SseEncoder.prime("7", 0)).hasToString("id: 7\ndata: \n\n");
    assertThat(SseEncoder.prime("7", 3_000)).hasToString("id: 7\nretry: 3000\ndata: \n\n");
  }

  @Test
  void retry_andComment_carryNoData() {
    assertThat(SseEncoder.retry(0)).hasToString("retry: 0\n\n");
    assertThat(SseEncoder.comment("keep-alive")).hasToString(": keep-alive\n\n");
    assertThatThrownBy(() -> SseEncoder.retry(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\rb", "a\r\n", "a\u0000"})
  void lineBreak_inAField_isRefused(String text) {
    assertThatThrownBy(() -> event(text, null, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("id: line break or NUL (expected: one line)");
    assertThatThrownBy(() -> event(null, text, "x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SseEncoder.comment(text)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SseEncoder.prime(text, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String event(@Nullable String id, @Nullable String type, String data) {
    byte[] bytes = data.getBytes(StandardCharsets.UTF_8);
    assertThat(SseEncoder.event(id, type, Buffer.buffer(bytes)))
        .isEqualTo(SseEncoder.event(id, type, bytes));
    return SseEncoder.event(id, type, bytes).toString();
  }
}
