package io.breakwater.api;

import static io.breakwater.api.Trees.json;
import static io.breakwater.api.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks, results, contents and messages as they stand on the wire. */
final class ContentTest {
  private static final byte[] BYTES = {1, 2, 3};
  private static final Annotations HINTS = Annotations.NONE
      .audience(Role.USER, Role.ASSISTANT)
      .priority(1)
      .lastModified(Instant.parse("2025-01-12T15:00:58Z"));
  private static final String HINTS_JSON =
      "'annotations':{'audience':['user','assistant'],'priority':1,'lastModified':'2025-01-12T15:00:58Z'}";

  @Test
  void blocks_areAsTheSpecificationSays() {
    assertThat(Content.text("hi").json()).isEqualTo(json("{'type':'text','text':'hi'}"));
    assertThat(Content.image(BYTES, "image/png").json())
        .isEqualTo(json("{'type':'image','data':'AQID','mimeType':'image/png'}"));
    assertThat(Content.audio(BYTES, "audio/wav").json())
        .isEqualTo(json("{'type':'audio','data':'AQID','mimeType':'audio/wav'}"));
    assertThat(
            Content.embedded(new Contents.Text("a:b", "text/plain", "x", null)).json())
        .isEqualTo(json(
            "{'type':'resource','resource':{'uri':'a:b','mimeType':'text/plain','text':'x'}}"));
    assertThat(Content.link("a:b", "b").description("B").mimeType("text/plain").json())
        .isEqualTo(
            json(
                "{'type':'resource_link','uri':'a:b','name':'b','description':'B','mimeType':'text/plain'}"));
  }

  @Test
  void blocks_haveHintsAndMetadata() {
    assertThat(Content.text("hi").annotated(HINTS).meta(object("{'a':1}")).json())
        .isEqualTo(json("{'type':'text','text':'hi'," + HINTS_JSON + ",'_meta':{'a':1}}"));
    assertThat(Content.image("AQID", "i").annotated(HINTS).json().get("annotations"))
        .isEqualTo(json("{" + HINTS_JSON + "}").get("annotations"));
    assertThat(Content.audio("AQID", "a").annotated(HINTS).json().has("annotations"))
        .isTrue();
    assertThat(Content.link("a:b", "b").annotated(HINTS).json())
        .isEqualTo(json("{'type':'resource_link','uri':'a:b','name':'b'," + HINTS_JSON + "}"));
    assertThat(Content.embedded(new Contents.Text("a:b", null, "x", null))
            .annotated(HINTS)
            .meta(object("{'a':1}"))
            .json())
        .isEqualTo(json("{'type':'resource','resource':{'uri':'a:b','text':'x'}," + HINTS_JSON
            + ",'_meta':{'a':1}}"));
  }

  @Test
  void link_toAResource_saysWhatTheResourceSays() {
    Resource resource = Resource.of("a:b", "b").mimeType("text/plain").text("x");

    assertThat(Content.link(resource).json())
        .isEqualTo(json("{'type':'resource_link','uri':'a:b','name':'b','mimeType':'text/plain'}"));
  }

  @Test
  void priority_outOfRange_isRefused() {
    assertThat(Annotations.NONE.priority(0).priority()).isZero();
    assertThatThrownBy(() -> Annotations.NONE.priority(1.01))
        .hasMessageContaining("(expected: 0 to 1)");
    assertThatThrownBy(() -> Annotations.NONE.priority(-0.01))
        .hasMessageContaining("(expected: 0 to 1)");
    assertThatThrownBy(() -> Annotations.NONE.priority(Double.NaN))
        .hasMessageContaining("(expected: 0 to 1)");
  }

  @Test
  void result_ofContent_hasNoOtherMembers() {
    assertThat(ToolResult.text("hi").json())
        .isEqualTo(json("{'content':[{'type':'text','text':'hi'}]}"));
    assertThat(ToolResult.of().json()).isEqualTo(json("{'content':[]}"));
  }

  @Test
  void result_ofAnError_saysSo() {
    assertThat(ToolResult.error("no").json())
        .isEqualTo(json("{'content':[{'type':'text','text':'no'}],'isError':true}"));
    assertThat(ToolResult.text("no").failed()).isEqualTo(ToolResult.error("no"));
  }

