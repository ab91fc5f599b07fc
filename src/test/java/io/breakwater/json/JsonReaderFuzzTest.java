package io.breakwater.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.breakwater.json.Feeding.Cuts;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * The reader on whatever a fuzzer finds. A normal run replays the inputs beside this class in the test resources. To fuzz
 * for real, for a minute unless said otherwise:
 *
 * <pre>
 * JAZZER_FUZZ=1 mvn test -Dtest=JsonReaderFuzzTest
 * </pre>
 */
final class JsonReaderFuzzTest {
  private static final JsonLimits LIMITS = new JsonLimits(4_096, 8, 200, 24, 20, 40);

  private final BlockingJackson blocking = new BlockingJackson(LIMITS);

  /** The first byte says where to cut; the rest is the text. */
  @FuzzTest(maxDuration = "1m")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void bytes_any_areReadAsByTheBlockingParser(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] text = Arrays.copyOfRange(input, 1, input.length);
    int cut = Math.min(input[0] & 0xff, text.length);
    var expected = blocking.readOrNull(text);
    JsonReaderDifferentialTest.agrees("fuzzed", text, LIMITS, new Cuts(cut), expected);
    JsonReaderDifferentialTest.agrees(
        "fuzzed", text, LIMITS, Feeding.bytewise(text.length), expected);
  }
}
