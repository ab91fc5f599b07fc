package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.era.Era;
import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import io.breakwater.options.Options;
import io.breakwater.provider.Catalog;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Endpoints that count together. */
final class SharedTest {
  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final Shared shared =
      Shared.of(vertx, Options.defaults().with("sessions.perPrincipalMax", 2));
  private final Graph whole = new Graph(shared, new Catalog());
  private final Graph one = new Graph(shared.within("one"), new Catalog());

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private FakeExchange ask(Era era, FakeHead head, String body) {
    FakeExchange exchange = new FakeExchange(head, loop);
    loop.runOnContext(on -> {
      try {
        era.post(exchange, Json.of(body));
      } catch (Refusal refusal) {
        exchange.refuse(refusal);
      }
    });
    return exchange.awaitEnd();
  }

  private String initialize(Graph graph, String principal) {
    String body = "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':"
        + "'2025-11-25','capabilities':{},'clientInfo':{'name':'c','version':'1'}}}";
    return said(ask(graph.legacy(), FakeHead.bare().of(principal), body));
  }

  private static String said(FakeExchange exchange) {
    return exchange.said().get(0);
  }

  @Test
  void sessionsOfOnePrincipal_areCountedTogether_untilTheirEndpointCloses() throws Exception {
    assertThat(initialize(whole, "anna")).startsWith("200 ");
    assertThat(initialize(one, "anna")).startsWith("200 ");

    assertThat(initialize(whole, "anna"))
        .startsWith("429 ")
        .contains("2 of one principal (sessions.perPrincipalMax)");
    assertThat(initialize(one, "anna")).startsWith("429 ");
    assertThat(initialize(one, "bob")).startsWith("200 ");
    assertThat(shared.sessions().now()).isEqualTo(3);

    one.close(0).toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(shared.sessions().now()).isEqualTo(1);
    assertThat(initialize(whole, "anna")).startsWith("200 ");
    assertThat(initialize(whole, "anna")).startsWith("429 ");
  }

  @Test
  void endpoint_thatIsClosed_servesNothingAnyMore_andHoldsNoPlace() throws Exception {
    one.close(0).toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);

    assertThat(initialize(one, "anna")).startsWith("503 ").contains("No more sessions");
    assertThat(modern("tools/list", "")).startsWith("503 ").contains("limits.drainMs");
    assertThat(modern("subscriptions/listen", "'notifications':{},")).startsWith("503 ");
    assertThat(shared.sessions().now()).isZero();
    assertThat(shared.listens().now()).isZero();
  }

  private String modern(String method, String params) {
    FakeHead head = FakeHead.bare()
        .of((@Nullable String) null)
        .with("MCP-Protocol-Version", "2026-07-28")
        .with("Mcp-Method", method);
    String body = "{'jsonrpc':'2.0','id':1,'method':'" + method + "','params':{" + params
        + "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
        + "'io.modelcontextprotocol/clientCapabilities':{}}}}";
    return said(ask(one.eras().get(0), head, body));
  }
}
