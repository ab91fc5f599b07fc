package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.spec.Revision;
import java.io.IOException;

/**
 * A client of HTTP+SSE: it hears on one connection, and posts over others.
 *
 * <p>Confined to one thread.
 */
final class SseClient implements AutoCloseable {
  private final int port;
  private final Wire stream;
  private final Likeness likeness = new Likeness();
  private final String endpoint;

  private SseClient(int port, Wire stream, String endpoint) {
    this.port = port;
    this.stream = stream;
    this.endpoint = endpoint;
  }

  static SseClient connect(int port) throws IOException {
    return connect(port, "/sse");
  }

  static SseClient connect(int port, String path) throws IOException {
    Wire wire = Wire.to(port, Conformance.of(Revision.LEGACY_LATEST)).send(get(path));
    Answer head = wire.answerHead();
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.isStream()).isTrue();
    assertThat(wire.bodyLine()).isEqualTo("event: endpoint");
    String data = wire.bodyLine();
    assertThat(data).startsWith("data: ");
    assertThat(wire.bodyLine()).isEmpty();
    return new SseClient(port, wire, data.substring(6));
  }

  static String get(String path) {
    return Wire.head("GET", "Accept: text/event-stream", "Content-Type:-")
        .replace(" /mcp ", " " + path + " ");
  }

  /** Opens a session. */
  @CanIgnoreReturnValue
  SseClient open() throws IOException {
    return open(Revision.V2024_11_05, "{}");
  }

  @CanIgnoreReturnValue
  SseClient open(Revision revision, String capabilities) throws IOException {
    accepted(Request.initialize(revision, capabilities).body());
    hear("{\"id\":1,\"result\":{\"protocolVersion\":\"" + revision.date() + "\",\"$more\":0}}");
    return accepted("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  String endpoint() {
    return endpoint;
  }

  Answer post(String body, String... fields) throws IOException {
    return post(port, endpoint, body, fields);
  }

  static Answer post(int port, String path, String body, String... fields) throws IOException {
    try (Wire wire = Wire.to(port)) {
      return wire.sendWhatIsTaken(Wire.request(body, fields)
              .replaceFirst("/mcp", path)
              .getBytes(java.nio.charset.StandardCharsets.UTF_8))
          .answer();
    }
  }

  /** Posts what is taken without a word. */
  @CanIgnoreReturnValue
  SseClient accepted(String body) throws IOException {
    Answer answer = post(likeness.fill(Json.read(body)).toString(), "Accept:-");
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
    return this;
  }

  /** Reads the next message and compares it. */
  @CanIgnoreReturnValue
  SseClient hear(String expected) throws IOException {
    likeness.require(Json.object(expected).put("jsonrpc", "2.0"), next());
    return this;
  }

  /** The next message; null at the end of the stream. */
  JsonNode next() throws IOException {
    Event event = stream.event();
    return event == null ? null : event.json();
  }

  @CanIgnoreReturnValue
  SseClient pings() throws IOException {
    return accepted("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}")
        .hear("{\"id\":\"p\",\"result\":{}}");
  }

  /** Goes away with a reset. */
  void cut() throws IOException {
    stream.reset();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
