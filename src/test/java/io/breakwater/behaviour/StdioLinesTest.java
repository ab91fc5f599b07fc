package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonReader;
import io.breakwater.options.Options;
import io.breakwater.spec.Revision;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How lines begin and end over stdio, what is wrong with them, and how the conversation does. */
final class StdioLinesTest {
  private static final int LINE_MAX = 4_194_304;
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}";

  private static StdioPeer peer() {
    return peer(Options.defaults());
  }

  private static StdioPeer peer(Options options) {
    return new StdioPeer(options, Revision.V2025_11_25, "{}").listening();
  }

  private static void requirePong(StdioPeer peer) {
    assertThat(peer.line()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
  }

  private static void requirePing(StdioPeer peer) throws IOException {
    peer.write(PING + "\n");
    requirePong(peer);
  }

  private static void requireError(StdioPeer peer, int code, String id) {
    JsonNode error = peer.message();
    assertThat(error.path("error").path("code").intValue()).as(error.toString()).isEqualTo(code);
    assertThat(error.path("id")).isEqualTo(Json.read(id));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "garbage | -32700 | null",
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\" | -32700 | 5",
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"id\":6,\"method\":\"ping\"} | -32700 | null",
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\",\"method\":\"ping\"} | -32700 | 5",
        "{} {} | -32700 | null",
        "[] | -32600 | null",
        "7 | -32600 | null",
        "{} | -32600 | null",
        "{\"id\":5,\"method\":\"ping\"} | -32600 | 5",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600 | null",
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\",\"params\":[]} | -32602 | 5",
      })
  void line_thatIsWrong_isTold_andTheNextIsServed(String line, int code, String id)
      throws IOException {
    try (StdioPeer peer = peer()) {
      peer.write(line + "\n");
      requireError(peer, code, id);
      requirePing(peer);
    }
  }

  @Test
  void line_notUtf8_isTold_andTheNextIsServed() throws IOException {
    try (StdioPeer peer = peer()) {
      peer.write("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"p\u00ffing\"}\n"
          .getBytes(StandardCharsets.ISO_8859_1));
      requireError(peer, -32700, "5");
      requirePing(peer);
    }
  }

  @Test
  void depth_atTheLimitAndOneBeyond_isServedAndTold() throws IOException {
    String before = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":{\"a\":";
    try (StdioPeer peer = peer()) {
      peer.write(before + Nesting.arrays(62) + "}}\n");
      requirePong(peer);
      peer.write(before + Nesting.arrays(63) + "}}\n");
      requireError(peer, -32700, "7");
      requirePing(peer);
    }
  }

  @Test
  void length_atTheLimitAndOneBeyond_isServedAndTold() throws IOException {
    try (StdioPeer peer = peer()) {
      peer.write(Nesting.padded(PING, LINE_MAX) + "\n");
      requirePong(peer);
      peer.write(Nesting.padded(PING, LINE_MAX) + "\r\n");
      requirePong(peer);
      peer.write(Nesting.padded(PING, LINE_MAX + 1) + "\n");
      JsonNode error = peer.message();
      assertThat(error.path("error").path("code").intValue()).isEqualTo(-32600);
      assertThat(error.path("error").path("message").asText())
          .isEqualTo("Payload too large: message exceeds 4194304 bytes (limits.bodyBytesMax)");
      requirePing(peer);
    }
  }

  @Test
  void line_farOverTheLimit_isToldOnce_andDiscardedToItsEnd() throws IOException {
    try (StdioPeer peer = peer(Options.defaults().with("limits.bodyBytesMax", 100_000))) {
      peer.write("[".repeat(3_000_000) + "\n");
      requireError(peer, -32600, "null");
      requirePing(peer);
    }
  }

  @Test
  void lines_ofBlanksOrNothing_areSkipped_andCrIsPartOfTheEnd() throws IOException {
    try (StdioPeer peer = peer()) {
      peer.write("\n\r\n   \n\t\r\n" + PING + "\r\n\n" + PING + "\n");
      requirePong(peer);
      requirePong(peer);
    }
  }

  @Test
  void line_cutAtEveryPosition_isServed() throws IOException {
    String line = "{\"jsonrpc\":\"2.0\",\"id\":\"\u00fc\u20ac\",\"method\":\"ping\"}\r\n";
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    try (StdioPeer peer = peer()) {
      for (int cut = 0; cut <= bytes.length; cut++) {
        peer.write(java.util.Arrays.copyOfRange(bytes, 0, cut));
        peer.write(java.util.Arrays.copyOfRange(bytes, cut, bytes.length));
        assertThat(peer.message().path("id").asText()).isEqualTo("\u00fc\u20ac");
      }
    }
  }

  @Test
  void input_endingWithoutALineEnd_isServed_andTheDoorCloses() throws IOException {
    try (StdioPeer peer = peer()) {
      peer.write(PING);
      peer.endInput();
      requirePong(peer);
      assertThat(peer.line()).isEmpty();
      peer.awaitGone();
    }
  }

  @ParameterizedTest
  @CsvSource({"V2025_11_25", "V2026_07_28"})
  void input_endingWithACallInFlight_waitsForItsAnswer(Revision revision) throws IOException {
    try (StdioPeer peer = new StdioPeer(revision, "{}").listening()) {
      if (!revision.modern()) {
        peer.open();
      } else {
        peer.play("""
            -> {"id":"l","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
            <- {"method":"notifications/subscriptions/acknowledged","params":"$any"}
            """);
      }
      peer.play("""
          -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
          ! started
          """);
      peer.endInput();
      peer.play("""
          ! released
          <- {"id":1,"result":{"content":[{"type":"text","text":"released"}],"$more":0}}
          """);
      assertThat(peer.line()).isEmpty();
      peer.awaitGone();
    }
  }

  @ParameterizedTest
  @CsvSource({"V2025_11_25", "V2026_07_28"})
  void input_endingWithACallThatTakesTooLong_cancelsIt(Revision revision) throws IOException {
    Options options = Options.defaults().with("limits.drainMs", 1);
    try (StdioPeer peer = new StdioPeer(options, revision, "{}").listening()) {
      if (!revision.modern()) {
        peer.open();
      }
      peer.play("""
          -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
          ! started
          """);
      peer.endInput();
      peer.play("! cancelled");
      assertThat(peer.line()).isEmpty();
      peer.awaitGone();
      assertThat(peer.breakwater().load().sessions()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"V2025_11_25", "V2026_07_28"})
  void output_closed_endsTheDoor_andCancelsWhatRuns(Revision revision) throws IOException {
    try (StdioPeer peer = new StdioPeer(revision, "{}").listening()) {
      if (!revision.modern()) {
        peer.open();
      }
      peer.play("""
          -> {"id":1,"method":"tools/call","params":{"name":"wait"}}
          ! started
          """);
      peer.closeOutput();
      peer.play("""
          -> {"id":2,"method":"tools/list"}
          ! cancelled
          """);
      peer.awaitGone();
    }
  }

  @Test
  void output_notRead_stopsTheReadingOfInput_untilItIsRead() throws Exception {
    Options options = Options.defaults()
        .with("limits.unsentBytesMax", 1_000)
        .with("limits.inFlightBytesMax", 1_000_000);
    try (StdioPeer peer = new StdioPeer(options, Revision.V2025_11_25, "{}")) {
      int pings = 50_000;
      AtomicInteger written = new AtomicInteger();
      writePings(peer, pings, written);
      Eventually.noMore(() -> written.get() < 2_500 ? "only " + written : null);
      peer.listening();
      for (int i = 0; i < pings; i++) {
        requirePong(peer);
      }
    }
  }

  @Test
  void output_notReadAndOverTheBudget_cutsThePeer() throws Exception {
    Options options = Options.defaults()
        .with("limits.inFlightBytesMax", 100_000)
        .with("limits.unsentBytesMax", 1_000_000)
        .with("limits.drainMs", 100);
    try (StdioPeer peer = new StdioPeer(options, Revision.V2025_11_25, "{}")) {
      writePings(peer, 20_000, new AtomicInteger());
      peer.awaitGone();
    }
  }

  @ParameterizedTest
  @CsvSource({"V2025_11_25", "V2026_07_28"})
  void heapOfOpenMessages_atTheLimitAndOneBeyond_isServedAndTold(Revision revision)
      throws IOException {
    long one = heapBytes(waiting(revision, 1));
    for (int missing = 0; missing < 2; missing++) {
      Options options =
          Options.defaults().with("limits.inFlightBytesMax", (int) (2 * one - missing));
      try (StdioPeer peer = new StdioPeer(options, revision, "{}").listening()) {
        if (!revision.modern()) {
          peer.open();
        }
        peer.write(waiting(revision, 1) + "\n");
        peer.play("! started");
        peer.write(waiting(revision, 2) + "\n");
        if (missing == 1) {
          JsonNode refusal = peer.message();
          assertThat(refusal.path("id").intValue()).isEqualTo(2);
          assertThat(refusal.path("error").path("code").intValue()).isEqualTo(-32603);
          assertThat(refusal.path("error").path("message").asText())
              .contains("limits.inFlightBytesMax");
        }
        if (!revision.modern()) {
          requirePing(peer);
        }
        peer.play("! released");
        for (int answers = 2 - missing; answers > 0; answers--) {
          assertThat(peer.message().has("result")).isTrue();
        }
        peer.write(waiting(revision, 3) + "\n");
        assertThat(peer.message().path("result").path("content").isArray()).isTrue();
      }
    }
  }

  private static String waiting(Revision revision, int id) {
    String meta = revision.modern()
        ? "\"io.modelcontextprotocol/protocolVersion\":\"" + revision.date()
            + "\",\"io.modelcontextprotocol/clientCapabilities\":{},"
        : "";
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"wait\",\"_meta\":{" + meta
        + "\"a/b\":\"" + "y".repeat(100_000) + "\"}}}";
  }

  private static long heapBytes(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (JsonReader reader = new JsonReader(JsonLimits.defaults(), "message")) {
      reader.feed(bytes, 0, bytes.length);
      return reader.heapBytes();
    }
  }

  /** Writes on a thread of its own, since a peer that is not heard blocks. */
  private static void writePings(StdioPeer peer, int pings, AtomicInteger written) {
    Thread writer = new Thread(() -> {
      try {
        for (int i = 0; i < pings; i += 100) {
          peer.write((PING + "\n").repeat(100));
          written.addAndGet(100);
        }
      } catch (IOException closed) {
        // Told by what is missing.
      }
    });
    writer.setDaemon(true);
    writer.start();
  }
}
