package io.breakwater.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;

/**
 * The two decoders on whatever a fuzzer finds, against plain readings of the whole input. A normal run replays the inputs
 * beside this class in the test resources. To fuzz for real, for a minute each unless said otherwise:
 *
 * <pre>
 * JAZZER_FUZZ=1 mvn test -Dtest=FrameFuzzTest
 * </pre>
 *
 * <p>The first byte of an input says where to cut; the rest is the stream, each byte a character.
 */
final class FrameFuzzTest {
  private static final int BYTES_MAX = 24;

  @FuzzTest(maxDuration = "1m")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void events_any_areHeardAsByAPlainReading(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] stream = Arrays.copyOfRange(input, 1, input.length);
    List<String> expected = plainEvents(stream);

    assertThat(events(stream, input[0] & 0xff, stream.length)).isEqualTo(expected);
    assertThat(events(stream, 0, 1)).as("byte by byte").isEqualTo(expected);
  }

  @FuzzTest(maxDuration = "1m")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void lines_any_areCutAsByAPlainReading(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] stream = Arrays.copyOfRange(input, 1, input.length);
    List<String> expected = plainLines(stream);

    assertThat(lines(stream, input[0] & 0xff, stream.length)).isEqualTo(expected);
    assertThat(lines(stream, 0, 1)).as("byte by byte").isEqualTo(expected);
  }

  private static List<String> events(byte[] stream, int cut, int chunk) {
    List<String> heard = new ArrayList<>();
    SseDecoder decoder = new SseDecoder(BYTES_MAX, new SseDecoder.Events() {
      @Override
      public void event(String type, byte[] data, @Nullable String id) {
        heard.add("event " + type + " " + text(data) + " " + id);
      }

      @Override
      public void retry(long ms) {
        heard.add("retry " + ms);
      }

      @Override
      public void tooLong() {
        heard.add("too long");
      }
    });
    feed(stream, cut, chunk, decoder::feed);
    return heard;
  }

  private static List<String> lines(byte[] stream, int cut, int chunk) {
    List<String> heard = new ArrayList<>();
    LineDecoder decoder = new LineDecoder(BYTES_MAX, new LineDecoder.Lines() {
      @Override
      public void line(byte[] line) {
        heard.add(text(line));
      }

      @Override
      public void tooLong() {
        heard.add("too long");
      }
    });
    feed(stream, cut, chunk, decoder::feed);
    decoder.end();
    return heard;
  }

  private interface Feeding {
    void feed(byte[] bytes, int from, int to);
  }

  private static void feed(byte[] stream, int cut, int chunk, Feeding decoder) {
    int first = Math.min(cut, stream.length);
    decoder.feed(stream, 0, first);
    for (int at = first; at < stream.length; at += chunk) {
      decoder.feed(stream, at, Math.min(stream.length, at + chunk));
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static List<String> plainLines(byte[] stream) {
    List<String> heard = new ArrayList<>();
    for (String line : text(stream).split("\n", -1)) {
      String content = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
      if (content.length() > BYTES_MAX) {
        heard.add("too long");
      } else if (!content.isEmpty()) {
        heard.add(content);
      }
    }
    return heard;
  }

  /** As the standard tells it, on the whole text; what has no empty line behind it is no event. */
  private static List<String> plainEvents(byte[] stream) {
    String text = text(stream);
    String body = text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3) : text;
    List<String> heard = new ArrayList<>();
    PlainEvent event = new PlainEvent();
    String[] lines = body.split("\r\n|\r|\n", -1);
    for (int at = 0; at < lines.length; at++) {
      boolean ended = at < lines.length - 1;
      if (lines[at].isEmpty() && ended) {
        event.dispatch(heard);
        event = new PlainEvent();
      } else {
        event.line(lines[at], ended, heard);
      }
    }
    return heard;
  }

  private static final class PlainEvent {
    private final StringBuilder data = new StringBuilder();
    private boolean hasData;
    private boolean dropped;
    private String type = "";
    private @Nullable String id;

    void line(String line, boolean ended, List<String> heard) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1);
      value = value.startsWith(" ") ? value.substring(1) : value;
      if (name.equals("data") && (ended || colon >= 0)) {
        append(value, heard);
      } else if (List.of("event", "id", "retry").contains(name) && value.length() > 1_024) {
        drop(heard);
      } else if (ended) {
        set(name, value, heard);
      }
    }

    private void append(String value, List<String> heard) {
      data.append(hasData ? "\n" : "").append(value);
      hasData = true;
      if (data.length() > BYTES_MAX) {
        drop(heard);
      }
    }

    private void set(String name, String value, List<String> heard) {
      String utf8 = new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      if (name.equals("event")) {
        type = utf8;
      } else if (name.equals("id") && utf8.indexOf('\0') < 0) {
        id = utf8;
      } else if (name.equals("retry") && utf8.matches("[0-9]{1,15}")) {
        heard.add("retry " + Long.parseLong(utf8));
      }
    }

    private void drop(List<String> heard) {
      if (!dropped) {
        dropped = true;
        heard.add("too long");
      }
    }

    void dispatch(List<String> heard) {
      if (hasData && !dropped) {
        heard.add("event " + (type.isEmpty() ? "message" : type) + " " + data + " " + id);
      }
    }
  }
}
