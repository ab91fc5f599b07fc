package io.breakwater.api;

import static io.breakwater.api.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceContextTest {
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";

  @Test
  void context_isReadFromItsParts() {
    TraceContext trace = of(PARENT, "vendor=value", "user=al");

    assertThat(trace).isEqualTo(new TraceContext(PARENT, "vendor=value", "user=al"));
    assertThat(trace.traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    assertThat(trace.parentId()).isEqualTo("00f067aa0ba902b7");
    assertThat(trace.sampled()).isTrue();
    assertThat(of(PARENT.replace("-01", "-00"), null, null).sampled()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "00-0AF7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01",
        "ff-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01-more",
        "01-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01more",
        "01-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01-\n",
        "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-0"
      })
  void parent_thatIsMalformed_isNone(String parent) {
    assertThat(TraceContext.of(object("{}").put("traceparent", parent))).isNull();
  }

  @Test
  void parent_ofALaterVersion_mayBeLonger() {
    String parent = "01" + PARENT.substring(2) + "-more";

    assertThat(of(parent, null, null).traceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    assertThat(of(parent + "x".repeat(256 - parent.length()), null, null)).isNotNull();
    assertThat(of(parent + "x".repeat(257 - parent.length()), null, null)).isNull();
  }

  @Test
  void parent_thatIsAbsentOrNoText_isNone() {
    assertThat(TraceContext.of(object("{}"))).isNull();
    assertThat(TraceContext.of(object("{'traceparent':7}"))).isNull();
    assertThat(TraceContext.of(object("{'baggage':'a=b'}"))).isNull();
  }

  @Test
  void stateAndBaggage_thatAreMalformed_areLeftOut() {
    assertThat(of(PARENT, "a\nb", "a\u0000")).isEqualTo(new TraceContext(PARENT, null, null));
    assertThat(of(PARENT, "", "é")).isEqualTo(new TraceContext(PARENT, null, null));
  }

  @Test
  void stateAndBaggage_atTheLimit_pass_oneBeyondIsLeftOut() {
    assertThat(of(PARENT, "x".repeat(512), "y".repeat(8192)))
        .isEqualTo(new TraceContext(PARENT, "x".repeat(512), "y".repeat(8192)));
    assertThat(of(PARENT, "x".repeat(513), "y".repeat(8193)))
        .isEqualTo(new TraceContext(PARENT, null, null));
  }

  private static @Nullable TraceContext of(
      String parent, @Nullable String state, @Nullable String baggage) {
    ObjectNode meta = object("{}").put("traceparent", parent);
    if (state != null) {
      meta.put("tracestate", state);
    }
    if (baggage != null) {
      meta.put("baggage", baggage);
    }
    return TraceContext.of(meta);
  }
}
