package io.breakwater.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CallerTest {
  @Test
  void capability_isDeclaredByAnObject() {
    Caller caller = caller("{'sampling':{'tools':{}},'roots':true}");

    assertThat(caller.declares("sampling")).isTrue();
    assertThat(caller.declares("sampling", "tools")).isTrue();
    assertThat(caller.declares("sampling", "context")).isFalse();
    assertThat(caller.declares("roots")).isFalse();
    assertThat(caller.declares("elicitation")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          {}                                                  | {'elicitation':{'url':{}},'sampling':{},'roots':{}}
          {'elicitation':{},'sampling':{},'roots':{}}         | {'elicitation':{'url':{}}}
          {'elicitation':{'url':{}},'sampling':{},'roots':{}} | {}
          {'elicitation':{'form':{}},'roots':{}}              | {'elicitation':{'url':{}},'sampling':{}}
          """)
  void whatIsLacking_isNamed(String capabilities, String lacking) {
    assertThat(Json.quoted(caller(capabilities)
            .lacking(List.of(
                question(Method.ELICITATION_CREATE, "{'message':'m'}"),
                question(Method.ELICITATION_CREATE, "{'mode':'url'}"),
                question(Method.ELICITATION_CREATE, "{'mode':'form'}"),
                question(Method.SAMPLING_CREATE_MESSAGE, "{}"),
                question(Method.ROOTS_LIST, "{}")))))
        .isEqualTo(lacking);
  }

  @Test
  void noQuestion_lacksNothing() {
    assertThat(caller("{}").lacking(List.of())).isEmpty();
  }

  private static Outcome.InputRequest question(Method method, String params) {
    return new Outcome.InputRequest(method, Json.object(params));
  }

  private static Caller caller(String capabilities) {
    return new Caller(
        Json.object(capabilities), null, null, () -> null, null, null, name -> java.util.List.of());
  }
}
