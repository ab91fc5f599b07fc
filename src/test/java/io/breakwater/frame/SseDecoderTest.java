package io.breakwater.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transcripts: what is on the wire, and what a reader hears, at every cut. */
final class SseDecoderTest {
  private static final int BYTES_MAX = 20;

  /** Writes down what it hears. */
  private static final class Heard implements SseDecoder.Events {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void event(String type, byte[] data, @Nullable String id) {
      String text = new String(data, StandardCharsets.UTF_8);
      lines.add(type + (id == null ? "" : "#" + id) + "=" + text.replace("\n", "|"));
    }

    @Override
    public void retry(long ms) {
      lines.add("retry " + ms);
    }

    @Override
    public void tooLong() {
      lines.add("too long");
    }
  }

  @Test
  void event_withType_andId_isHeard() {
    assertHeard("event: endpoint\ndata: /message\nid: 7\n\n", "endpoint#7=/message");
    assertHeard("id: 7\nevent: endpoint\ndata: /message\n\n", "endpoint#7=/message");
  }

  @Test
  void event_withoutType_isAMessage() {
    assertHeard("data: {\"a\":1}\n\n", "message={\"a\":1}");
    assertHeard("event:\ndata: x\n\n", "message=x");
  }

  @Test
  void type_andId_areOfOneEventOnly() {
    assertHeard("event: a\nid: 1\ndata: x\n\ndata: y\n\n", "a#1=x", "message=y");
    assertHeard("event: a\n\ndata: y\n\n", "message=y");
  }

  @Test
  void data_ofSeveralLines_isJoined() {
    assertHeard("data: a\ndata: b\n\n", "message=a|b");
    assertHeard("data: a\ndata\ndata:\ndata: d\n\n", "message=a|||d");
  }

  @Test
  void data_empty_isAnEvent_absentIsNone() {
    assertHeard("id: 1\ndata:\n\n", "message#1=");
    assertHeard("id: 1\ndata: \n\n", "message#1=");
    assertHeard("data\n\n", "message=");
    assertHeard("id: 1\nevent: a\n\n\n\n");
  }

  @Test
  void value_losesOneBlank_notMore() {
    assertHeard("data:x\n\ndata: x\n\ndata:  x \n\n", "message=x", "message=x", "message= x ");
    assertHeard("data:a:b\n\n", "message=a:b");
  }

  @Test
  void comment_andUnknownField_areSkipped() {
    assertHeard(": keep-alive\n\n:\n\n::\n\n");
    assertHeard(": x\ndata: a\n: y\nfoo: b\ndatax: c\ndat: d\n data: e\nDATA: f\n\n", "message=a");
    assertHeard("somethinglong\nsomethinglong: x\ndata: a\n\n", "message=a");
  }

  @Test
  void retry_ofDigits_isHeard_otherIsNot() {
    assertHeard("retry: 3000\n\n", "retry 3000");
    assertHeard("retry: 0\ndata: x\n\n", "retry 0", "message=x");
    assertHeard(
        "retry: 1s\nretry: -1\nretry:\nretry\nretry: \u0661\nretry: 99999999999999999999\n\n");
  }

  @Test
  void id_withNul_isIgnored() {
    assertHeard("id: a\u0000b\ndata: x\n\n", "message=x");
  }

  @Test
  void lines_ofAnyEnd_areLines() {
    assertHeard("data: a\r\rdata: b\r\r", "message=a", "message=b");
    assertHeard("data: a\r\n\r\ndata: b\r\n\r\n", "message=a", "message=b");
    assertHeard("data: a\r\ndata: b\n\rdata: c\r\n\n", "message=a|b", "message=c");
    assertHeard("\r\n\r\ndata: a\r\r\n", "message=a");
  }

  @Test
  void mark_atTheStart_isSkipped() {
    assertHeard("\ufeffdata: a\n\n", "message=a");
    assertHeard("\ufeff\n\ndata: a\n\n", "message=a");
    assertHeard("data: a\n\n\ufeffdata: b\n\ndata: c\n\n", "message=a", "message=c");
    assertHeard("\ufeff\ufeffdata: a\n\ndata: b\n\n", "message=b");
    assertHeard("\uff01data: a\n\ndata: b\n\n", "message=b");
  }

