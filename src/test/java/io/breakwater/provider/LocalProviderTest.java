package io.breakwater.provider;

import static io.breakwater.api.Trees.json;
import static io.breakwater.api.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.api.Caching;
import io.breakwater.api.Completer;
import io.breakwater.api.Completion;
import io.breakwater.api.Contents;
import io.breakwater.api.Elicitation;
import io.breakwater.api.FakeCall;
import io.breakwater.api.Handler;
import io.breakwater.api.InputNeeded;
import io.breakwater.api.Prompt;
import io.breakwater.api.PromptArgument;
import io.breakwater.api.PromptMessage;
import io.breakwater.api.PromptResult;
import io.breakwater.api.Resource;
import io.breakwater.api.ResourceNotFound;
import io.breakwater.api.ResourceTemplate;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolException;
import io.breakwater.api.ToolResult;
import io.breakwater.options.Options;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is offered from Java: added, removed, read, got and completed. */
final class LocalProviderTest {
  private final LocalProvider local = LocalProvider.of(Options.defaults());
  private final FakeCall call = new FakeCall();
  private final List<String> told = new ArrayList<>();

  /** Writes down what it is told. */
  private final class Listener implements OfferListener {
    @Override
    public void toolsChanged() {
      told.add("tools " + local.offers().tools().size());
    }

    @Override
    public void promptsChanged() {
      told.add("prompts " + local.offers().prompts().size());
    }

    @Override
    public void resourcesChanged() {
      told.add("resources "
          + (local.offers().resources().size() + local.offers().templates().size()));
    }

    @Override
    public void resourceUpdated(String uri) {
      told.add("updated " + uri);
    }
  }

  @Test
  void nothing_isOfferedAtFirst() {
    assertThat(local.offers()).isEqualTo(Offers.NONE);
  }

  @Test
  void changes_areToldAfterTheyCanBeSeen() {
    Runnable unlisten = local.listen(new Listener());

    local.add(tool("a"), tool("b"));
    local.add(Resource.of("a:a", "a").text("x"));
    local.add(template("a:{b}"));
    local.add(prompt("p"));
    local.resourceUpdated("a:a");
    local.removeTool("a");
    local.removeResource("a:a");
    local.removeTemplate("a:{b}");
    local.removePrompt("p");
    unlisten.run();
    local.removeTool("b");

    assertThat(told)
        .containsExactly(
            "tools 2",
            "resources 1",
            "resources 2",
            "prompts 1",
            "updated a:a",
            "tools 1",
            "resources 1",
            "resources 0",
            "prompts 0");
  }

  @Test
  void changesOfNothing_areNotTold() {
    Offers before = local.offers();
    Runnable unlisten = local.listen(new Listener());

    local.removeTool("a");
    local.removeResource("a:a");
    local.removeTemplate("a:{b}");
    local.removePrompt("p");
    unlisten.run();

    assertThat(told).isEmpty();
    assertThat(local.offers()).isSameAs(before);
  }

  @Test
  void offers_standInTheOrderInWhichTheyWereAdded() {
    local.add(tool("z"), tool("a"));
    local.add(tool("m"));
    local.removeTool("a");
    local.add(tool("a"));

    assertThat(local.offers().tools()).extracting(ToolOffer::name).containsExactly("z", "m", "a");
    assertThat(local.offers()).isSameAs(local.offers());
  }

