package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.options.Options;
import io.breakwater.provider.Catalog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OpenRoutesTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() throws Exception {
    await(vertx.close());
  }

  private static void await(Future<Void> future) throws Exception {
    future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private Breakwater breakwater() {
    return Breakwater.create(vertx, Options.defaults());
  }

  @Test
  void routes_upToTheLimit_areOpened_andOneMoreIsNot_untilOneIsClosed() throws Exception {
    Breakwater breakwater = breakwater();
    OpenRoute first = breakwater.route("0", new Catalog());
    for (int i = 1; i < OpenRoutes.COUNT_MAX; i++) {
      assertThat(breakwater.route("" + i, new Catalog()).path()).isEqualTo("/mcp/" + i);
    }

    assertThatThrownBy(() -> breakwater.route("more", new Catalog()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("200");
    await(first.close());
    assertThat(breakwater.route("more", new Catalog()).name()).isEqualTo("more");
    assertThatThrownBy(() -> breakwater.route("0", new Catalog()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void name_thatIsTaken_isRefused_untilItsRouteIsClosed() throws Exception {
    Breakwater breakwater = breakwater();
    OpenRoute route = breakwater.route("a b", new Catalog());

    assertThatThrownBy(() -> breakwater.route("a b", new Catalog()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("route a b: the name is taken");
    Future<Void> closed = route.close();
    assertThat(route.close()).isSameAs(closed);
    await(closed);
    assertThat(breakwater.route("a b", new Catalog()).path()).isEqualTo("/mcp/a%20b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "a\n"})
  void name_thatCannotStandInAPath_isRefused(String name) {
    assertThatThrownBy(() -> breakwater().route(name, new Catalog()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 1 to 128 characters");
  }

  @Test
  void name_thatIsLong_isNotRepeated() {
    assertThatThrownBy(() -> breakwater().route("x".repeat(100_000), new Catalog()))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  @Test
  void name_ofAPathWithAnotherPurpose_isTaken() {
    Options options =
        Options.defaults().with("listen.ssePath", "/mcp/sse").with("listen.messagePath", "/mcp/m");
    Breakwater breakwater = Breakwater.create(vertx, options);

    assertThatThrownBy(() -> breakwater.route("sse", new Catalog())).hasMessageContaining("taken");
    assertThatThrownBy(() -> breakwater.route("m", new Catalog())).hasMessageContaining("taken");
    assertThat(breakwater.route("other", new Catalog()).name()).isEqualTo("other");
  }

  @Test
  void route_ofAClosedServer_isRefused() throws Exception {
    Breakwater breakwater = breakwater();
    OpenRoute route = breakwater.route("a", new Catalog());
    await(breakwater.close());

    assertThatThrownBy(() -> breakwater.route("b", new Catalog()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the server is closed");
    await(route.close());
  }
}
