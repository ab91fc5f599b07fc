package io.breakwater.provider.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Gateway;
import io.breakwater.options.Options;
import io.breakwater.options.servers.Reach;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.TransportWish;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExposedNamesTest {

  @Test
  void name_of64Characters_isWhole_andOf65IsCutTo64() {
    String longest = "x".repeat(64);

    assertThat(ExposedNames.shortened(longest)).isEqualTo(longest);
    assertThat(ExposedNames.shortened(longest + "y")).hasSize(64).startsWith("x".repeat(55) + "_");
  }

  @Test
  void name_thatIsCut_isTheSameInEveryProcess() {
    assertThat(ExposedNames.shortened("server__" + "tool".repeat(20)))
        .isEqualTo("server__tooltooltooltooltooltooltooltooltooltooltooltoo_fc0c5bef");
  }

  @Test
  void names_thatDifferOnlyBehindTheCut_stayDifferent() {
    assertThat(ExposedNames.shortened("x".repeat(80) + "a"))
        .isNotEqualTo(ExposedNames.shortened("x".repeat(80) + "b"));
  }

  @Test
  void name_whoseCutFallsIntoAPair_losesThePair() {
    String cut = ExposedNames.shortened("x".repeat(54) + "\ud83d\ude00" + "y".repeat(20));

    assertThat(cut).hasSize(63).startsWith("x".repeat(54) + "_");
  }

  @Test
  void prefix_standsWhereItsPolicyWantsIt() {
    Set<String> taken = Set.of("both");

    assertThat(ExposedNames.of(entry("always"), "one", taken)).isEqualTo("a_b__one");
    assertThat(ExposedNames.of(entry("collision"), "one", taken)).isEqualTo("one");
    assertThat(ExposedNames.of(entry("collision"), "both", taken)).isEqualTo("a_b__both");
    assertThat(ExposedNames.of(entry("never"), "both", taken)).isEqualTo("both");
  }

  private static ServerEntry entry(String prefix) {
    Gateway gateway = Options.defaults().with("gateway.prefix", prefix).gateway();
    Reach reach = new Reach.Url(URI.create("http://127.0.0.1:1/"), Map.of(), TransportWish.AUTO);
    return ServerEntry.of("a b", reach, gateway);
  }
}
