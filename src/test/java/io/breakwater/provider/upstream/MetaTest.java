package io.breakwater.provider.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.rpc.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetaTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "progressToken",
        "io.modelcontextprotocol/clientInfo",
        "io.modelcontextprotocol/",
        "com.mcp/x",
        "dev.mcp.tools/x",
        "IO.ModelContextProtocol/x"
      })
  void key_thatBelongsToAHop_staysThere(String key) {
    ObjectNode meta = Json.object("{}").put(key, 1).put("mine", 2);

    assertThat(Meta.passing(meta)).isEqualTo(Json.object("{'mine':2}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "traceparent",
        "tracestate",
        "baggage",
        "com.example/x",
        "mcp/x",
        "com.example.mcp/x",
        "com.mcpx/x"
      })
  void key_thatBelongsToNoHop_passes(String key) {
    ObjectNode meta = Json.object("{}").put(key, "v");

    assertThat(Meta.passing(meta)).isEqualTo(meta);
  }

  @Test
  void result_withReservedMetaAlone_hasNone_andItselfIsNotChanged() {
    ObjectNode result = Json.object("{'a':1,'_meta':{'io.modelcontextprotocol/x':1}}");
    ObjectNode before = result.deepCopy();

    assertThat(Meta.ofResult(result)).isEqualTo(Json.object("{'a':1}"));
    assertThat(result).isEqualTo(before);
  }

  @Test
  void result_withOtherMeta_keepsIt() {
    ObjectNode result = Json.object("{'_meta':{'io.modelcontextprotocol/x':1,'com.example/y':2}}");

    assertThat(Meta.ofResult(result)).isEqualTo(Json.object("{'_meta':{'com.example/y':2}}"));
  }

  @Test
  void result_withoutMeta_isTheSame() {
    ObjectNode result = Json.object("{'a':1}");

    assertThat(Meta.ofResult(result)).isSameAs(result);
  }
}
