package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.launch.Breakwater;
import io.breakwater.options.Options;
import io.breakwater.provider.LocalProvider;
import io.breakwater.spec.Revision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTTP+SSE of 2024-11-05: one stream to hear on, and a path to post to. */
final class SseDoorTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}";

  private final Samples samples = new Samples();
  private TestServer server;

  private SseClient client() throws IOException {
    return SseClient.connect(port());
  }

  private int port() {
    if (server == null) {
      start(Options.defaults());
    }
    return server.port();
  }

  private void start(Options options) {
    server = TestServer.start(options, samples::offer);
  }

  @AfterEach
  void stop() {
    samples.release();
    if (server != null) {
      server.close();
    }
  }

  private static String call(int id, String tool) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
        + "\",\"_meta\":{\"progressToken\":\"t\"}}}";
  }

  private Answer raw(String request) throws IOException {
    try (Wire wire = Wire.to(port())) {
      return wire.send(request).answer();
    }
  }

  @Test
  void stream_first_saysWhereToPost() throws IOException {
    try (SseClient one = client();
        SseClient other = client()) {
      assertThat(one.endpoint()).matches("/message\\?sessionId=[A-Za-z0-9_-]{32}");
      assertThat(other.endpoint()).isNotEqualTo(one.endpoint());
    }
  }

  @Test
  void client_callsReadsAndIsAsked_overTheStream() throws IOException {
    try (SseClient client = client().open(Revision.V2025_11_25, Conversation.EVERYTHING)) {
      client
          .pings()
          .accepted(call(2, "steps"))
          .hear("{\"method\":\"notifications/progress\",\"params\":\"$any\"}")
          .hear("{\"method\":\"notifications/message\",\"params\":\"$any\"}")
          .hear("{\"method\":\"notifications/progress\",\"params\":\"$any\"}")
          .hear("{\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}}")
          .accepted(call(3, "form"))
          .hear("{\"id\":\"$q\",\"method\":\"elicitation/create\",\"params\":\"$any\"}")
          .accepted("{\"jsonrpc\":\"2.0\",\"id\":\"$q\",\"result\":{\"action\":\"accept\","
              + "\"content\":{\"name\":\"Ada\"}}}")
          .hear("{\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"Ada\"}]}}")
          .accepted("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"no/such\"}")
          .hear("{\"id\":4,\"error\":{\"code\":-32601,\"message\":\"$any\"}}");
    }
  }

  @Test
  void client_isToldOfChanges_andCancels() throws IOException {
    try (SseClient client = client().open()) {
      LocalProvider local = server.breakwater().local();
      client
          .accepted("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/subscribe\","
              + "\"params\":{\"uri\":\"test://note\"}}")
          .hear("{\"id\":2,\"result\":{}}");
      local.resourceUpdated(Samples.NOTE);
      client.hear(
          "{\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"test://note\"}}");
      local.removeTool("echo");
      client.hear("{\"method\":\"notifications/tools/list_changed\"}");

      client.accepted(call(3, "wait"));
      samples.awaitStart();
      client.accepted("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
          + "\"params\":{\"requestId\":3}}");
      samples.awaitCancel();
      client.pings();
    }
  }

  @Test
  void stream_cut_endsTheSessionAndCancelsWhatRuns() throws Exception {
    SseClient client = client().open();
    client.accepted(call(2, "wait"));
    samples.awaitStart();
    client.cut();

    samples.awaitCancel();
    Eventually.noMore(() -> server.breakwater().load().sessions() > 0 ? "a session is left" : null);
    Answer late = client.post(PING);
    assertThat(late.status()).isEqualTo(404);
    assertThat(late.code()).isEqualTo(-32600);
  }

  @Test
  void request_beforeInitialize_isAnsweredUnderItsId_onTheStream() throws IOException {
    try (SseClient client = client()) {
      client
          .pings()
          .accepted("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}")
          .hear("{\"id\":2,\"error\":{\"code\":-32600,\"message\":\"$any\"}}")
          .accepted(Request.modern("server/discover", "{}").body())
          .hear("{\"id\":1,\"error\":{\"code\":-32600,\"message\":\"$any\"}}")
          .open();
    }
  }

  // What is refused

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"jsonrpc\":\"2.0\", | 400 | -32700",
        "[] | 400 | -32600",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}] | 400 | -32600",
        "{\"id\":5,\"method\":\"ping\"} | 400 | -32600",
      })
  void body_thatIsNoMessage_isRefused_andTheStreamLives(String body, int status, int code)
      throws IOException {
    try (SseClient client = client().open()) {
      Answer answer = client.post(body);

      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.code()).isEqualTo(code);
      client.pings();
    }
  }

  @Test
  void depth_atTheLimitAndOneBeyond_isServedAndRefused() throws IOException {
    String before = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":{\"a\":";
    try (SseClient client = client().open()) {
      client.accepted(before + Nesting.arrays(62) + "}}").hear("{\"id\":7,\"result\":{}}");
      Answer answer = client.post(before + Nesting.arrays(63) + "}}");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.code()).isEqualTo(-32700);
      assertThat(answer.id()).isEqualTo(Json.read("7"));
      client.pings();
    }
  }

  @Test
  void size_atTheLimitAndOneBeyond_isServedAndRefused() throws IOException {
    try (SseClient client = client().open()) {
      assertThat(client.post(Nesting.padded(PING, 4_194_304)).status()).isEqualTo(202);
      client.hear("{\"id\":7,\"result\":{}}");
      Answer answer = client.post(Nesting.padded(PING, 4_194_305));
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.code()).isEqualTo(-32600);
      client.pings();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/message, 400",
    "/message?sessionId=, 400",
    "/message?sessionId=a&sessionId=b, 400",
    "/message?sessionId=%zz, 400",
    "/message?sessionId=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, 404",
  })
  void session_missingOrUnknown_isRefused(String path, int status) throws IOException {
    Answer answer = SseClient.post(port(), path, PING);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(-32600);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Host: evil.example | 403",
        "Origin: http://evil.example | 403",
        "Content-Type: text/plain | 415",
        "Content-Encoding: gzip | 415"
      })
  void head_thatIsRefusedAtTheEndpoint_isRefusedHereToo(String field, int status)
      throws IOException {
    try (SseClient client = client()) {
      assertThat(client.post(PING, field).status()).isEqualTo(status);
      client.pings();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /sse, GET",
    "DELETE, /sse, GET",
    "GET, /message?sessionId=x, POST",
    "DELETE, /message, POST",
  })
  void method_notOffered_is405_andSaysWhatIs(String method, String path, String offered)
      throws IOException {
    Answer answer = raw(Wire.head(method).replace(" /mcp ", " " + path + " "));

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.field("Allow")).isEqualTo(offered + ", OPTIONS");
  }

  @Test
  void preflight_ofAnAllowedOrigin_isAnswered() throws IOException {
    Answer answer = raw(
        Wire.head("OPTIONS", "Origin: http://localhost:3000", "Access-Control-Request-Method: POST")
            .replace(" /mcp ", " /message "));

    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.field("Access-Control-Allow-Methods")).isEqualTo("POST, OPTIONS");
    assertThat(answer.field("Access-Control-Allow-Origin")).isEqualTo("http://localhost:3000");
  }

  @Test
  void stream_notAccepted_is406_andOfAForeignOrigin403() throws IOException {
    String get = Wire.head("GET", "Accept: application/json").replace(" /mcp ", " /sse ");

    assertThat(raw(get).status()).isEqualTo(406);
    assertThat(raw(get.replace("Accept: application/json", "Origin: http://evil.example"))
            .status())
        .isEqualTo(403);
  }

  // Bounds

  @Test
  void channels_oneTooMany_isRefused_untilOneGoes() throws Exception {
    start(Options.defaults().with("sessions.countMax", 2));
    List<SseClient> clients = new ArrayList<>(List.of(client().open(), client().open()));

    Answer refused = raw(SseClient.get("/sse"));
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.field("Retry-After")).isNotEmpty();
    assertThat(refused.message()).contains("2 (sessions.countMax)");

    clients.remove(0).cut();
    Eventually.noMore(() -> server.breakwater().load().sessions() > 1 ? "still there" : null);
    clients.add(client().open());
    for (SseClient client : clients) {
      client.pings().close();
    }
  }

  @Test
  void requests_oneTooManyInFlight_isRefusedOnTheStream() throws IOException {
    start(Options.defaults().with("sessions.inFlightMax", 1));
    try (SseClient client = client().open()) {
      client
          .accepted(call(2, "wait"))
          .accepted("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\"}")
          .hear("{\"id\":3,\"error\":{\"code\":-32603,\"message\":\"$any\"}}");
      samples.release();
      client
          .hear("{\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"released\"}]}}")
          .pings();
    }
  }

  @Test
  void bodies_ofCallsInFlight_areCountedUntilTheyAreAnswered() throws Exception {
    try (SseClient client = client().open()) {
      client.accepted(call(2, "wait"));
      samples.awaitStart();
      assertThat(server.breakwater().load().bodyBytes()).isPositive();
      samples.release();
      client.hear("{\"id\":2,\"result\":\"$any\"}");
      Eventually.noMore(() -> server.breakwater().load().bodyBytes() > 0 ? "held" : null);
    }
  }

  @Test
  void channel_thatDoesNotInitialize_isClosed() throws IOException {
    start(Options.defaults().with("sessions.openingMs", 50));
    try (SseClient client = client()) {
      assertThat(client.next()).isNull();
    }
  }

  @Test
  void channel_initialized_outlivesTheOpening() throws Exception {
    start(Options.defaults().with("sessions.openingMs", 50));
    try (SseClient open = client().open();
        SseClient silent = client()) {
      assertThat(silent.next()).isNull();
      open.pings();
    }
  }

  @Test
  void server_closed_endsTheStreams() throws IOException {
    try (SseClient open = client().open();
        SseClient silent = client()) {
      server.shutDown();
      assertThat(open.next()).isNull();
      assertThat(silent.next()).isNull();
    }
  }

  // Elsewhere, or not at all

  @Test
  void paths_switchedOff_are404() throws IOException {
    start(Options.defaults().with("listen.ssePath", null));

    assertThat(raw(SseClient.get("/sse")).status()).isEqualTo(404);
    assertThat(SseClient.post(port(), "/message?sessionId=x", PING).status()).isEqualTo(404);
  }

  @Test
  void paths_configured_areServedThere() throws IOException {
    start(Options.defaults()
        .with("listen.ssePath", "/old/events")
        .with("listen.messagePath", "/old/inbox"));
    try (SseClient client = SseClient.connect(port(), "/old/events")) {
      assertThat(client.endpoint()).startsWith("/old/inbox?sessionId=");
      client.open().pings();
    }
  }

  @Test
  void breakwater_load_countsTheSessions() throws IOException {
    try (SseClient client = client().open()) {
      Breakwater breakwater = server.breakwater();
      assertThat(breakwater.load().sessions()).isEqualTo(1);
      client.pings();
    }
  }
}
