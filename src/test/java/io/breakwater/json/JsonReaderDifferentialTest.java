package io.breakwater.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader against Jackson's blocking parser, on random documents at random cuts. A failure names its seed. */
final class JsonReaderDifferentialTest {
  private static final int DOCUMENTS = 4_000;
  private static final JsonLimits WIDE = JsonLimits.defaults();
  private static final JsonLimits TIGHT = new JsonLimits(600, 6, 60, 12, 14, 30);

  private final BlockingJackson wide = new BlockingJackson(WIDE);
  private final BlockingJackson tight = new BlockingJackson(TIGHT);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void documents_random_areReadAsByTheBlockingParser(long run) {
    int accepted = 0;
    for (long seed = run * DOCUMENTS; seed < (run + 1) * DOCUMENTS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      JsonLimits limits = random.nextInt(4) == 0 ? WIDE : TIGHT;
      byte[] text = RandomJson.next(random, limits);
      JsonNode expected = (limits == WIDE ? wide : tight).readOrNull(text);
      accepted += expected == null ? 0 : 1;
      for (int cut = 0; cut < 3; cut++) {
        agrees(seed, text, limits, Feeding.random(random, text.length), expected);
      }
      agrees(seed, text, limits, Feeding.bytewise(text.length), expected);
    }
    assertThat(accepted).as("documents accepted").isBetween(DOCUMENTS / 5, DOCUMENTS * 4 / 5);
  }

  /** Accepted or refused as expected, with the same values, the same spelling and the same depth. */
  static void agrees(
      Object seed, byte[] text, JsonLimits limits, Feeding.Cuts cuts, @Nullable JsonNode expected) {
    String found = "refused";
    boolean same = expected == null;
    try (JsonReader reader = new JsonReader(limits, "body")) {
      JsonNode read = Feeding.read(reader, text, cuts);
      found = JsonWriter.text(read) + " of depth " + reader.depthMax();
      same = read.equals(expected)
          && found.equals(JsonWriter.text(expected) + " of depth " + depth(expected));
    } catch (JsonRefused refused) {
      found = refused.getMessage();
    }
    if (!same) {
      String shown = new String(text, StandardCharsets.ISO_8859_1);
      fail("seed %s, %s: %s%nexpected: %s%nfound: %s", seed, cuts, shown, expected, found);
    }
  }

  private static int depth(JsonNode node) {
    int deepest = 0;
    for (JsonNode child : node) {
      deepest = Math.max(deepest, depth(child));
    }
    return node.isContainerNode() ? deepest + 1 : 0;
  }
}
