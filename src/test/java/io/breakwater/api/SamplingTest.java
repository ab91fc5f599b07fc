package io.breakwater.api;

import static io.breakwater.api.Trees.json;
import static io.breakwater.api.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions to the client's model, and for its roots. */
final class SamplingTest {

  @Test
  void question_saysWhatIsAsked() {
    Sampling sampling = Sampling.of(100, SamplingMessage.user("Capital of France"))
        .systemPrompt("Be brief")
        .models(ModelPreferences.of("claude").cost(0.3).speed(0.5).intelligence(1))
        .temperature(0.1)
        .stopSequences("stop")
        .metadata(object("{'m':1}"))
        .includeContext(Sampling.Context.THIS_SERVER)
        .tools(new Sampling.ToolSpec("t", "T", object("{'type':'object'}")))
        .toolChoice(Sampling.ToolChoice.REQUIRED);

    assertThat(sampling.params()).isEqualTo(json("""
        {'messages':[{'role':'user','content':{'type':'text','text':'Capital of France'}}],
         'maxTokens':100,'systemPrompt':'Be brief',
         'modelPreferences':{'hints':[{'name':'claude'}],'costPriority':0.3,'speedPriority':0.5,
           'intelligencePriority':1},
         'temperature':0.1,'stopSequences':['stop'],'metadata':{'m':1},
         'includeContext':'thisServer',
         'tools':[{'name':'t','description':'T','inputSchema':{'type':'object'}}],
         'toolChoice':{'mode':'required'}}"""));
  }

  @Test
  void question_isNotChangedByWhatIsMadeOfIt() {
    Sampling plain = Sampling.of(1, SamplingMessage.user("a"));

    assertThat(plain.systemPrompt("x")).isNotSameAs(plain);
    assertThat(plain.params().has("systemPrompt")).isFalse();
  }

  @Test
  void messages_ofSeveralBlocks_areArrays() {
    SamplingMessage message = SamplingMessage.assistant(
        new SampleContent.ToolUse("1", "t", object("{'a':1}"), object("{'m':1}")),
        new SampleContent.ToolUse("2", "t", object("{}"), null));

    assertThat(Sampling.of(1, message).params().at("/messages/0")).isEqualTo(json("""
        {'role':'assistant','content':[
          {'type':'tool_use','id':'1','name':'t','input':{'a':1},'_meta':{'m':1}},
          {'type':'tool_use','id':'2','name':'t','input':{}}]}"""));
  }

  @Test
  void toolOutcome_standsOnTheWire() {
    SampleContent.ToolOutcome outcome = new SampleContent.ToolOutcome(
        "1", List.of(Content.text("x")), json("[1]"), true, object("{'m':1}"));

    assertThat(outcome.json()).isEqualTo(json("""
        {'type':'tool_result','toolUseId':'1','content':[{'type':'text','text':'x'}],
         'structuredContent':[1],'isError':true,'_meta':{'m':1}}"""));
    assertThat(SampleContent.ToolOutcome.of("1").json())
        .isEqualTo(json("{'type':'tool_result','toolUseId':'1','content':[]}"));
  }

  @Test
  void toolOutcomes_standAlone() {
    SampleContent outcome = SampleContent.ToolOutcome.of("1");

    assertThat(SamplingMessage.user(outcome, outcome).content()).hasSize(2);
    assertThatThrownBy(() -> SamplingMessage.user(outcome, Content.text("x")))
        .hasMessageContaining("tool outcomes alone");
    assertThatThrownBy(SamplingMessage::assistant).hasMessageContaining("at least one block");
  }

