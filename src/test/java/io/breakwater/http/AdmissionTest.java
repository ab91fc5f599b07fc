package io.breakwater.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows 2 to 8 of the table of refusals: what the head alone decides. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AdmissionTest {
  private static final String JSON = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  private OpenDoor door;

  @BeforeAll
  void open() throws Exception {
    door = new OpenDoor(Options.defaults()
        .with("limits.lingerMs", 100)
        .with("origins.hosts", List.of("mcp.example.com", "mcp.example.org:8443"))
        .with("origins.origins", List.of("https://app.example.com", "vscode-webview://panel")));
  }

  @AfterAll
  void close() throws Exception {
    door.close();
  }

  private RawClient.Answer ask(String request) throws Exception {
    try (RawClient client = door.client()) {
      return client.send(request).answer();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8080",
        "localhost.",
        "127.0.0.1:1",
        "[::1]:8080",
        "mcp.example.com",
        "MCP.example.com:9999",
        "mcp.example.org:8443"
      })
  void host_allowed_isServed(String host) throws Exception {
    assertThat(ask(RawClient.request(JSON, "Host: " + host)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "192.0.2.1",
        "[::2]",
        "mcp.example.com.evil.example",
        "mcp.example.org",
        "mcp.example.org:8444"
      })
  void host_notAllowed_is403(String host) throws Exception {
    RawClient.Answer answer = ask(RawClient.request(JSON, "Host: " + host));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).contains("-32600").contains("origins.hosts");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:6274",
        "https://localhost",
        "http://127.0.0.1:1",
        "http://[::1]:8080",
        "https://app.example.com",
        "https://app.example.com:443",
        "vscode-webview://panel"
      })
  void origin_allowed_isEchoed(String origin) throws Exception {
    RawClient.Answer answer = ask(RawClient.request(JSON, "Origin: " + origin));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.field("access-control-allow-origin")).isEqualTo(origin);
    assertThat(answer.field("access-control-allow-credentials")).isEmpty();
    assertThat(answer.field("access-control-expose-headers")).contains("Mcp-Session-Id");
    assertThat(answer.field("vary")).isEqualTo("Origin");
  }

  @Test
  void host_thatIsAnAddress_isAllowed_whereOthersCanConnect() throws Exception {
    try (OpenDoor wide = new OpenDoor(
            Options.defaults().with("auth.mode", "none").with("listen.host", "0.0.0.0"));
        RawClient client = wide.client()) {
      for (String host : List.of("192.0.2.1:80", "[2001:db8::a]", "localhost")) {
        assertThat(
                client.send(RawClient.request(JSON, "Host: " + host)).answer().status())
            .isEqualTo(200);
      }
      client.send(RawClient.request(JSON, "Host: 192.0.2.1.evil.example"));
      assertThat(client.answer().status()).isEqualTo(403);
    }
  }

  @Test
  void anyHostAndOrigin_areAllowed_whenTheSettingSaysSo() throws Exception {
    try (OpenDoor wide = new OpenDoor(Options.defaults().with("origins.any", true));
        RawClient client = wide.client()) {
      client.send(RawClient.request(JSON, "Host: mine.example", "Origin: https://other.example"));
      RawClient.Answer answer = client.answer();

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.field("access-control-allow-origin")).isEqualTo("https://other.example");
      client.send(RawClient.request(JSON, "Host: a b"));
      assertThat(client.answer().status()).isEqualTo(400);
    }
  }

  @Test
  void head_is405_withoutABody() throws Exception {
    try (RawClient client = door.client()) {
      assertThat(client.send(RawClient.head("HEAD")).answer().status()).isEqualTo(405);
      assertThat(client.post(JSON).body()).isEqualTo("{}");
    }
  }

  @Test
  void origin_ofTheHostItself_isAllowed() throws Exception {
    assertThat(ask(RawClient.request(
                JSON, "Host: mcp.example.com", "Origin: https://mcp.example.com:444"))
            .status())
        .isEqualTo(200);
    assertThat(ask(RawClient.request(JSON, "Origin: https://mcp.example.com")).status())
        .isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "",
        "https://evil.example",
        "http://127.0.0.1.evil.example",
        "http://localhost.evil.example",
        "http://localhost@evil.example",
        "http://[::1",
        "ftp://localhost",
        "file://",
        "http://app.example.com",
        "https://app.example.com:444",
        "https://sub.app.example.com",
        "vscode-webview://other",
        "http://localhost, https://evil.example"
      })
  void origin_notAllowed_is403_andEchoedNowhere(String origin) throws Exception {
    RawClient.Answer answer = ask(RawClient.request(JSON, "Origin: " + origin));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).contains("-32600").contains("origins.origins");
    assertThat(answer.field("access-control-allow-origin")).isEmpty();
  }

  @Test
  void twoOrigins_are403() throws Exception {
    assertThat(
            ask(RawClient.request(JSON, "Origin: http://localhost", "Origin: https://evil.example"))
                .status())
        .isEqualTo(403);
  }

  @Test
  void origin_notAllowed_isRefusedForEveryMethod() throws Exception {
    for (String method : List.of("GET", "DELETE", "OPTIONS")) {
      assertThat(ask(RawClient.head(method, "Origin: https://evil.example")).status())
          .isEqualTo(403);
    }
  }

  static Stream<Arguments> contents() {
    return Stream.of(
        Arguments.of(406, "Accept: text/html"),
        Arguments.of(406, "Accept: application/json;q=0"),
        Arguments.of(200, "Accept: application/json"),
        Arguments.of(200, "Accept: text/event-stream"),
        Arguments.of(200, "Accept: */*"),
        Arguments.of(200, "Accept: "),
        Arguments.of(200, "Accept:-"),
        Arguments.of(200, "Content-Type: Application/JSON"),
        Arguments.of(200, "Content-Type: application/json; charset=utf-8"),
        Arguments.of(200, "Content-Type: application/json;charset=\"UTF-8\""),
        Arguments.of(200, "Content-Type: application/json; v=1;"),
        Arguments.of(415, "Content-Type: application/jsonp"),
        Arguments.of(415, "Content-Type: application/json, text/plain"),
        Arguments.of(415, "Content-Type: text/plain"),
        Arguments.of(415, "Content-Type: application/*"),
        Arguments.of(415, "Content-Type: multipart/form-data; boundary=x"),
        Arguments.of(415, "Content-Type: "),
        Arguments.of(415, "Content-Type:-"),
        Arguments.of(415, "Content-Encoding: gzip"),
        Arguments.of(415, "Content-Encoding: br"),
        Arguments.of(415, "Content-Encoding: identity, gzip"),
        Arguments.of(200, "Content-Encoding: Identity"),
        Arguments.of(417, "Expect: something-else"));
  }

  @ParameterizedTest(name = "{1} is {0}")
  @MethodSource("contents")
  void content_isJudgedByItsFields(int status, String field) throws Exception {
    RawClient.Answer answer = ask(RawClient.request(JSON, field));

    assertThat(answer.status()).isEqualTo(status);
    if (status != 200) {
      assertThat(answer.body()).contains("\"code\":-32600").contains("\"id\":null");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"utf-16", "iso-8859-1", "\"utf-16le\""})
  void charset_otherThanUtf8_is415_andAParseError(String charset) throws Exception {
    RawClient.Answer answer =
        ask(RawClient.request(JSON, "Content-Type: application/json; charset=" + charset));

    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.body()).contains("\"code\":-32700").contains("\"id\":null");
  }

  @Test
  void twoContentTypes_are415() throws Exception {
    assertThat(ask(RawClient.request(
                JSON, "Content-Type: application/json", "Content-Type: application/json"))
            .status())
        .isEqualTo(415);
  }

  @Test
  void refusal_ofACompleteBody_leavesTheConnectionAlive() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.request(JSON, "Content-Type: text/plain") + RawClient.request(JSON));

      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(415);
      assertThat(refused.field("connection")).isEmpty();
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void refusal_ofABodyThatHasNotCome_closesTheConnection() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.head("POST", "Content-Length: 40", "Content-Type: text/plain"));

      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(415);
      assertThat(refused.field("connection")).isEqualTo("close");
      client.send(JSON + RawClient.request(JSON));
      assertThat(client.rest()).doesNotContain("HTTP/1.1");
    }
  }

  @Test
  void contentLength_atTheLimit_isRead_andOneBeyondIsNot() throws Exception {
    int max = Options.defaults().limits().bodyBytesMax();
    try (RawClient client = door.client()) {
      client.send(RawClient.head("POST", "Content-Length: " + max));
      client.send("{}" + " ".repeat(max - 2));
      assertThat(client.answer().status()).isEqualTo(200);
      long scanned = door.bodies.bytes();

      client.send(RawClient.head("POST", "Content-Length: " + (max + 1)));

      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(413);
      assertThat(refused.field("connection")).isEqualTo("close");
      assertThat(refused.body())
          .contains("request body exceeds 4194304 bytes (limits.bodyBytesMax)")
          .contains("\"code\":-32600");
      assertThat(client.closed()).isTrue();
      assertThat(door.bodies.bytes()).isEqualTo(scanned);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"8589934592", "99999999999999999999"})
  void contentLength_beyondAllMeasure_isRefused(String length) throws Exception {
    assertThat(ask(RawClient.head("POST", "Content-Length: " + length)).status())
        .isIn(400, 413);
  }

  @Test
  void expectContinue_isAnsweredWhenTheHeadPasses() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.head("POST", "Content-Length: 40", "Expect: 100-continue"));
      assertThat(client.answer().status()).isEqualTo(100);

      assertThat(client.send(JSON).answer().status()).isEqualTo(200);
    }
  }

  @Test
  void expectContinue_ofARefusedHead_isAnsweredWithTheRefusal() throws Exception {
    try (RawClient client = door.client()) {
      client.send(RawClient.head(
          "POST", "Content-Length: 40", "Expect: 100-continue", "Content-Type: text/plain"));

      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(415);
      assertThat(refused.field("connection")).isEqualTo("close");
      assertThat(client.closed()).isTrue();
    }
  }

  @Test
  void otherMethods_are405_withWhatIsOffered() throws Exception {
    for (String method : List.of("PUT", "PATCH", "FROB", "TRACE")) {
      RawClient.Answer answer = ask(RawClient.head(method));

      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.field("allow")).isEqualTo("GET, POST, DELETE, OPTIONS");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Accept: */*",
        "Accept:-",
        "Accept: application/json",
        "Accept: text/html,*/*;q=0.8"
      })
  void get_withoutAStreamByName_is405(String accept) throws Exception {
    RawClient.Answer answer = ask(RawClient.head("GET", accept));

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.field("allow")).contains("POST");
  }

  @Test
  void getAndDelete_withABody_are400() throws Exception {
    assertThat(ask(RawClient.head("GET", "Content-Length: 1") + "x").status()).isEqualTo(400);
    assertThat(ask(RawClient.head("DELETE", "Transfer-Encoding: chunked")).status())
        .isEqualTo(400);
  }

  @Test
  void delete_reachesTheEra() throws Exception {
    RawClient.Answer answer = ask(RawClient.head("DELETE", "Content-Length: 0"));

    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.field("content-length")).isEmpty();
  }

  @Test
  void body_ofNoEra_is400() throws Exception {
    RawClient.Answer answer = ask(RawClient.request(JSON, "X-Of-No-Era: 1"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("-32600");
  }

  @Test
  void options_withoutAnOrigin_saysWhatIsOffered() throws Exception {
    RawClient.Answer answer = ask(RawClient.head("OPTIONS"));

    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.field("allow")).isEqualTo("GET, POST, DELETE, OPTIONS");
    assertThat(answer.field("access-control-allow-methods")).isEmpty();
  }

  @Test
  void preflight_ofAnAllowedOrigin_namesFieldsAndMethods() throws Exception {
    RawClient.Answer answer = ask(RawClient.head(
        "OPTIONS",
        "Origin: http://localhost:6274",
        "Access-Control-Request-Method: POST",
        "Access-Control-Request-Headers: content-type,mcp-param-region,x-evil,mcp-param-\"x"));

    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.field("access-control-allow-origin")).isEqualTo("http://localhost:6274");
    assertThat(answer.field("access-control-allow-methods")).contains("DELETE");
    assertThat(answer.field("access-control-allow-headers").split(", "))
        .contains("content-type", "accept", "authorization", "mcp-protocol-version")
        .contains("mcp-session-id", "last-event-id", "mcp-method", "mcp-name", "mcp-param-region")
        .doesNotContain("x-evil", "mcp-param-\"x");
    assertThat(answer.field("access-control-max-age")).isNotEmpty();
  }

  @Test
  void gate_decidesBetweenOriginAndContent_andBeforeTheBody() throws Exception {
    BlockingQueue<Promise<Void>> asked = new LinkedBlockingQueue<>();
    Admission gate = head -> {
      Promise<Void> decision = Promise.promise();
      asked.add(decision);
      return decision.future().map(head);
    };
    Admission named = head -> Future.succeededFuture(head.as("alice"));
    try (OpenDoor gated =
            new OpenDoor(Options.defaults().with("limits.lingerMs", 100), gate, named);
        RawClient client = gated.client()) {
      client.send(RawClient.request(JSON, "Origin: https://evil.example"));
      assertThat(client.answer().status()).isEqualTo(403);
      assertThat(asked).isEmpty();

      client.send(RawClient.request(JSON, "Content-Type: text/plain"));
      asked.poll(20, TimeUnit.SECONDS).fail(Refusal.of(401, -32600, "Who are you"));
      RawClient.Answer refused = client.answer();
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.field("connection")).isEmpty();
      assertThat(gated.bodies.begun()).isZero();

      client.send(RawClient.request(JSON));
      Promise<Void> decision = asked.poll(20, TimeUnit.SECONDS);
      assertThat(gated.bodies.begun()).isZero();
      decision.complete();
      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(gated.era.heads.get(0).principal()).isEqualTo("alice");
    }
  }
}
