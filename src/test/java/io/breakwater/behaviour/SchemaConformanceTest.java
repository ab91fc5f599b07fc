package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.spec.Revision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** That the judge of all behaviour tests sees what is wrong, and lets pass what is right. */
final class SchemaConformanceTest {

  private static void judge(Revision revision, String asked, String heard) {
    Conformance conformance = Conformance.of(revision);
    conformance.said(Json.read("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + asked + "\"}"));
    ObjectNode message = Json.object(heard);
    conformance.heard(message.put("jsonrpc", "2.0"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
        V2024_11_05 | tools/call      | {"id":1,"result":{"content":[]}}
        V2025_03_26 | tools/list      | {"id":1,"result":{"tools":[]}}
        V2025_06_18 | ping            | {"id":1,"result":{}}
        V2025_11_25 | x               | {"id":"q","method":"roots/list"}
        V2026_07_28 | tools/call      | {"id":1,"result":{"resultType":"complete","content":[]}}
        V2026_07_28 | tools/call      | {"id":1,"result":{"resultType":"input_required","requestState":"s"}}
        V2026_07_28 | x               | {"method":"notifications/progress","params":{"progressToken":1,"progress":1}}
        """)
  void message_asItShouldBe_passes(Revision revision, String asked, String heard) {
    assertThatCode(() -> judge(revision, asked, heard)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
        V2024_11_05 | tools/call      | {"id":1,"result":{"content":[{"type":"audio","data":"","mimeType":"audio/wav"}]}}
        V2025_03_26 | tools/list      | {"id":1,"result":{}}
        V2025_06_18 | tools/list      | {"id":1,"result":{"tools":[{"name":"a"}]}}
        V2025_06_18 | ping            | {"id":null,"result":{}}
        V2025_06_18 | ping            | {"id":1,"result":{"resultType":"complete"}}
        V2025_11_25 | x               | {"id":"q","method":"no/such"}
        V2025_11_25 | x               | {"method":"notifications/no_such"}
        V2025_11_25 | x               | {"method":"notifications/subscriptions/acknowledged","params":{"notifications":{}}}
        V2025_11_25 | x               | {"method":"notifications/progress","params":{"progress":1}}
        V2026_07_28 | tools/call      | {"id":1,"result":{"content":[]}}
        V2026_07_28 | tools/call      | {"id":1,"result":{"resultType":"done","content":[]}}
        V2026_07_28 | tools/call      | {"id":1,"result":{"resultType":"complete"}}
        V2026_07_28 | server/discover | {"id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"]}}
        V2026_07_28 | x               | {"id":1,"error":{"code":-32022,"message":"m"}}
        V2026_07_28 | x               | {"id":1,"error":{"message":"m"}}
        V2026_07_28 | x               | {"id":"q","method":"roots/list"}
        """)
  void message_asItShouldNotBe_isFound(Revision revision, String asked, String heard) {
    assertThatThrownBy(() -> judge(revision, asked, heard)).isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @EnumSource(Revision.class)
  void id_thatIsNull_passesInAnErrorAlone(Revision revision) {
    String error = "{\"id\":null,\"error\":{\"code\":-32700,\"message\":\"m\"}}";

    assertThatCode(() -> judge(revision, "x", error)).doesNotThrowAnyException();
  }
}
