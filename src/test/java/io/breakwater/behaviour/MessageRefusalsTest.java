package io.breakwater.behaviour;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.options.Options;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused of a body that was read, and with which answer: section 3 of the design from row 11 on. */
final class MessageRefusalsTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(Options.defaults().with("limits.tokensMax", 1000), Samples::addTo);
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

  private static Answer ask(Request request) throws IOException {
    return Wire.ask(server.port(), request.body(), request.fieldArray());
  }

  private static void assertRefused(Answer answer, int status, int code) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.code()).as(answer.body()).isEqualTo(code);
    assertThat(answer.message()).isNotEmpty().hasSizeLessThan(400).doesNotContain("Exception");
    assertThat(answer.field("Content-Type")).isEqualTo("application/json");
  }

  // Row 11: the body as JSON

  /** A request whose params hold this value. */
  private static Request withValue(String value) {
    return Request.modern("tools/call", "{\"name\":\"echo\",\"arguments\":{\"v\":" + value + "}}");
  }

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of("depth", Nesting.arrays(61), Nesting.arrays(62)),
        Arguments.of("member name", member("n".repeat(1024)), member("n".repeat(1025))),
        Arguments.of("number", "1".repeat(128), "1".repeat(129)),
        Arguments.of("exponent", "1e400", "1e401"),
        Arguments.of("negative exponent", "1e-400", "1e-401"));
  }

  private static String member(String name) {
    return "{\"" + name + "\":1}";
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("values")
  void value_atItsLimit_isServed_andOneMoreIsAParseError(String what, String most, String over)
      throws IOException {
    Answer served = ask(withValue(most));
    assertThat(served.status()).as(what + served.body()).isEqualTo(200);

    Answer refused = ask(withValue(over));
    assertRefused(refused, 400, -32700);
    assertThat(refused.id().intValue()).isEqualTo(1);
    assertThat(refused.message()).contains("limits.");
  }

  @Test
  void tokens_atTheirLimit_areServed_andOneMoreIsAParseError() throws IOException {
    int others = tokens(Json.object(withValue("[]").body()));

    assertThat(ask(withValue(zeros(1000 - others))).status()).isEqualTo(200);
    assertRefused(ask(withValue(zeros(1001 - others))), 400, -32700);
  }

  private static String zeros(int count) {
    return "[" + "0,".repeat(count - 1) + "0]";
  }

  /** Names, scalars and brackets. */
  private static int tokens(JsonNode node) {
    int count = node.isContainerNode() ? 2 + (node.isObject() ? node.size() : 0) : 1;
    for (JsonNode child : node) {
      count += tokens(child);
    }
    return count;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"id\":1,}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "{} {}",
        "[] x",
        "nul",
        "NaN",
        "'a'",
        "{/**/}",
        "\"\\ud800\"",
        "01",
        "+1"
      })
  void body_notStrictJson_isAParseError(String body) throws IOException {
    Answer answer = ask(new Draft().body(body));

    assertRefused(answer, 400, -32700);
    assertThat(answer.id().isNull()).isEqualTo(!body.startsWith("{\"id\":1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u00ff", "\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00f4\u0090\u0080\u0080"})
  void body_notUtf8_isAParseError(String bytes) throws IOException {
    String body = "\"" + bytes + "\"";
    try (Wire wire = Wire.to(server.port())) {
      wire.send(Wire.head("POST", "Content-Length: " + body.length()))
          .send(body.getBytes(ISO_8859_1));

      assertRefused(wire.answer(), 400, -32700);
    }
  }

  // Row 12: the body as a message

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
        1                                                             | null
        "ping"                                                        | null
        []                                                            | null
        {}                                                            | null
        {"id":1,"method":"ping"}                                      | 1
        {"jsonrpc":"2.0","id":1}                                      | 1
        {"jsonrpc":"2.0","id":1,"method":2}                           | 1
        {"jsonrpc":"2.0","id":1,"method":"ping","result":{}}          | 1
        {"jsonrpc":"2.0","id":null,"method":"ping"}                   | null
        {"jsonrpc":"2.0","id":1.5,"method":"ping"}                    | null
        {"jsonrpc":"2.0","id":[1],"method":"ping"}                    | null
        {"jsonrpc":"2.0","id":"a","result":1}                         | "a"
        """)
  void body_noMessage_isAnInvalidRequest_underItsIdIfItIsOne(String body, String id)
      throws IOException {
    Answer answer = ask(new Draft().body(body));

    assertRefused(answer, 400, -32600);
    assertThat(answer.id()).isEqualTo(Json.read(id));
  }

  @Test
  void id_atItsLimit_isEchoed_andOneByteMoreIsRefused() throws IOException {
    String most = "\"" + "i".repeat(1024) + "\"";

    Answer served = ask(new Draft().body(withId(most)));
    assertThat(served.status()).isEqualTo(200);
    assertThat(served.id()).isEqualTo(Json.read(most));

    Answer refused = ask(new Draft().body(withId(most.replace("\"i", "\"ii"))));
    assertRefused(refused, 400, -32600);
    assertThat(refused.id().isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "9007199254740993", "123456789012345678901234567890", "\"1\"", "\"\""})
  void id_anyInteger_orText_isEchoedAsItWas(String id) throws IOException {
    Answer answer = ask(new Draft().body(withId(id)));

    assertThat(answer.body()).contains("\"id\":" + id + ",");
  }

  private static String withId(String id) {
    return Request.modern("tools/list", "{}").body().replace("\"id\":1,", "\"id\":" + id + ",");
  }

  @Test
  void batch_inASessionOfTheNewestRevision_isAnInvalidRequest() throws IOException {
    Session session = Session.open(server.port());

    assertRefused(session.post("[" + PING + "]"), 400, -32600);
  }

  // Row 13: what a request of 2026-07-28 says of itself

  @ParameterizedTest
  @ValueSource(strings = {"protocolVersion", "clientCapabilities"})
  void meta_withoutAKey_isInvalidParams_underTheId(String key) throws IOException {
    String name = "io.modelcontextprotocol/" + key;
    String body = Request.modern("tools/list", "{}").body().replace(name, "x");

    Answer answer = ask(new Draft().body(body));

    assertRefused(answer, 400, -32602);
    assertThat(answer.id().intValue()).isEqualTo(1);
    assertThat(answer.message()).contains(name);
  }

  @ParameterizedTest
  @CsvSource({
    "Mcp-Method, tools/call",
    "Mcp-Method,",
    "MCP-Protocol-Version,",
    "MCP-Protocol-Version, 2025-11-25"
  })
  void header_thatDiffersFromTheBody_isAMismatch_underTheId(String name, String value)
      throws IOException {
    Draft draft = new Draft();
    Answer answer = ask(value == null ? draft.set(name) : draft.set(name, value));

    assertRefused(answer, 400, -32020);
    assertThat(answer.id().intValue()).isEqualTo(1);
  }

  @Test
  void nameHeader_thatDiffersFromTheBody_isAMismatch() throws IOException {
    Draft draft = new Draft().body(withValue("1")).set("Mcp-Name", "Echo");

    assertRefused(ask(draft), 400, -32020);
  }

  @Test
  void revision_unknown_isTold_withThoseThatAreKnown() throws IOException {
    Draft draft = new Draft();
    Fault.REVISION.into(draft);

    Answer answer = ask(draft);

    assertThat(answer.id().intValue()).isEqualTo(1);
    assertThat(answer.json().at("/error/data/requested").asText()).isEqualTo("2099-01-01");
    assertThat(answer.json().at("/error/data/supported").toString())
        .contains("2026-07-28", "2025-11-25");
  }

  // Row 14: the session

  @Test
  void session_notNamed_is400_underTheId() throws IOException {
    Answer answer = Wire.ask(server.port(), PING, "MCP-Protocol-Version: 2025-11-25");

    assertRefused(answer, 400, -32600);
    assertThat(answer.id().intValue()).isEqualTo(1);
    assertThat(answer.message()).contains("Mcp-Session-Id");
  }

  @Test
  void session_ended_is404_underTheId() throws IOException {
    Session session = Session.open(server.port());
    try (Wire wire = Wire.to(server.port())) {
      assertThat(wire.send(Wire.head("DELETE", session.fields())).answer().status())
          .isEqualTo(204);
    }

    Answer answer = session.post(PING);

    assertRefused(answer, 404, -32600);
    assertThat(answer.id().intValue()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void session_unknown_is404_forEveryVerb(String verb) throws IOException {
    try (Wire wire = Wire.to(server.port())) {
      Answer answer = wire.send(Wire.head(verb, "Mcp-Session-Id: unknown")).answer();

      assertRefused(answer, 404, -32600);
    }
  }

  // Row 15: the method

  @Test
  void method_unknown_is404InTheStatelessRevision_and200InASession() throws IOException {
    assertRefused(ask(Request.modern("no/such", "{}")), 404, -32601);

    Answer answer = Session.open(server.port()).ask("no/such", "{}");
    assertRefused(answer, 200, -32601);
    assertThat(answer.id().intValue()).isEqualTo(2);
  }
}
