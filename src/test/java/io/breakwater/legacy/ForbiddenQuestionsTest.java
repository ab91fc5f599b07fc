package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.FakeExchange;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client may not be asked, whoever made the question. Nothing is asked when one of several may not be. */
@ExtendWith(OnEventLoop.class)
final class ForbiddenQuestionsTest {
  private final Legacy legacy = new Legacy();
  private final Tool tool = new Tool();

  ForbiddenQuestionsTest() {
    legacy.serve(Method.TOOLS_CALL, tool);
  }

  @Test
  void question_thatTheClientHasNotDeclared_failsTheRequest() {
    assertThat(asked("2025-11-25", "{'sampling':{}}", "{'message':'Who'}"))
        .isEqualTo(missing("{'elicitation':{}}"));
  }

  @Test
  void question_ofAModeThatTheClientHasNotDeclared_failsTheRequest() {
    assertThat(asked("2025-11-25", "{'sampling':{},'elicitation':{}}", "{'mode':'url'}"))
        .isEqualTo(missing("{'elicitation':{'url':{}}}"));
  }

  @Test
  void question_thatTheRevisionDoesNotHave_failsTheRequest() {
    assertThat(asked("2025-06-18", "{'sampling':{},'elicitation':{'url':{}}}", "{'mode':'url'}"))
        .isEqualTo(missing("{'elicitation':{'url':{}}}"));
  }

  private String asked(String version, String capabilities, String elicitation) {
    LegacyClient client = legacy.client(version, capabilities);
    FakeExchange call = client.calls("1");
    Map<String, Outcome.InputRequest> requests = new LinkedHashMap<>();
    requests.put("a", new Outcome.InputRequest(Method.SAMPLING_CREATE_MESSAGE, Json.object("{}")));
    requests.put(
        "b", new Outcome.InputRequest(Method.ELICITATION_CREATE, Json.object(elicitation)));
    tool.last().work.complete(new Outcome.InputRequired(requests, null));
    assertThat(client.deletes().said()).containsExactly("204");
    assertThat(legacy.clock.timers()).isZero();
    return String.join("\n", call.said());
  }

  private static String missing(String capabilities) {
    return "200 {'jsonrpc':'2.0','id':1,'error':{'code':-32600,"
        + "'message':'Missing required client capability',"
        + "'data':{'requiredCapabilities':" + capabilities + "}}}";
  }
}
