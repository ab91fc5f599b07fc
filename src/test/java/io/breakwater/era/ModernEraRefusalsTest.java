package io.breakwater.era;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the modern era refuses, with status, code and id. */
@ExtendWith(OnEventLoop.class)
final class ModernEraRefusalsTest {
  private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  private static final String DISCOVER = Modern.request("1", "server/discover", "");

  private final Modern modern = new Modern();

  @BeforeEach
  void serve_everything() {
    for (Method method : Method.values()) {
      modern.serve(method, invocation -> Modern.complete("{}"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','id':1,'method':'server/discover'}",
        "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{}}",
        "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{'_meta':{}}}",
        "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{'_meta':null}}",
        "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{'_meta':'x'}}",
        "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{'_meta':[]}}",
        "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{'_meta':{'" + CAPABILITIES
            + "':{}}}}",
        "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{'_meta':{'" + VERSION
            + "':20260728,'" + CAPABILITIES + "':{}}}}"
      })
  void version_missingInTheBody_isRefused(String body) {
    assertThat(discover(body))
        .isEqualTo("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':"
            + "'Invalid params: params._meta['" + VERSION + "'] is missing or not a string'}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",'" + CAPABILITIES + "':null", ",'" + CAPABILITIES + "':[]"})
  void capabilities_missingInTheBody_areRefused(String member) {
    String body = "{'jsonrpc':'2.0','id':'x','method':'server/discover','params':{'_meta':{'"
        + VERSION + "':'2026-07-28'" + member + "}}}";

    assertThat(discover(body))
        .isEqualTo("400 {'jsonrpc':'2.0','id':'x','error':{'code':-32602,'message':"
            + "'Invalid params: params._meta['" + CAPABILITIES
            + "'] is missing or not an object'}}");
  }

  @Test
  void params_thatAreNoObject_areRefusedUnderTheId() {
    assertThat(discover("{'jsonrpc':'2.0','id':1,'method':'server/discover','params':[]}"))
        .startsWith("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,");
  }

  @Test
  void logLevel_thatIsNone_isRefused() {
    String body = "{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{'_meta':{"
        + Modern.META + ",'io.modelcontextprotocol/logLevel':'loud'}}}";

    assertThat(discover(body)).startsWith("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,");
  }

  @Test
  void headerAndBody_ofTwoVersions_areRefused() {
    assertThat(discover(DISCOVER.replace("2026-07-28", "2025-11-25")))
        .isEqualTo("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32020,'message':"
            + "'Header mismatch: MCP-Protocol-Version header value '2026-07-28' does not match"
            + " body value '2025-11-25''}}");
    assertThat(discover(DISCOVER.replace("2026-07-28", "v999.0.0"))).contains("-32020");
  }

  @Test
  void versionHeader_missingOrTwice_isRefused() {
    assertThat(said(FakeHead.bare().with("Mcp-Method", "server/discover"), DISCOVER))
        .isEqualTo("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32020,'message':"
            + "'Header mismatch: MCP-Protocol-Version header is required'}}");
    assertThat(said(
            Modern.head("server/discover").with("MCP-Protocol-Version", "2026-07-28"), DISCOVER))
        .contains("'id':1,'error':{'code':-32020,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"v999.0.0", "1900-01-01", "2025-11-25"})
  void version_thatIsNotModern_isRefusedWithThoseWeKnow(String version) {
    FakeHead head =
        FakeHead.bare().with("MCP-Protocol-Version", version).with("Mcp-Method", "server/discover");

    assertThat(said(head, DISCOVER.replace("2026-07-28", version)))
        .isEqualTo("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32022,"
            + "'message':'Unsupported protocol version','data':{'supported':["
            + "'2026-07-28','2025-11-25','2025-06-18','2025-03-26','2024-11-05'],"
            + "'requested':'" + version + "'}}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/list", "SERVER/DISCOVER", "", "=?base64?c2VydmVyL2Rpc2NvdmVy?="})
  void methodHeader_thatDiffers_isRefused(String method) {
    assertThat(said(Modern.head(method), DISCOVER)).contains("'id':1,'error':{'code':-32020,");
  }

  @Test
  void methodHeader_missingOrTwice_isRefused() {
    FakeHead head = FakeHead.bare().with("MCP-Protocol-Version", "2026-07-28");
    assertThat(said(head, DISCOVER)).contains("'id':1,'error':{'code':-32020,");

    head.with("Mcp-Method", "server/discover").with("Mcp-Method", "tools/call");
    assertThat(said(head, DISCOVER)).contains("'id':1,'error':{'code':-32020,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "elicitation/create",
        "sampling/createMessage",
        "roots/list",
        "tasks/list",
        "unknown/method",
        "Tools/list"
      })
  void method_thatThisEraDoesNotHave_isNotFound(String method) {
    assertThat(said(Modern.head(method), Modern.request("500", method, "")))
        .isEqualTo("404 {'jsonrpc':'2.0','id':500,'error':{'code':-32601,"
            + "'message':'Method not found: " + method + "'}}");
  }

  @Test
  void method_withoutHandler_isNotFound() {
    modern.handlers.remove(Method.TOOLS_LIST);

    assertThat(said(Modern.head("tools/list"), Modern.request("1", "tools/list", "")))
        .startsWith("404 {'jsonrpc':'2.0','id':1,'error':{'code':-32601,");
  }

  @Test
  void name_inTheHeader_mustBeThatOfTheBody() {
    String call = Modern.call("42", "");

    assertThat(said(Modern.head("tools/call"), call))
        .isEqualTo("400 {'jsonrpc':'2.0','id':42,'error':{'code':-32020,'message':"
            + "'Header mismatch: Mcp-Name header is required'}}");
    assertThat(said(Modern.head("tools/call", "other"), call))
        .isEqualTo("400 {'jsonrpc':'2.0','id':42,'error':{'code':-32020,'message':"
            + "'Header mismatch: Mcp-Name header value 'other' does not match body value 't''}}");
    assertThat(said(Modern.head("tools/call", "  t  "), call)).startsWith("200 ");
    assertThat(said(Modern.head("tools/call", "=?base64?dA==?="), call)).startsWith("200 ");
    assertThat(said(Modern.head("tools/call", "=?base64?dA?="), call)).contains("-32020");
  }

  @Test
  void nameOfAResource_isItsUri() {
    String read = Modern.request("1", "resources/read", "'uri':'file:///a'");

    assertThat(said(Modern.head("resources/read", "file:///a"), read)).startsWith("200 ");
    assertThat(said(Modern.head("resources/read", "file:///b"), read)).contains("-32020");
    assertThat(said(Modern.head("resources/read"), read)).contains("-32020");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'name':5", "'name':null", "'arguments':{}"})
  void name_missingInTheBody_isRefused(String params) {
    String call = Modern.request("1", "tools/call", params);

    assertThat(said(Modern.head("tools/call", "5"), call))
        .isEqualTo("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':"
            + "'Invalid params: params.name is missing or not a string'}}");
  }

  @Test
  void nameHeader_whereNoneBelongs_isIgnored() {
    assertThat(said(Modern.head("tools/list", "x"), Modern.request("1", "tools/list", "")))
        .startsWith("200 ");
  }

  @Test
  void state_thatIsForged_isRefused() {
    String call = Modern.call("1", "'requestState':'eyJhZG1pbiI6dHJ1ZX0.AAAA','inputResponses':{}");

    assertThat(said(Modern.head("tools/call", "t"), call))
        .startsWith("400 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':"
            + "'Invalid params: params.requestState: not valid");
  }

  @Test
  void listen_withoutAStream_isRefused() {
    String listen = Modern.request("1", "subscriptions/listen", "'notifications':{}");

    assertThat(said(Modern.head("subscriptions/listen").jsonOnly(), listen))
        .startsWith("406 {'jsonrpc':'2.0','id':1,'error':{'code':-32600,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','id':null,'method':'server/discover'}",
        "{'jsonrpc':'2.0','id':false,'method':'server/discover'}",
        "[{'jsonrpc':'2.0','id':1,'method':'server/discover'}]",
        "[]",
        "'x'",
        "{'jsonrpc':'2.0','method':'server/discover'}",
        "{'jsonrpc':'2.0','id':1,'result':{}}",
        "{'jsonrpc':'2.0','id':1,'error':{'code':1,'message':'x'}}"
      })
  void whatIsNoRequest_isRefused(String body) {
    assertThat(discover(body)).startsWith("400 {'jsonrpc':'2.0','id':null,'error':{'code':-32600,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"notifications/cancelled", "notifications/initialized", "notifications/x"})
  void notification_isAcceptedAndNotServed(String method) {
    assertThat(said(
            Modern.head(method),
            "{'jsonrpc':'2.0','method':'" + method + "','params':{'requestId':1}}"))
        .isEqualTo("202");
  }

  @Test
  void getAndDelete_areNotAllowed() {
    FakeExchange exchange = new FakeExchange(Modern.head(""));
    List.<Runnable>of(() -> modern.era().get(exchange), () -> modern.era().delete(exchange))
        .forEach(verb -> {
          Refusal refusal = Objects.requireNonNull(catchThrowableOfType(Refusal.class, verb::run));
          assertThat(refusal.status()).isEqualTo(405);
          assertThat(refusal.headers()).containsEntry("Allow", "POST");
        });
  }

  @Test
  void refusalOfAHandler_keepsStatusAndHeaders() {
    modern.serve(
        Method.TOOLS_LIST,
        invocation ->
            Future.failedFuture(Refusal.of(503, -32603, "full").header("Retry-After", "1")));

    assertThat(said(Modern.head("tools/list"), Modern.request("1", "tools/list", "")))
        .isEqualTo("503 Retry-After: 1 {'jsonrpc':'2.0','id':1,"
            + "'error':{'code':-32603,'message':'full'}}");
  }

  @Test
  void resourceThatIsNotThere_isInvalidParams() {
    modern.serve(
        Method.RESOURCES_READ, invocation -> Future.failedFuture(Refusal.resourceNotFound("a:b")));

    assertThat(said(
            Modern.head("resources/read", "a:b"),
            Modern.request("1", "resources/read", "'uri':'a:b'")))
        .isEqualTo("200 {'jsonrpc':'2.0','id':1,'error':{'code':-32602,"
            + "'message':'Resource not found: a:b','data':{'uri':'a:b'}}}");
  }

  @Test
  void failureOfAHandler_saysNothing() {
    modern.serve(Method.TOOLS_LIST, invocation -> {
      throw new IllegalStateException("secret");
    });

    assertThat(said(Modern.head("tools/list"), Modern.request("1", "tools/list", "")))
        .isEqualTo(
            "200 {'jsonrpc':'2.0','id':1," + "'error':{'code':-32603,'message':'Internal error'}}");
  }

  @Test
  void era_takesWhatSpeaksOfAVersionItself() {
    ModernEra era = modern.era();
    FakeHead bare = FakeHead.bare();
    var body = Json.of(DISCOVER);

    assertThat(era.serves(Modern.head("x"), null)).isTrue();
    assertThat(era.serves(Modern.head("x").with("Mcp-Session-Id", "s"), body)).isTrue();
    assertThat(era.serves(bare, body)).isTrue();
    assertThat(era.serves(header("v999"), body)).isTrue();
    assertThat(era.serves(header("2025-11-25"), body)).isTrue();
    assertThat(era.serves(FakeHead.bare().with("Mcp-Session-Id", "s"), body)).isTrue();
  }

  @Test
  void era_leavesTheRest() {
    ModernEra era = modern.era();
    var legacy = Json.of("{'jsonrpc':'2.0','id':1,'method':'ping','params':{'_meta':{}}}");

    assertThat(era.serves(FakeHead.bare(), null)).isFalse();
    assertThat(era.serves(header("2025-11-25"), null)).isFalse();
    assertThat(era.serves(FakeHead.bare(), legacy)).isFalse();
    assertThat(era.serves(header("1900-01-01"), legacy)).isFalse();
    assertThat(era.serves(FakeHead.bare(), Json.of("[]"))).isFalse();
    assertThat(era.serves(FakeHead.bare(), Json.of("'x'"))).isFalse();
    assertThat(era.serves(header("2025-11-25").with("Mcp-Session-Id", "s"), Json.of(DISCOVER)))
        .isFalse();
  }

  private static FakeHead header(String version) {
    return FakeHead.bare().with("MCP-Protocol-Version", version);
  }

  private String discover(String body) {
    return said(Modern.head("server/discover"), body);
  }

  private String said(FakeHead head, String body) {
    List<String> said = modern.posted(head, body).said();
    assertThat(said).hasSize(1);
    assertThat(modern.clock.timers()).isZero();
    return said.get(0);
  }
}
