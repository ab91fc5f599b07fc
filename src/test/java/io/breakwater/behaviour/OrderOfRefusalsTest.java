package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, with which answer, and which of two reasons is told: section 3 of the design, up to row 10, and the order of all. */
final class OrderOfRefusalsTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  private static TestServer server;

  @BeforeAll
  static void start() {
    Options options = Options.defaults().with("limits.bodyMs", 500);
    server = TestServer.start(options, Samples::addTo);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Answer ask(Draft draft) throws IOException {
    try (Wire wire = Wire.to(server.port())) {
      return wire.send(draft.text()).answer();
    }
  }

  private static void assertRefused(Answer answer, int status, int code) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.code()).as(answer.body()).isEqualTo(code);
    assertThat(answer.message()).isNotEmpty().hasSizeLessThan(400).doesNotContain("Exception");
    assertThat(answer.field("Content-Type")).isEqualTo("application/json");
  }

  // One thing wrong, and two

  @Test
  void nothingWrong_isServed() throws IOException {
    assertThat(ask(new Draft()).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void fault_alone_hasItsAnswer(Fault fault) throws IOException {
    Draft draft = new Draft();
    fault.into(draft);

    assertRefused(ask(draft), fault.status, fault.code);
  }

  static Stream<Arguments> pairs() {
    return Arrays.stream(Fault.values())
        .flatMap(first -> Arrays.stream(Fault.values())
            .filter(second -> first.row < second.row && first.goesWith(second))
            .map(second -> Arguments.of(first, second)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void faults_two_haveTheAnswerOfTheEarlierRow(Fault first, Fault second) throws IOException {
    Draft draft = new Draft();
    second.into(draft);
    first.into(draft);

    assertRefused(ask(draft), first.status, first.code);
  }

  // Row 1: the head

  @Test
  void head_atItsLimit_isServed_andOneByteMoreIsNot() throws IOException {
    int limit = 16_384;
    assertThat(ask(new Draft().set("X-Pad", padding(limit))).status()).isEqualTo(200);

    assertRefused(ask(new Draft().set("X-Pad", padding(limit + 1))), 431, -32600);
  }

  /** A value that makes the fields of a draft, without the line breaks, so long. */
  private static String padding(int headBytes) {
    String head = new Draft().set("X-Pad", "").text().split("\r\n\r\n")[0];
    String fields = head.substring(head.indexOf("\r\n"));
    return "x".repeat(headBytes - fields.replace("\r\n", "").length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 47\r\nTransfer-Encoding: chunked",
        "Content-Length: 47\r\nContent-Length: 48",
        "Content-Length: +47",
        "Transfer-Encoding: chunked, xchunked",
        "Transfer-Encoding: gzip"
      })
  void framing_malformed_is400_andTheConnectionIsClosed(String framing) throws IOException {
    try (Wire wire = Wire.to(server.port())) {
      Answer answer = wire.send(
              "POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + framing + "\r\n\r\n" + PING)
          .answer();

      assertRefused(answer, 400, -32600);
      assertThat(wire.closed()).isTrue();
    }
  }

  @Test
  void host_missing_is400_andTheConnectionIsClosed() throws IOException {
    try (Wire wire = Wire.to(server.port())) {
      assertRefused(wire.send(new Draft().set("Host").text()).answer(), 400, -32600);
      assertThat(wire.closed()).isTrue();
    }
  }

  // Row 2: path and method

  @Test
  void method_notOffered_saysWhatIs() throws IOException {
    assertThat(ask(new Draft().method("PUT")).field("Allow"))
        .contains("POST")
        .contains("GET")
        .contains("DELETE");
  }

  // Row 3: Host and Origin

  @ParameterizedTest
  @CsvSource({
    "localhost,            200",
    "localhost:1,          200",
    "127.0.0.1,            200",
    "[::1]:8080,           200",
    "localhost.evil.test,  403",
    "127.0.0.1.evil.test,  403",
    "10.0.0.1,             403",
    "[::2],                403"
  })
  void host_ofLoopback_isAnswered_andNoOther(String host, int status) throws IOException {
    assertThat(ask(new Draft().set("Host", host)).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:6274,      200",
    "https://127.0.0.1,          200",
    "http://[::1]:3000,          200",
    "http://localhost.evil.test, 403",
    "null,                       403",
    "file://localhost,           403"
  })
  void origin_ofLoopback_isAnswered_andNoOther(String origin, int status) throws IOException {
    assertThat(ask(new Draft().set("Origin", origin)).status()).isEqualTo(status);
  }

  // Row 4: the budget of all bodies together; while the server drains: LegacyStreamsTest

  @Test
  void request_whileOthersTakeTheBudget_is503_andServedAfterwards() throws Exception {
    Options options = Options.defaults().with("limits.inFlightBytesMax", 20_000);
    try (TestServer busy = TestServer.start(options, Samples::addTo)) {
      Wire greedy = Wire.to(busy.port())
          .send(Wire.head("POST", "Content-Length: 30000") + " ".repeat(20_000));
      Eventually.noMore(() -> {
        long held = busy.breakwater().load().bodyBytes();
        return held == 20_000 ? null : "held: " + held;
      });
      try (Wire wire = Wire.to(busy.port())) {
        Answer answer = wire.send(new Draft().text()).answer();
        assertRefused(answer, 503, -32603);
        assertThat(answer.field("Retry-After")).isNotEmpty();

        greedy.reset();
        Eventually.noMore(() -> {
          long held = busy.breakwater().load().bodyBytes();
          return held == 0 ? null : "held: " + held;
        });
        assertThat(wire.send(new Draft().text()).answer().status()).isEqualTo(200);
      }
    }
  }

  // Rows 8 to 10: the body as bytes; at the limit: SeedScenariosTest

  @Test
  void body_tooSlow_is408_andTheConnectionIsClosed() throws IOException {
    try (Wire wire = Wire.to(server.port())) {
      wire.send(Wire.head("POST", "Content-Length: " + PING.length()) + PING.substring(0, 20));
      Answer answer = wire.answer();

      assertRefused(answer, 408, -32600);
      assertThat(answer.field("Connection")).isEqualTo("close");
      assertThat(answer.message()).contains("limits.bodyMs");
      assertThat(wire.closed()).isTrue();
    }
  }
}
