package io.breakwater.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The ways in which the bytes of one text can arrive. */
final class Feeding {
  private Feeding() {}

  /** Indexes at which the bytes are cut. */
  record Cuts(int... at) {
    @Override
    public String toString() {
      return "cut at " + Arrays.toString(at);
    }
  }

  /** Whole, byte by byte, in two parts at every position, and in three around every byte. */
  static List<Cuts> all(int length) {
    return Stream.of(
            Stream.of(new Cuts(), bytewise(length)),
            IntStream.rangeClosed(0, length).mapToObj(Cuts::new),
            IntStream.range(0, length).mapToObj(at -> new Cuts(at, at + 1)))
        .flatMap(cuts -> cuts)
        .toList();
  }

  static Cuts bytewise(int length) {
    return new Cuts(IntStream.range(0, length).toArray());
  }

  static Cuts random(RandomGenerator random, int length) {
    int cuts = random.nextInt(5);
    return new Cuts(
        IntStream.range(0, cuts).map(cut -> random.nextInt(length + 1)).sorted().toArray());
  }

  /** Feeds a text and asks for the value. */
  static JsonNode read(JsonReader reader, byte[] text, Cuts cuts) {
    int from = 0;
    for (int cut : cuts.at()) {
      feed(reader, text, from, cut);
      from = cut;
    }
    feed(reader, text, from, text.length);
    return reader.end();
  }

  /** What a reader says to a text: the value as JSON, or kind and message of the refusal. */
  static String verdict(byte[] text, JsonLimits limits, Cuts cuts) {
    try (JsonReader reader = new JsonReader(limits, "body")) {
      return JsonWriter.text(read(reader, text, cuts));
    } catch (JsonRefused refused) {
      return refused.kind() + ": " + refused.getMessage();
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Text whose characters up to U+00FF are the bytes. */
  static byte[] latin1(String bytes) {
    return bytes.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Each chunk in an array of its own with other bytes around it, overwritten as soon as it was fed. */
  private static void feed(JsonReader reader, byte[] text, int from, int to) {
    byte[] chunk = new byte[to - from + 2];
    chunk[0] = '[';
    chunk[chunk.length - 1] = ']';
    System.arraycopy(text, from, chunk, 1, to - from);
    try {
      reader.feed(chunk, 1, chunk.length - 1);
    } finally {
      Arrays.fill(chunk, (byte) '"');
    }
  }
}