  @Test
  void name_thatIsTaken_isRefused_andNothingChanges() {
    local.add(tool("a"));
    local.add(Resource.of("a:a", "a").text("x"));
    local.add(template("a:{b}"));
    local.add(prompt("p"));
    Offers before = local.offers();

    assertThatThrownBy(() -> local.add(tool("b"), tool("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tool 'a' is there already (expected: a new name)");
    assertThatThrownBy(() -> local.add(Resource.of("a:a", "b").text("y")))
        .hasMessageContaining("resource 'a:a'");
    assertThatThrownBy(() -> local.add(template("a:{b}")))
        .hasMessageContaining("resource template 'a:{b}'");
    assertThatThrownBy(() -> local.add(prompt("p"))).hasMessageContaining("prompt 'p'");
    assertThat(local.offers()).isSameAs(before);
  }

  @Test
  void changes_ofManyThreads_areAllKept() throws Exception {
    int threads = 8;
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> all = IntStream.range(0, threads)
        .mapToObj(i -> new Thread(() -> addTen(i, start)))
        .toList();
    all.forEach(Thread::start);
    start.countDown();
    for (Thread thread : all) {
      thread.join();
    }

    assertThat(local.offers().prompts()).hasSize(threads * 10);
  }

  private void addTen(int thread, CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < 10; i++) {
      local.add(prompt("p" + thread + "-" + i));
    }
  }

  @Test
  void resource_isReadWithItsCaching() {
    local.add(Resource.of("a:a", "a")
        .mimeType("text/plain")
        .caching(new Caching(5, true))
        .text("x"));

    ResourceOffer offer = local.offers().resources().get(0);

    assertThat(offer.definition())
        .isEqualTo(json("{'uri':'a:a','name':'a','mimeType':'text/plain'}"));
    assertThat(offer.read("a:a", call).result())
        .isEqualTo(new Outcome.Complete(
            object("{'contents':[{'uri':'a:a','mimeType':'text/plain','text':'x'}]}"),
            new Outcome.CacheHint(5, true)));
  }

  @Test
  void resource_ofBytes_isReadInBase64() {
    local.add(Resource.of("a:a", "a").blob(new byte[] {1, 2, 3}));

    assertThat(read("a:a"))
        .isEqualTo(new Outcome.Complete(
            object("{'contents':[{'uri':'a:a','blob':'AQID'}]}"), new Outcome.CacheHint(0, false)));
  }

  @Test
  void resource_readByAThreadThatBlocks_isRead() {
    local.add(Resource.of("a:a", "a").blockingReader((uri, call) -> Contents.text(uri, null, "x")));

    assertThat(read("a:a")).isInstanceOf(Outcome.Complete.class);
  }

  @Test
  void resource_mayAsk() {
    local.add(Resource.of("a:a", "a")
        .reader(
            (uri, call) -> call.elicit("k", Elicitation.form("x")).map(answer -> Contents.of())));

    assertThat(read("a:a")).isInstanceOf(Outcome.InputRequired.class);
  }

  private Outcome read(String uri) {
    return call.await(local.offers().resources().get(0).read(uri, call));
  }

  @Test
  void resource_thatIsNotThere_isRefusedWithItsUri() {
    Refusal refusal = refused(reading((uri, call) -> Future.failedFuture(new ResourceNotFound())));

    assertThat(refusal.error().code()).isEqualTo(ErrorCodes.RESOURCE_NOT_FOUND);
    assertThat(refusal.error().data()).isEqualTo(json("{'uri':'a:a'}"));
  }

  @Test
  void resource_thatFails_isRefused() {
    Refusal told = refused(reading((uri, call) -> {
      throw new ToolException("no access");
    }));
    Refusal hidden = refused(reading((uri, call) -> {
      throw new IllegalStateException("secret");
    }));

    assertThat(told.error().message()).isEqualTo("no access");
    assertThat(told.error().code()).isEqualTo(ErrorCodes.INTERNAL_ERROR);
    assertThat(hidden.error().message()).matches("Internal error \\([0-9a-f]{8}\\)");
    assertThat(hidden.status()).isEqualTo(500);
  }

  private Future<Outcome> reading(Handler<String, Contents> reader) {
    LocalProvider provider = LocalProvider.of(Options.defaults());
    provider.add(Resource.of("a:a", "a").reader(reader));
    return provider.offers().resources().get(0).read("a:a", call);
  }

  @Test
  void template_isReadWithItsVariables() {
    local.add(ResourceTemplate.of("test://template/{id}/data", "t")
        .reader((match, call) -> Future.succeededFuture(
            Contents.text(match.uri(), "text/plain", match.variable("id")))));
    TemplateOffer offer = local.offers().templates().get(0);

    assertThat(offer.template()).isEqualTo("test://template/{id}/data");
    assertThat(offer.definition())
        .isEqualTo(json("{'uriTemplate':'test://template/{id}/data','name':'t'}"));
    assertThat(offer.matches("test://template/1/data")).isTrue();
    assertThat(offer.matches("test://template/1/2/data")).isFalse();
    assertThat(offer.read("test://template/1%202/data", call).result())
        .isEqualTo(new Outcome.Complete(
            object(
                "{'contents':[{'uri':'test://template/1%202/data','mimeType':'text/plain','text':'1 2'}]}"),
            new Outcome.CacheHint(0, false)));
    assertThat(refused(offer.read("test://other", call)).error().code())
        .isEqualTo(ErrorCodes.RESOURCE_NOT_FOUND);
  }

  @Test
  void prompt_isGotWithItsArguments() {
    local.add(Prompt.of("p")
        .description("P")
        .argument(PromptArgument.required("a"))
        .argument(PromptArgument.optional("b"))
        .handler((arguments, call) ->
            Future.succeededFuture(PromptResult.of(PromptMessage.user(arguments.toString())))));

    assertThat(promptOffer().get(object("{'a':'1','c':'3'}"), call).result())
        .isEqualTo(new Outcome.Complete(object(
            "{'messages':[{'role':'user','content':{'type':'text','text':'{a=1, c=3}'}}]}")));
  }

  @Test
  void prompt_withoutARequiredArgument_isRefused() {
    local.add(Prompt.of("p")
        .argument(PromptArgument.required("a"))
        .handler((arguments, call) -> Future.succeededFuture(PromptResult.of())));

    Refusal missing = refused(promptOffer().get(object("{}"), call));
    Refusal wrong = refused(promptOffer().get(object("{'a':1}"), call));

    assertThat(missing.error().code()).isEqualTo(ErrorCodes.INVALID_PARAMS);
    assertThat(missing.error().message())
        .isEqualTo("params.arguments.a: missing (expected: a string)");
    assertThat(wrong.error().message())
        .isEqualTo("params.arguments.a: not a string (expected: a string)");
  }

  @Test
  void prompt_mayAskAndMayFail() {
    local.add(Prompt.of("asks")
        .handler((arguments, call) ->
            call.elicit("k", Elicitation.form("x")).map(answer -> PromptResult.of())));
    local.add(Prompt.of("fails").blocking((arguments, call) -> {
      throw new ToolException("no such language");
    }));

    assertThat(local.offers().prompts().get(0).get(object("{}"), call).result())
        .isInstanceOf(Outcome.InputRequired.class);
    Refusal refusal = refused(local.offers().prompts().get(1).get(object("{}"), call));
    assertThat(refusal.error().code()).isEqualTo(ErrorCodes.INVALID_PARAMS);
    assertThat(refusal.error().message()).isEqualTo("no such language");
  }

  @Test
  void arguments_areCompleted() {
    local.add(Prompt.of("p")
        .argument(
            PromptArgument.required("city").completer(Completer.among(List.of("Paris", "Rome"))))
        .argument(PromptArgument.required("other"))
        .argument(PromptArgument.required("bad").completer((value, known, call) -> {
          throw new IllegalStateException("secret");
        }))
        .argument(PromptArgument.required("asks")
            .completer((value, known, call) -> Future.failedFuture(new InputNeeded(Map.of()))))
        .argument(PromptArgument.required("known")
            .completer((value, known, call) ->
                Future.succeededFuture(Completion.of(List.copyOf(known.values())))))
        .handler((arguments, call) -> Future.succeededFuture(PromptResult.of())));

    assertThat(complete("city", "p").result())
        .isEqualTo(new Outcome.Complete(
            object("{'completion':{'values':['Paris'],'total':1,'hasMore':false}}")));
    assertThat(complete("other", "p").result())
        .isEqualTo(
            new Outcome.Complete(object("{'completion':{'values':[],'total':0,'hasMore':false}}")));
    assertThat(complete("known", "").result())
        .isEqualTo(new Outcome.Complete(
            object("{'completion':{'values':['x'],'total':1,'hasMore':false}}")));
    assertThat(refused(complete("none", "p")).error().code()).isEqualTo(ErrorCodes.INVALID_PARAMS);
    assertThat(refused(complete("bad", "p")).error().message()).startsWith("Internal error (");
    assertThat(refused(complete("asks", "p")).error().message()).startsWith("Internal error (");
  }

  private Future<Outcome> complete(String argument, String value) {
    return promptOffer().complete(argument, value, Map.of("a", "x"), call);
  }

  @Test
  void variables_areCompleted() {
    local.add(ResourceTemplate.of("a:{x}{?y}", "t")
        .completer("x", Completer.among(List.of("1")))
        .reader((match, call) -> Future.succeededFuture(Contents.of())));
    TemplateOffer offer = local.offers().templates().get(0);

    assertThat(offer.complete("x", "", Map.of(), call).result())
        .isEqualTo(new Outcome.Complete(
            object("{'completion':{'values':['1'],'total':1,'hasMore':false}}")));
    assertThat(offer.complete("y", "", Map.of(), call).succeeded()).isTrue();
    assertThat(refused(offer.complete("z", "", Map.of(), call)).error().message())
        .isEqualTo("params.argument.name: no such argument 'z'");
  }

  private PromptOffer promptOffer() {
    return local.offers().prompts().get(0);
  }

  private Refusal refused(Future<Outcome> future) {
    try {
      throw new AssertionError(call.await(future));
    } catch (Refusal e) {
      return e;
    }
  }

  private static Tool tool(String name) {
    return Tool.of(name).handler((arguments, call) -> Future.succeededFuture(ToolResult.of()));
  }

  private static ResourceTemplate template(String template) {
    return ResourceTemplate.of(template, "t")
        .reader((match, call) -> Future.succeededFuture(Contents.of()));
  }

  private static Prompt prompt(String name) {
    return Prompt.of(name).handler((arguments, call) -> Future.succeededFuture(PromptResult.of()));
  }
}