  @Test
  void result_thatIsStructured_isRepeatedAsText() {
    assertThat(ToolResult.structured(List.of(1, 2)).json())
        .isEqualTo(json("{'content':[{'type':'text','text':'[1,2]'}],'structuredContent':[1,2]}"));
    assertThat(ToolResult.structured("x").json().get("structuredContent")).isEqualTo(json("'x'"));
    assertThat(ToolResult.structured(null).json())
        .isEqualTo(json("{'content':[{'type':'text','text':'null'}],'structuredContent':null}"));
  }

  @Test
  void result_withContentOfItsOwn_isNotRepeated() {
    assertThat(ToolResult.text("two")
            .withStructured(Map.of("n", 2))
            .meta(object("{'a':1}"))
            .json())
        .isEqualTo(
            json(
                "{'content':[{'type':'text','text':'two'}],'structuredContent':{'n':2},'_meta':{'a':1}}"));
    assertThat(ToolResult.structured(1).with(Content.text("one")).json())
        .isEqualTo(json("{'content':[{'type':'text','text':'one'}],'structuredContent':1}"));
  }

  @Test
  void contents_areTextsAndBlobs() {
    assertThat(Contents.text("a:b", "text/plain", "x").json())
        .isEqualTo(json("{'contents':[{'uri':'a:b','mimeType':'text/plain','text':'x'}]}"));
    assertThat(Contents.blob("a:b", null, BYTES).json())
        .isEqualTo(json("{'contents':[{'uri':'a:b','blob':'AQID'}]}"));
    assertThat(Contents.of(
                new Contents.Text("a:b", null, "x", object("{'m':1}")),
                new Contents.Blob("a:c", null, "AQID", object("{'m':2}")))
            .json())
        .isEqualTo(
            json(
                "{'contents':[{'uri':'a:b','text':'x','_meta':{'m':1}},{'uri':'a:c','blob':'AQID','_meta':{'m':2}}]}"));
  }

