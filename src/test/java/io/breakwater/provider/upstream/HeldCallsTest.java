package io.breakwater.provider.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import io.breakwater.options.servers.Reach;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.TransportWish;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldCallsTest {
  private final Vertx vertx = Vertx.vertx();
  private final HeldCalls held = new HeldCalls(2);

  @AfterEach
  void end() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private Relayed call() {
    Options options = Options.defaults();
    Reach nowhere =
        new Reach.Url(URI.create("http://127.0.0.1:1/mcp"), Map.of(), TransportWish.AUTO);
    Upstream server = new Upstream(
        new GatewayContext(vertx, options), ServerEntry.of("one", nowhere, options.gateway()));
    return new Relayed(server, server.connection(Translation.whoever(), Map.of()), none());
  }

  private static Translation none() {
    return Translation.of("one", null, -1);
  }

  @Test
  void calls_asManyAsTheMax_areHeld_andOneBeyondIsNot() {
    Relayed call = call();

    assertThat(held.hold(call)).isNotNull();
    assertThat(held.hold(call)).isNotNull();
    assertThat(held.hold(call)).isNull();
    assertThat(held.count()).isEqualTo(2);
  }

  @Test
  void place_ofACallThatIsTaken_isFree() {
    Relayed call = call();
    String first = Objects.requireNonNull(held.hold(call));
    assertThat(held.hold(call)).isNotNull();

    assertThat(held.take(first)).isSameAs(call);
    assertThat(held.hold(call)).isNotNull();
    assertThat(held.hold(call)).isNull();
  }

  @Test
  void call_isTakenOnce_andNobodyTakesWhatIsNotThere() {
    String name = Objects.requireNonNull(held.hold(call()));

    assertThat(held.take("another")).isNull();
    assertThat(held.take(name)).isNotNull();
    assertThat(held.take(name)).isNull();
    assertThat(held.count()).isZero();
  }

  @Test
  void max_ofZero_holdsNothing() {
    assertThat(new HeldCalls(0).hold(call())).isNull();
  }

  @Test
  void names_ofManyCalls_areLongAndDifferent() {
    HeldCalls many = new HeldCalls(1_000);
    Relayed call = call();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      names.add(Objects.requireNonNull(many.hold(call)));
    }

    assertThat(names).hasSize(1_000).allSatisfy(name -> assertThat(name).hasSize(24));
  }
}
