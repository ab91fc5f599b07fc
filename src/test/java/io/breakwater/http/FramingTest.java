package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Row 1 of the table of refusals: what is not framed as a request ends with its connection. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FramingTest {
  private static final String JSON = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
  private static final String SMUGGLED = "POST /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private OpenDoor door;

  @BeforeAll
  void open() throws Exception {
    door = new OpenDoor(Options.defaults().with("limits.lingerMs", 100));
  }

  @AfterAll
  void close() throws Exception {
    door.close();
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of(
            "length and coding",
            RawClient.head("POST", "Content-Length: 5", "Transfer-Encoding: chunked") + "0\r\n\r\n"
                + SMUGGLED),
        Arguments.of(
            "two lengths",
            RawClient.head("POST", "Content-Length: 40", "Content-Length: 5") + JSON + SMUGGLED),
        Arguments.of(
            "two equal lengths",
            RawClient.head("POST", "Content-Length: 40", "Content-Length: 40") + JSON + SMUGGLED),
        Arguments.of("signed length", RawClient.head("POST", "Content-Length: +40") + JSON),
        Arguments.of("negative length", RawClient.head("POST", "Content-Length: -1") + JSON),
        Arguments.of(
            "length in hexadecimal", RawClient.head("POST", "Content-Length: 0x28") + JSON),
        Arguments.of(
            "coding after chunked",
            RawClient.head("POST", "Transfer-Encoding: chunked, identity") + "0\r\n\r\n"
                + SMUGGLED),
        Arguments.of(
            "coding that only looks like chunked",
            RawClient.head("POST", "Transfer-Encoding: xchunked") + "0\r\n\r\n" + SMUGGLED),
        Arguments.of(
            "chunked, and something like it",
            RawClient.head("POST", "Transfer-Encoding: chunked, xchunked") + "0\r\n\r\n"
                + SMUGGLED),
        Arguments.of(
            "blank before the colon", RawClient.head("POST", "Content-Length : 40") + JSON),
        Arguments.of(
            "control character in a value",
            RawClient.head("POST", "Content-Length: 40", "Mcp-Session-Id: a\001b") + JSON),
        Arguments.of(
            "NUL in a value",
            RawClient.head("POST", "Content-Length: 40", "Mcp-Session-Id: a\000b") + JSON),
        Arguments.of(
            "bare CR in a value",
            RawClient.head("POST", "Content-Length: 40", "Mcp-Session-Id: a\rb") + JSON),
        Arguments.of(
            "blank in a name", RawClient.head("POST", "X Y: 1", "Content-Length: 40") + JSON),
        Arguments.of("no host", RawClient.head("POST", "Host:-", "Content-Length: 40") + JSON),
        Arguments.of(
            "two hosts",
            RawClient.head("POST", "Host: localhost", "Host: evil.example", "Content-Length: 40")
                + JSON),
        Arguments.of(
            "two equal hosts",
            RawClient.head("POST", "Host: localhost", "Host: localhost", "Content-Length: 40")
                + JSON),
        Arguments.of("empty host", RawClient.head("POST", "Host: ", "Content-Length: 40") + JSON),
        Arguments.of(
            "garbage host", RawClient.head("POST", "Host: a b<>", "Content-Length: 40") + JSON),
        Arguments.of("no version", "POST /mcp\r\nHost: localhost\r\n\r\n"),
        Arguments.of("no HTTP", "\026\003\001\002\000\001\000\001\374\003\003hello\r\n\r\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void malformedHead_isAnsweredOnce_andTheConnectionCloses(String name, String bytes)
      throws Exception {
    int bodies = door.era.bodies.size();
    try (RawClient client = door.client()) {
      String rest = client.send(bytes).rest();
      assertThat(rest)
          .matches("(?s)HTTP/1\\.[01] 400 .*\"code\":-32600,.*")
          .containsOnlyOnce("HTTP/1.");
      assertThat(door.era.bodies).hasSize(bodies);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zz\r\n",
        "-1\r\n",
        "0x5\r\n",
        "7fffffffffffffff\r\n",
        "ffffffffffffffffff\r\n",
        "5 5\r\n",
        "28;a=\"\r\n",
        "1\n",
      })
  void malformedChunk_isAnsweredOnce_andTheConnectionCloses(String chunk) throws Exception {
    int bodies = door.era.bodies.size();
    try (RawClient client = door.client()) {
      client.send(RawClient.head("POST", "Transfer-Encoding: chunked") + chunk + JSON
          + "\r\n0\r\n\r\n" + SMUGGLED);

      assertThat(client.rest()).startsWith("HTTP/1.1 400 ").containsOnlyOnce("HTTP/1.1");
      assertThat(door.era.bodies).hasSize(bodies);
    }
    assertThat(door.bodies.open()).isZero();
  }

  @Test
  void foldedValue_isOneValue() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.request(JSON, "X-Folded: a\r\n b"));

      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(door.era.heads.get(door.era.heads.size() - 1).headers("x-folded"))
          .containsExactly("a b");
    }
  }

  @Test
  void unknownVersion_closesTheConnection() throws Exception {
    try (RawClient client = door.client()) {
      client.send("POST /mcp HTTP/9.9\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");

      assertThat(client.rest()).contains(" 501 ");
    }
  }

  @Test
  void head_overItsLimit_is431() throws Exception {
    try (RawClient client = door.client()) {
      String rest = client
          .send(RawClient.head("POST", "Content-Length: 40", "X-Filler: " + "f".repeat(70_000))
              + JSON)
          .rest();
      assertThat(rest).startsWith("HTTP/1.1 431 ").contains("limits.headBytesMax");
    }
  }

  @Test
  void requestLine_overItsLimit_is414() throws Exception {
    try (RawClient client = door.client()) {
      String line = "GET /mcp?q=" + "q".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      assertThat(client.send(line).rest()).startsWith("HTTP/1.0 414 ").contains("-32600");
    }
  }
}