  @Test
  void resource_isDefinedByWhatIsSaid() {
    Resource resource = Resource.of("test://a", "a")
        .title("A")
        .description("An a")
        .mimeType("text/plain")
        .sizeBytes(0)
        .annotations(HINTS)
        .icons(Icon.of("data:image/png;base64,AQID"))
        .meta(object("{'m':1}"))
        .text("x");

    assertThat(json(resource.definition().toString())).isEqualTo(json("""
        {'uri':'test://a','name':'a','title':'A','description':'An a',
         'icons':[{'src':'data:image/png;base64,AQID'}],'_meta':{'m':1},
         'mimeType':'text/plain','size':0,%s}""".formatted(HINTS_JSON)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "relative", "/path", "a b:c", "http://[", "%"})
  void resource_underNoUri_isRefused(String uri) {
    assertThatThrownBy(() -> Resource.of(uri, "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("resource uri");
  }

  @Test
  void resourceUri_atTheLimit_passes_oneBeyondIsRefused() {
    assertThat(Resource.of("a:" + "b".repeat(8190), "a")).isNotNull();
    assertThatThrownBy(() -> Resource.of("a:" + "b".repeat(8191), "a"))
        .hasMessageContaining("8192");
  }

  @Test
  void names_atTheLimit_pass_oneBeyondIsRefused() {
    assertThat(Prompt.of("a".repeat(256))).isNotNull();
    assertThatThrownBy(() -> Prompt.of("a".repeat(257))).hasMessageContaining("prompt name");
    assertThatThrownBy(() -> Prompt.of(" ")).hasMessageContaining("prompt name");
    assertThatThrownBy(() -> Resource.of("a:b", "a\nb")).hasMessageContaining("resource name");
    assertThatThrownBy(() -> PromptArgument.required(""))
        .hasMessageContaining("prompt argument name");
    assertThatThrownBy(() -> ResourceTemplate.of("a:{b}", ""))
        .hasMessageContaining("resource template");
  }

  @Test
  void template_isDefinedByWhatIsSaid() {
    ResourceTemplate template = ResourceTemplate.of("test://{id}", "t")
        .title("T")
        .description("Ts")
        .mimeType("text/plain")
        .annotations(HINTS)
        .icons(Icon.of("http://example.com/i.png"))
        .meta(object("{'m':1}"))
        .completer("id", Completer.among(List.of("a")))
        .caching(new Caching(5, true))
        .reader((match, call) ->
            Future.succeededFuture(Contents.text(match.uri(), null, match.variable("id"))));

    assertThat(template.definition()).isEqualTo(json("""
        {'uriTemplate':'test://{id}','name':'t','title':'T','description':'Ts',
         'icons':[{'src':'http://example.com/i.png'}],'_meta':{'m':1},
         'mimeType':'text/plain',%s}""".formatted(HINTS_JSON)));
    assertThat(template.completers()).containsOnlyKeys("id");
    assertThat(template.caching()).isEqualTo(new Caching(5, true));
    assertThat(template.template()).isEqualTo(UriTemplate.of("test://{id}"));
  }

  @Test
  void completer_ofNoVariable_isRefused() {
    assertThatThrownBy(
            () -> ResourceTemplate.of("a:{b}", "t").completer("c", Completer.among(List.of())))
        .hasMessageContaining("(expected: a variable of a:{b})");
  }

  @Test
  void prompt_isDefinedByWhatIsSaid() {
    Prompt prompt = Prompt.of("p")
        .title("P")
        .description("A p")
        .icons(new Icon("https://example.com/i.svg", null, List.of(), Icon.Theme.DARK))
        .meta(object("{'m':1}"))
        .argument(PromptArgument.required("a").title("A").description("First"))
        .argument(PromptArgument.optional("b"))
        .handler((arguments, call) -> Future.succeededFuture(PromptResult.of()));

    assertThat(prompt.definition()).isEqualTo(json("""
        {'name':'p','title':'P','description':'A p',
         'icons':[{'src':'https://example.com/i.svg','theme':'dark'}],'_meta':{'m':1},
         'arguments':[{'name':'a','title':'A','description':'First','required':true},{'name':'b'}]}"""));
  }

  @Test
  void promptArgument_givenTwice_isRefused() {
    assertThatThrownBy(() -> Prompt.of("p")
            .argument(PromptArgument.required("a"))
            .argument(PromptArgument.optional("a")))
        .hasMessage("prompt argument: 'a' is given twice");
  }

  @Test
  void promptResult_hasMessages() {
    PromptResult result = PromptResult.of(
            PromptMessage.user("hi"), PromptMessage.assistant(Content.image(BYTES, "image/png")))
        .description("D")
        .meta(object("{'m':1}"));

    assertThat(result.json()).isEqualTo(json("""
        {'description':'D','messages':[
          {'role':'user','content':{'type':'text','text':'hi'}},
          {'role':'assistant','content':{'type':'image','data':'AQID','mimeType':'image/png'}}],
         '_meta':{'m':1}}"""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"javascript:alert(1)", "file:///x", "x.png", ""})
  void icon_ofAnotherScheme_isRefused(String src) {
    assertThatThrownBy(() -> Icon.of(src)).hasMessageContaining("an https, http or data URI");
  }

  @Test
  void completion_atTheLimit_passes_oneBeyondIsRefused() {
    List<String> values = java.util.Collections.nCopies(100, "a");

    assertThat(new Completion(values, null, true).json().at("/completion/values"))
        .hasSize(100);
    assertThatThrownBy(() -> new Completion(java.util.Collections.nCopies(101, "a"), null, true))
        .hasMessage("completion: 101 values (expected: at most 100)");
  }

  @Test
  void completion_ofManyValues_hasTheFirstHundred() {
    Completion completion = Completion.of(java.util.Collections.nCopies(101, "a"));

    assertThat(completion.values()).hasSize(100);
    assertThat(completion.total()).isEqualTo(101);
    assertThat(completion.hasMore()).isTrue();
    assertThat(Completion.of(List.of("a")).json())
        .isEqualTo(json("{'completion':{'values':['a'],'total':1,'hasMore':false}}"));
    assertThat(Completion.NONE.json())
        .isEqualTo(json("{'completion':{'values':[],'total':0,'hasMore':false}}"));
  }

  @Test
  void completer_amongValues_takesThoseThatStartSo() {
    Completion completion = Completer.among(List.of("Paris", "park", "Rome"))
        .complete("PA", Map.of(), new FakeCall())
        .result();

    assertThat(completion.values()).containsExactly("Paris", "park");
  }

  @Test
  void caching_ofNegativeTime_isRefused() {
    assertThatThrownBy(() -> new Caching(-1, true))
        .hasMessage("caching ttlMs: -1 (expected: >= 0)");
  }
}
