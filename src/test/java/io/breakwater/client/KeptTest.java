package io.breakwater.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.spec.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much is kept of a server. */
class KeptTest {
  private static final List<ObjectNode> CONTENT = List.of(JsonNodeFactory.instance.objectNode());

  private final Kept kept = new Kept(60_000, 100);

  private static Kept.Key of(int number) {
    return new Kept.Key(Method.RESOURCES_READ, "r:" + number);
  }

  @Test
  void bytes_asManyAsAllowed_areKept_andOneMoreDropsTheOldest() {
    kept.put(of(1), CONTENT, 40, 1_000);
    kept.put(of(2), CONTENT, 60, 1_000);
    assertThat(kept.get(of(1))).isNotNull();
    assertThat(kept.get(of(2))).isNotNull();

    kept.put(of(3), CONTENT, 1, 1_000);

    assertThat(kept.get(of(1))).isNull();
    assertThat(kept.get(of(2))).isNotNull();
    assertThat(kept.get(of(3))).isNotNull();
  }

  @Test
  void content_heavierThanAllMay_isNotKept_andDropsNothing() {
    kept.put(of(1), CONTENT, 10, 1_000);
    kept.put(of(2), CONTENT, 101, 1_000);

    assertThat(kept.get(of(1))).isNotNull();
    assertThat(kept.get(of(2))).isNull();
  }

  @Test
  void bytes_ofWhatWasReplacedForgottenOrCleared_areFreeAgain() {
    kept.put(of(1), CONTENT, 100, 1_000);
    kept.put(of(1), CONTENT, 90, 1_000);
    kept.put(of(2), CONTENT, 10, 1_000);
    assertThat(kept.size()).isEqualTo(2);

    kept.changed("notifications/resources/updated", JsonNodeFactory.instance.objectNode());
    kept.put(of(3), CONTENT, 100, 1_000);
    assertThat(kept.get(of(3))).isNotNull();

    kept.clear();
    kept.put(of(4), CONTENT, 60, 1_000);
    kept.put(of(5), CONTENT, 40, 1_000);
    assertThat(kept.size()).isEqualTo(2);
  }

  @Test
  void entries_asManyAsAllowed_areKept_andOneMoreDropsTheOldest() {
    for (int number = 0; number < 128; number++) {
      kept.put(of(number), CONTENT, 0, 1_000);
    }
    assertThat(kept.get(of(0))).isNotNull();

    kept.put(of(128), CONTENT, 0, 1_000);

    assertThat(kept.get(of(0))).isNull();
    assertThat(kept.size()).isEqualTo(128);
  }
}