  @Test
  void text_ofSeveralBytes_survivesEveryCut() {
    assertHeard(
        "data: \u00e9\u20ac\uD83D\uDE00\nid: \u00fc\n\n",
        "message#\u00fc=\u00e9\u20ac\uD83D\uDE00");
  }

  @Test
  void event_withoutItsEnd_isNotHeard() {
    assertHeard("data: a\n\ndata: b\n", "message=a");
    assertHeard("data: a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void data_atTheBound_isHeard_oneByteMoreIsSkipped(String end) {
    String fits = "data: " + "x".repeat(BYTES_MAX) + end + end;
    String large = "data: " + "x".repeat(BYTES_MAX + 1) + end + end;
    assertHeard(
        fits + large + fits, "message=" + "x".repeat(20), "too long", "message=" + "x".repeat(20));
  }

  @Test
  void data_ofSeveralLines_isBoundedTogether() {
    assertHeard("data: 123456789\ndata: 1234567890\n\n", "message=123456789|1234567890");
    assertHeard("data: 1234567890\ndata: 1234567890\n\ndata: b\n\n", "too long", "message=b");
    assertHeard("data\n".repeat(21) + "\n", "message=" + "|".repeat(20));
    assertHeard("data\n".repeat(22) + "data: x\n\n", "too long");
  }

  @Test
  void id_atItsBound_isHeard_oneByteMoreSkipsTheEvent() {
    String id = "i".repeat(1_024);
    assertThat(heard("id: " + id + "\ndata: a\n\n", 5_000)).containsExactly("message#" + id + "=a");
    assertThat(heard("id: " + id + "i\ndata: a\n\ndata: b\n\n", 5_000))
        .containsExactly("too long", "message=b");
    assertThat(heard("data: a\nevent: " + id + "i\ndata: a\n\ndata: b\n\n", 7))
        .containsExactly("too long", "message=b");
  }

  @Test
  void comment_ofAnyLength_isSkipped() {
    assertThat(heard(": " + "x".repeat(10_000) + "\ndata: a\n\n", 1_000))
        .containsExactly("message=a");
  }

  @Test
  void lastId_isOfTheLastEventThatHadOne() {
    SseDecoder decoder = new SseDecoder(BYTES_MAX, new Heard());
    assertThat(decoder.lastId()).isEmpty();
    feed(decoder, "id: 1\ndata: a\n");
    assertThat(decoder.lastId()).as("not ended yet").isEmpty();
    feed(decoder, "\n");
    assertThat(decoder.lastId()).isEqualTo("1");
    feed(decoder, "data: b\n\n");
    assertThat(decoder.lastId()).isEqualTo("1");
    feed(decoder, "id: 2\n\n");
    assertThat(decoder.lastId()).as("without data").isEqualTo("2");
    feed(decoder, "data: " + "x".repeat(21) + "\nid: 3\n\n");
    assertThat(decoder.lastId()).as("of a dropped event").isEqualTo("3");
    feed(decoder, "id\ndata: c\n\n");
    assertThat(decoder.lastId()).as("reset").isEmpty();
  }

  @Test
  void events_encoded_areHeardAsSent() {
    SplittableRandom random = new SplittableRandom(11);
    String[] pieces = {"a", "\u20ac", " ", ":", "\\n", "data: ", "\uD83D\uDE00"};
    StringBuilder wire = new StringBuilder();
    List<String> sent = new ArrayList<>();
    for (int event = 0; event < 200; event++) {
      StringBuilder text = new StringBuilder();
      for (int piece = random.nextInt(6); piece > 0; piece--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      byte[] data = text.toString().getBytes(StandardCharsets.UTF_8);
      wire.append(SseEncoder.event("" + event, event % 2 == 0 ? null : "odd", data));
      wire.append(SseEncoder.comment("keep-alive"));
      sent.add((event % 2 == 0 ? "message#" : "odd#") + event + "=" + text);
    }
    SseDecoder.Events heard = new Heard();
    SseDecoder decoder = new SseDecoder(1_000, heard);
    byte[] bytes = wire.toString().getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; ) {
      int to = Math.min(bytes.length, at + random.nextInt(40));
      decoder.feed(bytes, at, to);
      at = to;
    }
    assertThat(((Heard) heard).lines).isEqualTo(sent);
  }

  @Test
  void streams_random_areHeardAsTheStandardSays() {
    SplittableRandom random = new SplittableRandom(5);
    String[] pieces = {
      "data", ":", " ", "\n", "\r", "\r\n", "\n\n", "id", "event", "retry", "12", "x", "data: ",
      "id: 7", "\u0000", "\ufeff",
    };
    for (int round = 0; round < 5_000; round++) {
      StringBuilder wire = new StringBuilder();
      for (int piece = random.nextInt(30); piece > 0; piece--) {
        wire.append(pieces[random.nextInt(pieces.length)]);
      }
      byte[] bytes = wire.toString().getBytes(StandardCharsets.UTF_8);
      Heard heard = new Heard();
      SseDecoder decoder = new SseDecoder(1_000, heard);
      int from = 0;
      while (from < bytes.length) {
        int to = Math.min(bytes.length, from + 1 + random.nextInt(8));
        decoder.feed(bytes, from, to);
        from = to;
      }
      assertThat(heard.lines).as("round %d", round).isEqualTo(byTheStandard(wire.toString()));
    }
  }

  /** The algorithm of the standard on text that is there as a whole, line by line. */
  private static List<String> byTheStandard(String wire) {
    Heard heard = new Heard();
    String type = "";
    String id = null;
    StringBuilder data = new StringBuilder();
    String[] lines = wire.replaceFirst("^\ufeff", "").split("\r\n|\r|\n", -1);
    for (int at = 0; at < lines.length - 1; at++) {
      String line = lines[at];
      int colon = line.indexOf(':');
      String name = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
      if (line.isEmpty()) {
        if (data.length() > 0) {
          String sent = data.substring(0, data.length() - 1);
          heard.event(type.isEmpty() ? "message" : type, sent.getBytes(StandardCharsets.UTF_8), id);
        }
        type = "";
        id = null;
        data.setLength(0);
      } else if (name.equals("data")) {
        data.append(value).append('\n');
      } else if (name.equals("event")) {
        type = value;
      } else if (name.equals("id") && value.indexOf('\0') < 0) {
        id = value;
      } else if (name.equals("retry") && value.matches("[0-9]{1,15}")) {
        heard.retry(Long.parseLong(value));
      }
    }
    return heard.lines;
  }

  private static void feed(SseDecoder decoder, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    decoder.feed(bytes, 0, bytes.length);
  }

  /** Whole, byte by byte, and cut at every position. */
  private static void assertHeard(String wire, String... expected) {
    byte[] bytes = wire.getBytes(StandardCharsets.UTF_8);
    assertThat(heard(wire, bytes.length)).containsExactly(expected);
    assertThat(heard(wire, 1)).containsExactly(expected);
    for (int cut = 0; cut <= bytes.length; cut++) {
      Heard heard = new Heard();
      SseDecoder decoder = new SseDecoder(BYTES_MAX, heard);
      decoder.feed(bytes, 0, cut);
      decoder.feed(bytes, cut, bytes.length);
      assertThat(heard.lines).as("cut at %d", cut).containsExactly(expected);
    }
  }

  private static List<String> heard(String wire, int chunk) {
    byte[] bytes = wire.getBytes(StandardCharsets.UTF_8);
    Heard heard = new Heard();
    SseDecoder decoder = new SseDecoder(BYTES_MAX, heard);
    for (int at = 0; at < bytes.length; at += chunk) {
      decoder.feed(bytes, at, Math.min(bytes.length, at + chunk));
    }
    return heard.lines;
  }
}
