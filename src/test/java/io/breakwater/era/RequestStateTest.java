package io.breakwater.era;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.ManualClock;
import io.breakwater.dispatch.Seal;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestStateTest {
  private static final String CALL =
      "{'name':'t','arguments':{'b':[1,{'x':'y','z':null}],'a':1.5}}";
  private static final String INVALID =
      "Invalid params: params.requestState: not valid (forged, expired, or given for another request)";

  private final ManualClock clock = new ManualClock();
  private final Seal seal = new Seal(Seal.randomKey(), clock);
  private final RequestState states = new RequestState(seal, 1000, 1000);

  @Test
  void firstRound_hasNothing() {
    RequestState.Round round = states.open(request(CALL), "anna");

    assertThat(round.answers()).isEmpty();
    assertThat(round.kept()).isNull();
  }

  @Test
  void nextRound_hasWhatWasKept_andAllAnswers() {
    String sealed = sealed(CALL, round("{'first':{'n':1}}", "{'step':2}"));

    RequestState.Round next =
        states.open(request(with(CALL, sealed, "{'second':{'n':2}}")), "anna");

    assertThat(next.answers())
        .isEqualTo(Map.of("first", Json.of("{'n':1}"), "second", Json.of("{'n':2}")));
    assertThat(next.kept()).isEqualTo(Json.of("{'step':2}"));
  }

  @Test
  void newAnswer_takesThePlaceOfTheOldOne() {
    String sealed = sealed(CALL, round("{'k':{'n':1}}", null));

    assertThat(states.open(request(with(CALL, sealed, "{'k':{'n':2}}")), "anna").answers())
        .isEqualTo(Map.of("k", Json.of("{'n':2}")));
  }

  @Test
  void answersAlone_areEnough() {
    assertThat(states.open(request(with(CALL, null, "{'k':{}}")), "anna").answers())
        .containsOnlyKeys("k");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'arguments':{'a':1.5,'b':[1,{'z':null,'x':'y'}]},'name':'t'}",
        "{'name':'t','arguments':{'b':[1.0,{'x':'y','z':null}],'a':1.50}}",
        "{'name':'t','_meta':{'progressToken':7},'arguments':{'b':[1,{'x':'y','z':null}],'a':15e-1}}"
      })
  void sameRequest_writtenInAnotherWay_opens(String same) {
    String sealed = sealed(CALL, round("{}", "1"));

    assertThat(states.open(request(with(same, sealed, null)), "anna").kept())
        .isEqualTo(Json.of("1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name':'u','arguments':{'b':[1,{'x':'y','z':null}],'a':1.5}}",
        "{'name':'t','arguments':{'b':[1,{'x':'y','z':null}],'a':1.51}}",
        "{'name':'t','arguments':{'b':[1,{'x':'y','z':null}],'a':'1.5'}}",
        "{'name':'t','arguments':{'b':[{'x':'y','z':null},1],'a':1.5}}",
        "{'name':'t','arguments':{'b':[1,{'x':'y'}],'a':1.5}}",
        "{'name':'t','arguments':{'b':[1,{'x':'y','z':'null'}],'a':1.5}}",
        "{'name':'t','arguments':{'b':[1,{'x':'y','z':false}],'a':1.5}}",
        "{'name':'t','arguments':{'b':[1,{'x':'y','z':null}],'a':1.5},'more':1}",
        "{'name':'t','arguments':{'b':[1,{'x':'y','z':null}]},'a':1.5}",
        "{'name':'t'}"
      })
  void otherRequest_doesNotOpen(String other) {
    String sealed = sealed(CALL, round("{}", "1"));

    assertThat(refused(with(other, sealed, null))).isEqualTo("400 -32602 " + INVALID);
  }

  @Test
  void otherMethod_doesNotOpen() {
    String sealed = sealed("{'name':'t'}", round("{}", "1"));
    Message.Request prompt = new Message.Request(
        RequestId.of(2), "prompts/get", Json.object(with("{'name':'t'}", sealed, null)));

    assertThatThrownBy(() -> states.open(prompt, "anna")).hasMessage(INVALID);
  }

  @Test
  void otherPrincipal_doesNotOpen() {
    String sealed = sealed(CALL, round("{}", "1"));

    assertThatThrownBy(() -> states.open(request(with(CALL, sealed, null)), "bob"))
        .hasMessage(INVALID);
    assertThatThrownBy(() -> states.open(request(with(CALL, sealed, null)), null))
        .hasMessage(INVALID);
  }

  @Test
  void tampered_doesNotOpen() {
    String sealed = sealed(CALL, round("{}", "1"));

    assertThat(refused(with(CALL, sealed + "-TAMPERED", "{'ok':{}}"))).contains(INVALID);
    assertThat(refused(with(CALL, "eyJhZG1pbiI6dHJ1ZX0.AAAA", null))).contains(INVALID);
    assertThat(refused(with(CALL, "", null))).contains(INVALID);
    assertThat(refused("{'name':'t','requestState':{}}")).contains(INVALID);
    assertThat(refused("{'name':'t','requestState':null}")).contains(INVALID);
    assertThat(refused(with(CALL, "A".repeat(1_000_000), null))).contains(INVALID);
  }

  @Test
  void age_atTheLimit_opens_andOneMore_doesNot() {
    String sealed = sealed(CALL, round("{}", "1"));

    clock.advance(1000);
    assertThat(states.open(request(with(CALL, sealed, null)), "anna").kept()).isNotNull();
    clock.advance(1);
    assertThat(refused(with(CALL, sealed, null))).contains(INVALID);
  }

  /** At every bound, a tiny one and the largest that can be set included, what was sealed opens. */
  @ParameterizedTest
  @ValueSource(ints = {24, 25, 26, 27, 100, 65_536, 1_073_741_824})
  void size_atTheLimit_isSealedAndOpens(int bytesMax) {
    RequestState bounded = new RequestState(seal, 1000, bytesMax);
    int chars = Math.min(bytesMax, 100_000) - "{'answers':{},'kept':''}".length();
    RequestState.Round round = round("{}", "'" + "x".repeat(chars) + "'");

    String sealed = bounded.seal(request(CALL), "anna", round);

    assertThat(bounded.open(request(with(CALL, sealed, null)), "anna").kept())
        .isEqualTo(round.kept());
  }

  @Test
  void size_oneBeyondTheLimit_isRefused() {
    String kept = "x".repeat(1000 - "{'answers':{},'kept':''}".length());

    assertThat(states.seal(request(CALL), "anna", round("{}", "'" + kept + "'")))
        .isNotEmpty();
    assertThatThrownBy(() -> states.seal(request(CALL), "anna", round("{}", "'" + kept + "x'")))
        .isInstanceOf(Refusal.class)
        .hasMessage("Request state exceeds 1000 bytes (limits.stateBytesMax)");
  }

  /** What a handler kept is ours: the limits for strangers do not hold for it. */
  @Test
  void state_thatIsDeep_opens() {
    RequestState large = new RequestState(seal, 1000, 10_000);
    ObjectNode deep = Json.object("{}");
    ObjectNode inner = deep;
    for (int i = 0; i < 200; i++) {
      inner = inner.putObject("a");
    }

    String sealed = large.seal(request(CALL), "anna", new RequestState.Round(Map.of(), deep));

    assertThat(large.open(request(with(CALL, sealed, null)), "anna").kept()).isEqualTo(deep);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null", "'x'", "1"})
  void responses_thatAreNoObject_areRefused(String responses) {
    assertThat(refused(with(CALL, null, responses)))
        .isEqualTo("400 -32602 Invalid params: params.inputResponses: not an object"
            + " (expected: answers by their keys)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'k':12345}", "{'k':null}", "{'ok':{},'k':[]}", "{'k':'x'}"})
  void response_thatIsNoObject_isRefused(String responses) {
    assertThat(refused(with(CALL, null, responses)))
        .isEqualTo("400 -32602 Invalid params: params.inputResponses: an answer is not an object");
  }

  private static Message.Request request(String params) {
    return new Message.Request(RequestId.of(1), "tools/call", Json.object(params));
  }

  private String sealed(String params, RequestState.Round round) {
    return states.seal(request(params), "anna", round);
  }

  private static RequestState.Round round(String answers, @Nullable String kept) {
    Map<String, JsonNode> map = new HashMap<>();
    Json.object(answers).properties().forEach(entry -> map.put(entry.getKey(), entry.getValue()));
    return new RequestState.Round(map, kept == null ? null : Json.of(kept));
  }

  private static String with(String params, @Nullable String state, @Nullable String responses) {
    ObjectNode all = Json.object(params);
    if (responses != null) {
      all.set("inputResponses", Json.of(responses));
    }
    if (state != null) {
      all.put("requestState", state);
    }
    return Json.quoted(all);
  }

  private String refused(String params) {
    Refusal refusal = Objects.requireNonNull(
        catchThrowableOfType(Refusal.class, () -> states.open(request(params), "anna")));
    return refusal.status() + " " + refusal.error().code() + " " + refusal.getMessage();
  }
}
