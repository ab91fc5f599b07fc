package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows 9 to 11 of the table of refusals, and what becomes of the connection. */
final class BodyTest {
  private static final String CHUNKED = RawClient.head("POST", "Transfer-Encoding: chunked");
  private static final int BYTES_MAX = 1_000;

  private OpenDoor door;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor(
        Options.defaults().with("limits.bodyBytesMax", BYTES_MAX).with("limits.lingerMs", 200));
  }

  @AfterEach
  void close() throws Exception {
    assertThat(door.bodies.open()).isZero();
    door.close();
  }

  private static String chunk(String bytes) {
    return Integer.toHexString(bytes.length()) + "\r\n" + bytes + "\r\n";
  }

  @Test
  void chunkedBody_atTheLimit_isServed() throws Exception {
    try (RawClient client = door.client()) {
      client.send(CHUNKED + chunk("{}") + chunk(" ".repeat(BYTES_MAX - 2)) + "0\r\n\r\n");

      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(client.post("{}").status()).isEqualTo(200);
    }
  }

  @Test
  void chunkedBody_oneBeyondTheLimit_is413_beforeItsEnd() throws Exception {
    try (RawClient client = door.client()) {
      client.send(CHUNKED + chunk("{\"id\":3}") + chunk(" ".repeat(BYTES_MAX - 7)));

      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(413);
      assertThat(refused.field("connection")).isEqualTo("close");
      assertThat(refused.body())
          .contains("\"id\":3")
          .contains("request body exceeds 1000 bytes (limits.bodyBytesMax)");
      assertThat(client.closed()).isTrue();
    }
    assertThat(door.era.bodies).isEmpty();
  }

  @Test
  void chunkedBody_oneBeyondTheLimit_thatEndsMeanwhile_isFollowedByNothing() throws Exception {
    try (RawClient client = door.client()) {
      String body = CHUNKED + chunk("{}" + " ".repeat(BYTES_MAX - 1)) + "0\r\n\r\n";
      client.send(body + RawClient.request("{}"));

      String answers = client.rest();
      assertThat(answers).startsWith("HTTP/1.1 413 ").containsOnlyOnce("HTTP/1.1");
    }
    assertThat(door.era.bodies).isEmpty();
  }

  @Test
  void depth_atTheLimit_isServed_andOneBeyondIsRefusedAtItsBracket() throws Exception {
    try (RawClient client = door.client()) {
      String deep = "[".repeat(64) + "]".repeat(64);
      assertThat(client.post(deep).status()).isEqualTo(200);

      long before = door.bodies.bytes();
      client.send(CHUNKED + chunk("[".repeat(65)));
      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body()).contains("-32700").contains("limits.depthMax");
      assertThat(refused.field("connection")).isEqualTo("close");
      assertThat(door.bodies.bytes() - before).isEqualTo(65);
      assertThat(client.closed()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      ``                           | null
      `  `                         | null
      {"id":1} {}                  | 1
      {"id":"x","id":2}            | null
      {"id":"x","a":               | "x"
      {"id":"\\ud800"}             | null
      {"id":"x","a":01}            | "x"
      {"id":{"a":1},"b":01}        | null
      {"id":1.5,"b":01}            | null
      {"id":true,"b":01}           | null
      {"params":{"id":7},"b":01}   | null
      {"id":12345678901234567890123456789,"b":01} | 12345678901234567890123456789
      """)
  void bodyThatIsNotJson_is400_underItsIdIfThatWasRead(String body, String id) throws Exception {
    try (RawClient client = door.client()) {
      RawClient.Answer refused = client.post(body == null ? "" : body);

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body())
          .startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32700,");
      assertThat(client.post("{}").status()).isEqualTo(200);
    }
  }

  @Test
  void bodyThatIsNotUtf8_is400() throws Exception {
    try (RawClient client = door.client()) {
      assertThat(client.post("{\"id\":\"a\u00ff\u00feb\"}").body())
          .contains("-32700")
          .contains("UTF-8");
    }
  }

  @Test
  void bodyInPiecesOfOneByte_isServed() throws Exception {
    String body = "{\"id\":\"\u00e6\u0097\u00a5\"}";
    try (RawClient client = door.client()) {
      client.send(RawClient.head("POST", "Content-Length: " + body.length()));
      for (int at = 0; at < body.length(); at++) {
        client.send(body.substring(at, at + 1));
      }

      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(door.era.bodies.get(0).path("id").asText()).isEqualTo("\u65e5");
    }
  }

  @Test
  void postWithoutABody_is400_andTheConnectionLives() throws Exception {
    try (RawClient client = door.client()) {
      assertThat(client.send(RawClient.head("POST")).answer().status()).isEqualTo(400);
      assertThat(
              client.send(RawClient.head("POST", "Content-Length: 0")).answer().status())
          .isEqualTo(400);
      assertThat(client.post("{}").status()).isEqualTo(200);
    }
  }

  @Test
  void bodySlowerThanItsDeadline_is408_underItsId() throws Exception {
    try (OpenDoor hasty = new OpenDoor(
            Options.defaults().with("limits.bodyMs", 150).with("limits.lingerMs", 100));
        RawClient client = hasty.client()) {
      client.send(RawClient.head("POST", "Content-Length: 1000") + "{\"id\":9,");
      CompletableFuture<Void> drip = CompletableFuture.runAsync(() -> drip(client));

      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(408);
      assertThat(refused.body()).contains("\"id\":9").contains("limits.bodyMs").contains("-32600");
      assertThat(refused.field("connection")).isEqualTo("close");
      assertThat(client.closed()).isTrue();
      drip.get(20, TimeUnit.SECONDS);
      assertThat(hasty.bodies.open()).isZero();
    }
  }

  /** A byte now and then, until the connection is no more. */
  private static void drip(RawClient client) {
    try {
      while (true) {
        client.send(" ");
        Thread.sleep(20);
      }
    } catch (Exception closed) {
      // What the test waits for.
    }
  }

  @Test
  void refusal_isReadable_byAClientThatWritesItsWholeBodyFirst() throws Exception {
    byte[] more = " ".repeat(4 * 1024 * 1024).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    for (int round = 0; round < 10; round++) {
      try (RawClient client = door.client()) {
        client.send(CHUNKED + Integer.toHexString(more.length) + "\r\n");
        try {
          client.send(more);
        } catch (java.io.IOException severed) {
          // The rest of the body is not wanted; the answer is there all the same.
        }

        RawClient.Answer refused = client.answer();
        assertThat(refused.status()).isEqualTo(413);
        assertThat(client.closed()).isTrue();
      }
    }
  }

  @Test
  void clientThatLeavesInTheMiddleOfItsBody_leavesNothingBehind() throws Exception {
    for (int round = 0; round < 20; round++) {
      RawClient client = door.client();
      client.send(RawClient.head("POST", "Content-Length: 1000") + "{\"id\":1,");
      int begun = round + 1;
      Await.until(() -> door.bodies.begun() == begun);
      if (round % 2 == 0) {
        client.reset();
      } else {
        client.close();
      }
    }
    Await.until(() -> door.bodies.open() == 0);
    Await.until(() -> door.connections.open() == 0);
    assertThat(door.era.bodies).isEmpty();
  }
}
