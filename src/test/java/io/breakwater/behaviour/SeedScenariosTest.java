package io.breakwater.behaviour;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonRefused;
import io.breakwater.options.Options;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the first issue asks for, sentence by sentence. */
final class SeedScenariosTest {
  private static final int DEPTH_MAX = 64;
  private static final int BODY_BYTES_MAX = 4_194_304;

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(Options.defaults(), Samples::addTo);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  // The reader

  @Test
  void arrays_64Deep_areRead() {
    assertThat(read(Nesting.arrays(DEPTH_MAX)).isArray()).isTrue();
  }

  @Test
  void objects_64Deep_areRead() {
    assertThat(read(Nesting.objects(DEPTH_MAX)).isObject()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void containers_65Deep_areRefusedAtThe65thBracket_beforeItIsBuilt(String open) {
    try (JsonReader reader = new JsonReader(JsonLimits.defaults(), "value")) {
      byte[] allowed = open.repeat(DEPTH_MAX).getBytes(UTF_8);
      reader.feed(allowed, 0, allowed.length);

      assertThatThrownBy(() -> reader.feed(open.getBytes(UTF_8), 0, 1))
          .isInstanceOfSatisfying(
              JsonRefused.class,
              refused -> assertThat(refused.kind()).isEqualTo(JsonRefused.Kind.TOO_DEEP));
      assertThat(reader.depthMax()).as("containers open at once").isEqualTo(DEPTH_MAX);
    }
  }

  @Test
  void value_of4MiB_isRead() {
    assertThat(read(Nesting.padded("\"\"", BODY_BYTES_MAX)).asText()).hasSize(BODY_BYTES_MAX - 2);
  }

  @Test
  void value_of4MiBAndAByte_isRefused() {
    assertThatThrownBy(() -> read(Nesting.padded("\"\"", BODY_BYTES_MAX + 1)))
        .isInstanceOfSatisfying(
            JsonRefused.class,
            refused -> assertThat(refused.kind()).isEqualTo(JsonRefused.Kind.TOO_LARGE));
  }

  private static JsonNode read(String text) {
    return JsonReader.read(text.getBytes(UTF_8), JsonLimits.defaults(), "value");
  }

  // initialize

  @Test
  void initialize_64Deep_opensASession() throws IOException {
    Answer answer = Wire.ask(server.port(), Nesting.initialize(DEPTH_MAX));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.field("Mcp-Session-Id")).isNotEmpty();
    assertThat(answer.result().path("protocolVersion").asText()).isEqualTo("2025-11-25");
  }

  @Test
  void initialize_65Deep_isAParseError_andNoMissingSession() throws IOException {
    Answer answer = Wire.ask(server.port(), Nesting.initialize(DEPTH_MAX + 1));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo(-32700);
    assertThat(answer.id().intValue()).isEqualTo(1);
    assertThat(answer.message())
        .isEqualTo("Parse error: request body nesting exceeds 64 levels (limits.depthMax)");
  }

  @Test
  void request_afterARefusedOne_isServedOnTheSameConnection() throws IOException {
    try (Wire wire = Wire.to(server.port())) {
      assertThat(wire.post(Nesting.initialize(DEPTH_MAX + 1)).status()).isEqualTo(400);

      assertThat(wire.post(Nesting.initialize(DEPTH_MAX)).status()).isEqualTo(200);
    }
  }

  @Test
  void request_afterARefusedOne_isServedOnANewConnection() throws IOException {
    assertThat(Wire.ask(server.port(), Nesting.initialize(DEPTH_MAX + 1)).status())
        .isEqualTo(400);

    assertThat(Wire.ask(server.port(), Nesting.initialize(DEPTH_MAX)).status()).isEqualTo(200);
  }

  // The body

  @Test
  void body_of4MiB_isServed() throws IOException {
    Request list = Request.modern("tools/list", "{}");

    Answer answer =
        Wire.ask(server.port(), Nesting.padded(list.body(), BODY_BYTES_MAX), list.fieldArray());

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.result().path("tools")).isNotEmpty();
  }

  @Test
  void body_thatSaysItIsOver4MiB_isRefusedUnread() throws IOException {
    try (Wire wire = Wire.to(server.port())) {
      Answer answer = wire.send(Wire.head("POST", "Content-Length: " + (BODY_BYTES_MAX + 1)))
          .answer();

      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.code()).isEqualTo(-32600);
      assertThat(answer.message())
          .isEqualTo("Payload too large: request body exceeds 4194304 bytes (limits.bodyBytesMax)");
      assertThat(answer.field("Connection")).isEqualTo("close");
      assertThat(wire.closed()).isTrue();
    }
    assertServed();
  }

  @Test
  void body_inChunksOver4MiB_isRefusedAtTheFirstByteTooMuch() throws IOException {
    try (Wire wire = Wire.to(server.port())) {
      String blanks = " ".repeat(BODY_BYTES_MAX);
      wire.send(Wire.head("POST", "Transfer-Encoding: chunked"))
          .send(Integer.toHexString(BODY_BYTES_MAX) + "\r\n" + blanks + "\r\n")
          .send("1\r\n \r\n");
      Answer answer = wire.answer();

      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.code()).isEqualTo(-32600);
      assertThat(answer.field("Connection")).isEqualTo("close");
      assertThat(wire.closed()).isTrue();
    }
    assertServed();
  }

  private static void assertServed() throws IOException {
    Request list = Request.modern("tools/list", "{}");
    assertThat(Wire.ask(server.port(), list.body(), list.fieldArray()).status()).isEqualTo(200);
  }

  // Arguments as text

  @Test
  void argumentsText_shallow_isReadAsArguments() throws IOException {
    Session session = Session.open(server.port());

    Answer answer = call(session, "{\"a\":" + Nesting.arrays(DEPTH_MAX - 1) + "}");

    assertThat(answer.result().path("content").path(0).path("text").asText())
        .isEqualTo("{\"a\":" + Nesting.arrays(DEPTH_MAX - 1) + "}");
  }

  @ParameterizedTest
  @ValueSource(ints = {DEPTH_MAX + 1, 100_000})
  void argumentsText_past64_isInvalidParams_andAPingIsAnswered(int depth) throws IOException {
    Session session = Session.open(server.port());

    Answer answer = call(session, "{\"a\":" + Nesting.arrays(depth - 1) + "}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.code()).isEqualTo(-32602);
    assertThat(answer.id().intValue()).isEqualTo(2);
    assertThat(answer.message()).contains("params.arguments nesting exceeds 64 levels");
    assertThat(session.ask("ping", "{}").result()).isEqualTo(Json.object());
  }

  @Test
  void argumentsText_past64_isInvalidParamsInTheStatelessRevisionToo() throws IOException {
    Request call = Request.modern(
        "tools/call",
        Json.object()
            .put("name", "echo")
            .put("arguments", "{\"a\":" + Nesting.arrays(DEPTH_MAX) + "}")
            .toString());

    Answer answer = Wire.ask(server.port(), call.body(), call.fieldArray());

    assertThat(answer.code()).isEqualTo(-32602);
    assertServed();
  }

  private static Answer call(Session session, String argumentsText) throws IOException {
    return session.ask(
        "tools/call",
        Json.object().put("name", "echo").put("arguments", argumentsText).toString());
  }
}
