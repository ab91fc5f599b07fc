package io.breakwater.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.api.Contents;
import io.breakwater.api.Prompt;
import io.breakwater.api.PromptResult;
import io.breakwater.api.Resource;
import io.breakwater.api.ResourceTemplate;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolResult;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CatalogTest {
  private final Catalog catalog = new Catalog();
  private final LocalProvider one = LocalProvider.of(Options.defaults());
  private final LocalProvider two = LocalProvider.of(Options.defaults());

  @Test
  void snapshot_ofNothing_isEmpty() {
    assertThat(catalog.snapshot().tools()).isEmpty();
    assertThat(catalog.snapshot().tool("a")).isNull();
    assertThat(catalog.snapshot().reader("a:b")).isNull();
  }

  @Test
  void providers_standInTheirOrder() {
    two.add(tool("a"));
    one.add(tool("z"), tool("b"));
    catalog.add(one);
    catalog.add(two);

    assertThat(catalog.snapshot().tools())
        .extracting(ToolOffer::name)
        .containsExactly("z", "b", "a");
  }

  @Test
  void snapshot_isTheSameUntilSomethingChanges() {
    catalog.add(one);
    one.add(tool("a"));
    Snapshot before = catalog.snapshot();

    assertThat(catalog.snapshot()).isSameAs(before);
    one.add(tool("b"));
    assertThat(catalog.snapshot()).isNotSameAs(before);
    assertThat(before.tools()).hasSize(1);
    assertThat(catalog.snapshot().tools()).hasSize(2);
  }

  @Test
  void providers_thatAreNotThere_areNamed_tenAtMost() {
    catalog.add(one);
    assertThat(catalog.missing()).isEmpty();

    for (int i = 1; i <= 10; i++) {
      catalog.add(new Missing("m" + i));
    }
    assertThat(catalog.missing()).isEqualTo(" (m1, m2, m3, m4, m5, m6, m7, m8, m9, m10)");

    catalog.add(new Missing("m11"));
    assertThat(catalog.missing())
        .isEqualTo(" (m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, and others)");
  }

  /** A provider that is not there. */
  private record Missing(String name) implements Provider {
    @Override
    public Offers offers() {
      return Offers.NONE;
    }

    @Override
    public List<String> missing() {
      return List.of(name);
    }

    @Override
    public Runnable listen(OfferListener listener) {
      return () -> {};
    }
  }

  @Test
  void name_offeredTwice_belongsToTheFirst() {
    Tool first = tool("a");
    one.add(first);
    two.add(tool("a"), tool("b"));
    two.add(Prompt.of("a").handler((arguments, call) -> Future.succeededFuture(PromptResult.of())));
    catalog.add(one);
    catalog.add(two);

    assertThat(catalog.snapshot().tool("a")).isSameAs(one.offers().tools().get(0));
    assertThat(catalog.snapshot().tools()).hasSize(2);
    assertThat(catalog.snapshot().prompt("a")).isSameAs(two.offers().prompts().get(0));
    assertThat(catalog.snapshot().duplicates()).containsExactly("tool a");
  }

  @Test
  void provider_thatIsRemoved_offersNothingMore() {
    one.add(tool("a"));
    catalog.add(one);
    List<String> told = new ArrayList<>();
    Runnable unlisten = catalog.listen(listener(told));

    catalog.remove(one);
    catalog.remove(one);
    one.add(tool("b"));
    unlisten.run();

    assertThat(catalog.snapshot().tools()).isEmpty();
    assertThat(told).containsExactly("tools", "prompts", "resources");
  }

  @Test
  void changes_ofProviders_arePassedOn() {
    List<String> told = new ArrayList<>();
    Runnable unlisten = catalog.listen(listener(told));

    catalog.add(one);
    one.add(tool("a"));
    one.add(Resource.of("a:a", "a").text("x"));
    one.add(Prompt.of("a").handler((arguments, call) -> Future.succeededFuture(PromptResult.of())));
    one.resourceUpdated("a:a");
    unlisten.run();
    one.removeTool("a");

    assertThat(told)
        .containsExactly(
            "tools", "prompts", "resources", "tools", "resources", "prompts", "updated a:a");
  }

  private static OfferListener listener(List<String> told) {
    return new OfferListener() {
      @Override
      public void toolsChanged() {
        told.add("tools");
      }

      @Override
      public void promptsChanged() {
        told.add("prompts");
      }

      @Override
      public void resourcesChanged() {
        told.add("resources");
      }

      @Override
      public void resourceUpdated(String uri) {
        told.add("updated " + uri);
      }
    };
  }

  @Test
  void reader_isTheResourceItself_elseTheFirstTemplate() {
    one.add(template("a:{x}"), template("a:{y}"), template("b:{+x}"));
    two.add(Resource.of("a:1", "one").text("x"));
    catalog.add(one);
    catalog.add(two);
    Snapshot snapshot = catalog.snapshot();

    assertThat(snapshot.reader("a:1")).isSameAs(two.offers().resources().get(0));
    assertThat(snapshot.reader("a:2")).isSameAs(one.offers().templates().get(0));
    assertThat(snapshot.reader("b:1/2")).isSameAs(one.offers().templates().get(2));
    assertThat(snapshot.reader("c:1")).isNull();
    assertThat(snapshot.template("a:{y}")).isSameAs(one.offers().templates().get(1));
    assertThat(snapshot.template("a:2")).isNull();
    assertThat(snapshot.resource("a:1")).isNotNull();
    assertThat(snapshot.resource("a:2")).isNull();
    assertThat(snapshot.resources()).hasSize(1);
    assertThat(snapshot.templates()).hasSize(3);
    assertThat(snapshot.prompts()).isEmpty();
  }

  private static Tool tool(String name) {
    return Tool.of(name).handler((arguments, call) -> Future.succeededFuture(ToolResult.of()));
  }

  private static ResourceTemplate template(String template) {
    return ResourceTemplate.of(template, "t")
        .reader((match, call) -> Future.succeededFuture(Contents.of()));
  }

  @Test
  void resource_thatNobodyLists_isReadByTheOneWhoMayHaveMore_andByNobodyWhenThereAreTwo() {
    ResourceReader reader = (uri, call) -> Future.failedFuture("not there");
    catalog.add(one);
    assertThat(catalog.unlisted()).isNull();

    catalog.add(more(reader));
    assertThat(catalog.unlisted()).isSameAs(reader);

    catalog.add(more(reader));
    assertThat(catalog.unlisted()).isNull();
  }

  private static Provider more(ResourceReader reader) {
    return new Provider() {
      @Override
      public Offers offers() {
        return Offers.NONE;
      }

      @Override
      public ResourceReader unlisted() {
        return reader;
      }

      @Override
      public Runnable listen(OfferListener listener) {
        return () -> {};
      }
    };
  }
}
