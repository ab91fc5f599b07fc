package io.breakwater.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class WatchesTest {
  private static final Offers A =
      new Offers(List.of(), List.of(new Named("demo://a")), List.of(), List.of());

  private final List<Provider> providers = new CopyOnWriteArrayList<>();
  private final List<String> heard = new ArrayList<>();
  private final Watches watches = new Watches(() -> providers);

  /** A resource that nobody reads here. */
  private record Named(String uri) implements ResourceOffer {
    @Override
    public ObjectNode definition() {
      return JsonNodeFactory.instance.objectNode().put("uri", uri);
    }

    @Override
    public Future<Outcome> read(String read, Call call) {
      return Future.failedFuture("not to be read");
    }
  }

  private final class Told implements Provider {
    private final String name;
    private Offers offers;

    Told(String name, Offers offers) {
      this.name = name;
      this.offers = offers;
    }

    @Override
    public Offers offers() {
      return offers;
    }

    @Override
    public void watched(String uri, boolean wanted) {
      heard.add(name + " " + uri + " " + wanted);
    }

    @Override
    public Runnable listen(OfferListener listener) {
      return () -> {};
    }
  }

  @Test
  void wish_isToldToTheFirstWhoOffersIt_untilItIsOver() {
    providers.addAll(
        List.of(new Told("none", Offers.NONE), new Told("one", A), new Told("two", A)));

    watches.watched("demo://a", true);
    watches.again();
    watches.watched("demo://a", false);
    watches.again();

    assertThat(heard).containsExactly("one demo://a true", "one demo://a false");
  }

  @Test
  void wish_thatCameFirst_isToldToWhoOffersItLater() {
    Told late = new Told("late", Offers.NONE);
    providers.add(late);
    watches.watched("demo://a", true);
    assertThat(heard).isEmpty();

    late.offers = A;
    watches.again();

    assertThat(heard).containsExactly("late demo://a true");
  }

  @Test
  void wish_goesOverToWhoTakesThePlace_asSoonAsThatOneOffersIt() {
    Told before = new Told("before", A);
    Told after = new Told("after", Offers.NONE);
    providers.add(before);
    watches.watched("demo://a", true);

    providers.set(0, after);
    watches.again();
    after.offers = A;
    watches.again();

    assertThat(heard)
        .containsExactly("before demo://a true", "before demo://a false", "after demo://a true");
  }

  @Test
  void provider_thatDoesNotListItAnyMore_staysAsked() {
    Told one = new Told("one", A);
    providers.add(one);
    watches.watched("demo://a", true);

    one.offers = Offers.NONE;
    watches.again();
    watches.watched("demo://a", false);

    assertThat(heard).containsExactly("one demo://a true", "one demo://a false");
  }

  @Test
  void wish_thatIsOverBeforeAnybodyOffersIt_isToldToNobody() {
    Told late = new Told("late", Offers.NONE);
    providers.add(late);
    watches.watched("demo://a", true);
    watches.watched("demo://a", false);

    late.offers = A;
    watches.again();

    assertThat(heard).isEmpty();
  }
}