  @Test
  void question_withoutTokensOrMessages_isRefused() {
    assertThatThrownBy(() -> Sampling.of(0, SamplingMessage.user("a")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Sampling.of(1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ModelPreferences.of().speed(1.1))
        .hasMessage("speed priority: 1.1 (expected: 0 to 1)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|false|false|false",
        "{'sampling':{}}|true|false|false",
        "{'sampling':{'tools':{}}}|true|true|false",
        "{'sampling':{'context':{}}}|true|false|true",
      })
  void capability_isForEachFeatureItsOwn(
      String capabilities, boolean plain, boolean tools, boolean context) {
    Sampling sampling = Sampling.of(1, SamplingMessage.user("a"));

    assertThat(sampling.supportedBy(object(capabilities))).isEqualTo(plain);
    assertThat(sampling.includeContext(Sampling.Context.NONE).supportedBy(object(capabilities)))
        .isEqualTo(plain);
    assertThat(sampling.toolChoice(Sampling.ToolChoice.NONE).supportedBy(object(capabilities)))
        .isEqualTo(tools);
    assertThat(
            sampling.includeContext(Sampling.Context.ALL_SERVERS).supportedBy(object(capabilities)))
        .isEqualTo(context);
  }

  @Test
  void capability_thatIsNeeded_isNamed() {
    Sampling sampling = Sampling.of(1, SamplingMessage.user("a"));

    assertThat(sampling.capability()).isEqualTo(json("{'sampling':{}}"));
    assertThat(sampling
            .tools(new Sampling.ToolSpec("t", null, object("{}")))
            .includeContext(Sampling.Context.THIS_SERVER)
            .capability())
        .isEqualTo(json("{'sampling':{'tools':{},'context':{}}}"));
  }

  @Test
  void answer_ofOneBlock_isRead() {
    SampleResult result = Sampling.of(1, SamplingMessage.user("a")).read(json("""
        {'role':'assistant','content':{'type':'text','text':'Paris'},'model':'m',
         'stopReason':'endTurn'}"""));

    assertThat(result.text()).isEqualTo("Paris");
    assertThat(result.model()).isEqualTo("m");
    assertThat(result.stopReason()).isEqualTo("endTurn");
    assertThat(result.message().json())
        .isEqualTo(json("{'role':'assistant','content':{'type':'text','text':'Paris'}}"));
  }

  @Test
  void answer_ofSeveralBlocks_isRead() {
    SampleResult result = SampleResult.of(json("""
        {'role':'assistant','content':[
          {'type':'text','text':'a'},{'type':'text','text':'b','_meta':{'m':1}},
          {'type':'image','data':'AQID','mimeType':'image/png'},
          {'type':'audio','data':'AQID','mimeType':'audio/wav'},
          {'type':'tool_use','id':'1','name':'t','input':{'a':1}},
          {'type':'unknown'}]}"""));

    assertThat(result.text()).isEqualTo("a\nb");
    assertThat(result.content()).hasSize(5);
    assertThat(result.toolUses())
        .containsExactly(new SampleContent.ToolUse("1", "t", object("{'a':1}"), null));
    assertThat(result.model()).isEmpty();
    assertThat(result.stopReason()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "7",
        "{}",
        "{'role':'system','content':[]}",
        "{'role':'assistant'}",
        "{'role':'assistant','content':'text'}",
        "{'role':'assistant','content':{'type':'text'}}",
        "{'role':'assistant','content':{'type':'image','data':'AQID'}}",
        "{'role':'assistant','content':{'type':'tool_use','id':'1','name':'t','input':7}}"
      })
  void answer_thatIsNone_isInvalid(String answer) {
    JsonNode json = json(answer);

    assertThatThrownBy(() -> SampleResult.of(json)).isInstanceOf(InvalidAnswer.class);
  }

  @Test
  void roots_areAskedForAndRead() {
    Roots roots = new Roots();

    assertThat(roots.params()).isEmpty();
    assertThat(roots.capability()).isEqualTo(json("{'roots':{}}"));
    assertThat(roots.supportedBy(object("{'roots':{'listChanged':true}}"))).isTrue();
    assertThat(roots.supportedBy(object("{}"))).isFalse();
    assertThat(roots.read(json("{'roots':[{'uri':'file:///a','name':'A'},{'uri':'file:///b'}]}")))
        .containsExactly(new Root("file:///a", "A"), new Root("file:///b", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "{'roots':{}}", "{'roots':[7]}", "{'roots':[{'uri':7}]}"})
  void roots_thatAreNone_areInvalid(String answer) {
    JsonNode json = json(answer);

    assertThatThrownBy(() -> new Roots().read(json)).isInstanceOf(InvalidAnswer.class);
  }
}
