package io.breakwater.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transcripts: what is on the wire, and which lines come out, at every cut. */
final class LineDecoderTest {
  private static final class Heard implements LineDecoder.Lines {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void line(byte[] line) {
      lines.add(new String(line, StandardCharsets.UTF_8));
    }

    @Override
    public void tooLong() {
      lines.add("too long");
    }
  }

  @Test
  void lines_endWithLf_orCrlf() {
    assertLines("a\nb\n", "a", "b");
    assertLines("a\r\nb\r\n", "a", "b");
    assertLines("a\rb\n", "a\rb");
    assertLines("a\r\r\n", "a\r");
    assertLines("\u20ac\n\uD83D\uDE00\n", "\u20ac", "\uD83D\uDE00");
  }

  @Test
  void lines_empty_areSkipped() {
    assertLines("\n\r\n\na\n\n", "a");
    assertLines("");
    assertLines("\r");
  }

  @Test
  void line_withoutEnd_isALineAtTheEnd() {
    assertLines("a\nb", "a", "b");
    assertLines("a\nb\r", "a", "b");
  }

  @Test
  void line_atTheBound_passes_oneByteMoreIsDroppedOnce() {
    assertLines("12345678\n", "12345678");
    assertLines("12345678\r\n", "12345678");
    assertLines("123456789\na\n", "too long", "a");
    assertLines("123456789\r\na\n", "too long", "a");
    assertLines("12345678\rx\na\n", "too long", "a");
    assertLines("a\n1234567890123456789012345\nb\n12345678", "a", "too long", "b", "12345678");
    assertLines("123456789", "too long");
  }

  @Test
  void line_tooLong_isToldBeforeItEnds() {
    Heard heard = new Heard();
    LineDecoder decoder = new LineDecoder(8, heard);
    decoder.feed("12345678".getBytes(StandardCharsets.UTF_8), 0, 8);
    assertThat(heard.lines).isEmpty();
    decoder.feed("9".getBytes(StandardCharsets.UTF_8), 0, 1);
    assertThat(heard.lines).containsExactly("too long");
  }

  @Test
  void line_ofAMegabyte_isKept() {
    Heard heard = new Heard();
    LineDecoder decoder = new LineDecoder(1 << 20, heard);
    byte[] bytes = ("x".repeat(1 << 20) + "\ny\n").getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at += 1_000) {
      decoder.feed(bytes, at, Math.min(bytes.length, at + 1_000));
    }
    assertThat(heard.lines).containsExactly("x".repeat(1 << 20), "y");
  }

  /** Whole, byte by byte, and cut at every position. */
  private static void assertLines(String wire, String... expected) {
    byte[] bytes = wire.getBytes(StandardCharsets.UTF_8);
    for (int cut = 0; cut <= bytes.length; cut++) {
      Heard heard = new Heard();
      LineDecoder decoder = new LineDecoder(8, heard);
      decoder.feed(bytes, 0, cut);
      decoder.feed(bytes, cut, bytes.length);
      decoder.end();
      assertThat(heard.lines).as("cut at %d", cut).containsExactly(expected);
    }
    Heard heard = new Heard();
    LineDecoder decoder = new LineDecoder(8, heard);
    for (int at = 0; at < bytes.length; at++) {
      decoder.feed(bytes, at, at + 1);
    }
    decoder.end();
    assertThat(heard.lines).as("bytewise").containsExactly(expected);
  }
}
