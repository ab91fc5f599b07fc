package io.breakwater.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.spec.Revision;
import java.io.IOException;

/**
 * A session as its client has it, for tests that want one and are about something else.
 *
 * <p>Immutable.
 */
record Session(int port, Revision revision, String id) {

  /** Opens one of the newest revision that has them. */
  static Session open(int port) throws IOException {
    Revision revision = Revision.LEGACY_LATEST;
    Request initialize = Request.initialize(revision, "{}");
    Answer answer = Wire.ask(port, initialize.body());
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    Session session = new Session(port, revision, answer.field("Mcp-Session-Id"));
    Answer accepted =
        session.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    assertThat(accepted.status()).isEqualTo(202);
    return session;
  }

  String[] fields() {
    return new String[] {"Mcp-Session-Id: " + id, "MCP-Protocol-Version: " + revision.date()};
  }

  Answer post(String body) throws IOException {
    return Wire.ask(port, body, fields());
  }

  Answer ask(String method, String params) throws IOException {
    return post(Request.body(2, method, Json.object(params)));
  }
}
