package io.breakwater.behaviour;

import static io.breakwater.behaviour.TestServer.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Elicitation;
import io.breakwater.api.Field;
import io.breakwater.api.LogLevel;
import io.breakwater.api.Sampling;
import io.breakwater.api.SamplingMessage;
import io.breakwater.api.Tool;
import io.breakwater.api.ToolResult;
import io.breakwater.client.Answers;
import io.breakwater.client.Endpoint;
import io.breakwater.client.EraChoice;
import io.breakwater.client.McpClient;
import io.breakwater.launch.Breakwater;
import io.breakwater.options.Options;
import io.breakwater.options.servers.EraWish;
import io.breakwater.options.servers.Naming;
import io.breakwater.options.servers.Reach;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.Sharing;
import io.breakwater.options.servers.TransportWish;
import io.breakwater.rpc.Json;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers of both eras, this server, and servers of both eras behind it. */
@Timeout(60)
class GatewayTest {
  private final Vertx vertx = Vertx.vertx();
  private final List<McpClient> clients = new ArrayList<>();
  private final List<TestServer> servers = new ArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final List<Promise<Void>> cancelled = new CopyOnWriteArrayList<>();
  private Options options = Options.defaults().with("server.builtins", false);

  @AfterEach
  void end() {
    clients.forEach(client -> await(client.close()));
    // The newest first: nobody is to notice how those behind it end.
    Collections.reverse(servers);
    servers.forEach(TestServer::close);
    await(vertx.close());
  }

  private TestServer behind() {
    TestServer server = TestServer.start(Options.defaults(), this::offer);
    servers.add(server);
    return server;
  }

  private void offer(Breakwater breakwater) {
    breakwater.add(
        Tool.of("echo").handler((arguments, call) -> {
          call.progress(1, 2.0, "half");
          call.log(LogLevel.INFO, "echo", "said");
          return Future.succeededFuture(ToolResult.text(arguments.toString()));
        }),
        Tool.of("book")
            .handler((arguments, call) -> call.elicit(
                    "seat", Elicitation.form("Where?").with("seat", Field.text()))
                .compose(seat -> call.sample(
                        "wish", Sampling.of(100, SamplingMessage.user("a wish")))
                    .map(wish -> ToolResult.text(seat.content().path("seat").asText() + ", "
                        + wish.text() + ", asked " + asked.get())))),
        Tool.of("wait").handler((arguments, call) -> {
          Promise<ToolResult> never = Promise.promise();
          Promise<Void> gone = Promise.promise();
          cancelled.add(gone);
          call.onCancel(gone::complete);
          return never.future();
        }));
  }

  private ServerEntry entry(String name, TestServer server, EraWish era, Sharing sharing) {
    URI url = URI.create("http://127.0.0.1:" + server.port() + "/mcp");
    ServerEntry plain = ServerEntry.of(
        name, new Reach.Url(url, Map.of(), TransportWish.STREAMABLE_HTTP), options.gateway());
    return new ServerEntry(
        name,
        plain.reach(),
        0,
        sharing,
        2,
        plain.prefix(),
        Naming.ALL,
        Naming.ALL,
        plain.depthMax(),
        plain.resultBytesMax(),
        List.of(),
        era,
        plain.idleMs());
  }

  private TestServer gateway(ServerEntry... entries) {
    TestServer gateway = TestServer.start(options, breakwater -> {});
    servers.add(gateway);
    gateway.breakwater().servers(List.of(entries));
    return gateway;
  }

  private McpClient caller(TestServer gateway, EraChoice era) {
    URI url = URI.create("http://127.0.0.1:" + gateway.port() + "/mcp");
    McpClient client = McpClient.builder(vertx, new Endpoint.Http(url))
        .era(era)
        .answers(answers())
        .build();
    clients.add(client);
    return client;
  }

  private Answers answers() {
    return new Answers() {
      @Override
      public ObjectNode capabilities() {
        return Json.object("{'elicitation':{},'sampling':{}}");
      }

      @Override
      public Future<ObjectNode> answer(Question question) {
        asked.incrementAndGet();
        return Future.succeededFuture(
            question.method() == Method.ELICITATION_CREATE
                ? Json.object("{'action':'accept','content':{'seat':'inside'}}")
                : Json.object(
                    "{'role':'assistant','model':'m','content':{'type':'text','text':'tea'}}"));
      }
    };
  }

  private static String text(ObjectNode result) {
    return result.path("content").path(0).path("text").asText();
  }

  @ParameterizedTest
  @CsvSource({
    "LEGACY, LEGACY, SHARED", "LEGACY, MODERN, SHARED", "MODERN, LEGACY, SHARED",
    "MODERN, MODERN, SHARED", "LEGACY, LEGACY, SESSION", "LEGACY, MODERN, SESSION",
    "MODERN, LEGACY, SESSION", "MODERN, MODERN, SESSION", "LEGACY, LEGACY, POOL",
    "MODERN, LEGACY, POOL", "MODERN, MODERN, POOL"
  })
  void call_inEveryPairOfEras_asksItsCaller(EraChoice caller, EraWish server, Sharing sharing) {
    TestServer gateway = gateway(entry("one", behind(), server, sharing));
    McpClient client = caller(gateway, caller);

    ObjectNode booked = await(client.callTool("one__book", Json.object("{}")));

    assertThat(text(booked)).isEqualTo("inside, tea, asked 2");
  }
}
