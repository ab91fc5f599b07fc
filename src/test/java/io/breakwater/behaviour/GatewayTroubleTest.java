package io.breakwater.behaviour;

import static io.breakwater.behaviour.GatewayStage.failure;
import static io.breakwater.behaviour.GatewayStage.pid;
import static io.breakwater.behaviour.GatewayStage.until;
import static io.breakwater.behaviour.TestServer.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException;
import io.breakwater.client.EraChoice;
import io.breakwater.client.McpClient;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.Sharing;
import io.breakwater.provider.upstream.State;
import io.breakwater.provider.upstream.Status;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that do not start, do not stay, say too much or are taken away: nobody else is in trouble. */
@Timeout(120)
class GatewayTroubleTest {
  @TempDir
  private Path folder;

  private final GatewayStage stage = new GatewayStage();
  private ShellServer shell;

  @BeforeEach
  void folder() {
    shell = new ShellServer(folder);
  }

  @AfterEach
  void nobodyIsLeft() {
    stage.close();
    until(() -> shell.running().isEmpty());
  }

  private static State state(TestServer gateway) {
    return gateway.breakwater().servers().get(0).state();
  }

  private static ServerEntry changed(ServerEntry entry) {
    return new ServerEntry(
        entry.name(),
        entry.reach(),
        entry.callMs(),
        entry.sharing(),
        entry.poolSize(),
        entry.prefix(),
        entry.tools(),
        entry.prompts(),
        entry.depthMax() + 1,
        entry.resultBytesMax(),
        entry.forwardHeaders(),
        entry.era(),
        entry.idleMs());
  }

  // A start that comes to nothing

  @Test
  void server_thatNeverAnswers_isStartedOnce_andTheListsOfOthersDoNotWaitForIt() {
    stage.options = stage.options.with("gateway.listMs", 200);
    ForgetfulServer other = new ForgetfulServer(stage.vertx);
    TestServer gateway = stage.open(
        stage.entry("one", shell.reach("", "*) continue ;;", ""), Sharing.SHARED),
        stage.entry("two", other.reach(), Sharing.SHARED));
    McpClient client = stage.caller(gateway, EraChoice.MODERN);
    until(() -> gateway.breakwater().servers().get(1).state() == State.UP);

    List<Future<List<ObjectNode>>> lists = new ArrayList<>();
    List<Future<ObjectNode>> calls = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      lists.add(stage.caller(gateway, EraChoice.MODERN).tools());
      calls.add(client.callTool("two__big", Json.object()));
    }

    lists.forEach(list -> assertThat(await(list))
        .extracting(tool -> tool.path("name").asText())
        .containsExactly("two__big"));
    calls.forEach(call -> assertThat(await(call)).isNotEmpty());
    assertThat(state(gateway)).isEqualTo(State.STARTING);
    assertThat(shell.started()).hasSize(1);
    assertThat(shell.heard("initialize", "")).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // At once, at the handshake, and once it is connected.
        "exit 3",
        "read -r line; exit 3",
        "END=1"
      })
  void server_thatEndsAgainAndAgain_isACrashLoop_thatIsTriedEverMoreSeldom(String how) {
    stage.options = stage
        .options
        .with("gateway.crashesMax", 3)
        .with("gateway.backoffMs", 20)
        .with("gateway.backoffMsMax", 3_600_000);
    String atTheLists = "*'\"method\":\"tools/list\"'*) exit 3 ;;";
    String cases = how.startsWith("END") ? atTheLists : "";
    TestServer gateway =
        stage.open(stage.entry("one", shell.reach(how, cases, ""), Sharing.SHARED));

    until(() -> state(gateway) == State.CRASH_LOOP);

    assertThat(shell.started()).hasSizeGreaterThanOrEqualTo(3);
    Status status = gateway.breakwater().servers().get(0);
    assertThat(status.why()).contains("has exited with code 3");
    // Each wait is twice the one before: what has run by now has run within the time that this
    // took.
    until(() -> shell.running().isEmpty());
    assertThat(gateway.breakwater().servers().get(0).state()).isEqualTo(State.CRASH_LOOP);
  }

  @Test
  void server_thatWantsCredentials_needsAuth() {
    ForgetfulServer server = new ForgetfulServer(stage.vertx);
    server.refusing = 401;
    stage.options = stage.options.with("gateway.backoffMsMax", 50);
    TestServer gateway = stage.open(stage.entry("one", server.reach(), Sharing.SHARED));

    until(() -> state(gateway) == State.NEEDS_AUTH);

    server.refusing = 0;
    until(() -> state(gateway) == State.UP);
  }

  // What a child says beside its answers

  @Test
  void noise_onTheOutputOfAChild_endsNothing() {
    String noise = "echo 'Listening on stdio...'; echo; echo '{not json'; echo '[]'; echo '{}';"
        + " echo '{\"jsonrpc\":\"2.0\",\"id\":999,\"result\":{}}'; printf '\\377\\376\\n'";
    String cases = "*'\"name\":\"pid\"'*) " + noise + "; text $$ ; " + noise + ";;";
    TestServer gateway =
        stage.open(stage.entry("one", shell.reach(noise, cases, ""), Sharing.SHARED));
    McpClient client = stage.caller(gateway, EraChoice.MODERN);

    assertThat(pid(client)).isEqualTo(pid(client));
    assertThat(shell.started()).hasSize(1);
    assertThat(state(gateway)).isEqualTo(State.UP);
  }

  @Test
  void child_thatFloodsItsStderr_isAnswered_andLogsNoMoreThanItsBound() {
    stage.options = stage.options.with("gateway.stderrLinesMax", 5);
    List<String> logged = new ArrayList<>();
    Logger logger = Logger.getLogger("io.breakwater.provider.upstream.ChildLog");
    Handler handler = new Handler() {
      @Override
      public void publish(LogRecord line) {
        synchronized (logged) {
          logged.add(line.getMessage());
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
    logger.addHandler(handler);
    long start = System.nanoTime();
    try {
      TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.SHARED));
      McpClient client = stage.caller(gateway, EraChoice.MODERN);
      for (int i = 0; i < 3; i++) {
        assertThat(GatewayStage.call(client, "one__flood")).isNotEmpty();
      }
      assertThat(shell.started()).hasSize(1);
    } finally {
      logger.removeHandler(handler);
    }
    // Of each second so many, and how many were left out.
    long seconds = (System.nanoTime() - start) / 1_000_000_000 + 2;
    synchronized (logged) {
      assertThat(logged.size()).isBetween(5, (int) (6 * seconds));
    }
  }

  // Answers that are too long

  @ParameterizedTest
  @EnumSource(names = {"LEGACY", "MODERN"})
  void answer_overHttp_asLongAsResultBytesMax_passes_andOneByteMoreIsOneError(EraChoice era) {
    stage.options = stage.options.with("gateway.resultBytesMax", 5_000);
    ForgetfulServer server = new ForgetfulServer(stage.vertx);
    assertLimit(stage.open(stage.entry("one", server.reach(), Sharing.SHARED)), era);
    assertThat(server.calls).hasValue(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"LEGACY", "MODERN"})
  void answer_ofAChild_asLongAsResultBytesMax_passes_andOneByteMoreIsOneError(EraChoice era) {
    stage.options = stage.options.with("gateway.resultBytesMax", 5_000);
    assertLimit(stage.open(stage.entry("one", shell.reach(), Sharing.SHARED)), era);
    assertThat(shell.heard("tools/call", "big")).isEqualTo(3);
    assertThat(shell.started()).hasSize(1);
  }

  private void assertLimit(TestServer gateway, EraChoice era) {
    McpClient client = stage.caller(gateway, era);
    assertThat(await(client.callTool("one__big", Json.object("{\"bytes\":5000}"))))
        .isNotEmpty();

    ClientException tooLong = failure(client.callTool("one__big", Json.object("{\"bytes\":5001}")));

    assertThat(tooLong.error()).as(tooLong.getMessage()).isNotNull();
    assertThat(tooLong.error().data().path("mayHaveRun").asBoolean()).isTrue();
    assertThat(tooLong).hasMessageContaining("gateway.resultBytesMax").hasMessageContaining("5000");
    assertThat(await(client.callTool("one__big", Json.object("{\"bytes\":5000}"))))
        .isNotEmpty();
  }

  // A restart behind a URL

  @Test
  void session_thatAServerHasForgotten_isOpenedOnceMore_andNobodyNotices() {
    ForgetfulServer server = new ForgetfulServer(stage.vertx);
    TestServer gateway = stage.open(stage.entry("one", server.reach(), Sharing.SHARED));
    List<McpClient> clients = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      clients.add(stage.caller(gateway, i % 2 == 0 ? EraChoice.LEGACY : EraChoice.MODERN));
      assertThat(await(clients.get(i).callTool("one__big", Json.object()))).isNotEmpty();
    }
    assertThat(server.opened).hasValue(1);

    server.restart();
    List<Future<ObjectNode>> calls = clients.stream()
        .map(client -> client.callTool("one__big", Json.object()))
        .toList();

    calls.forEach(call -> assertThat(await(call)).isNotEmpty());
    assertThat(server.opened).hasValue(2);
    assertThat(server.calls).hasValue(10);
    assertThat(state(gateway)).isEqualTo(State.UP);
  }

  @Test
  void server_thatOffersOtherToolsAfterARestart_isListedAnew() {
    ForgetfulServer server = new ForgetfulServer(stage.vertx);
    TestServer gateway = stage.open(stage.entry("one", server.reach(), Sharing.SHARED));
    McpClient client = stage.caller(gateway, EraChoice.LEGACY);
    assertThat(await(client.callTool("one__big", Json.object()))).isNotEmpty();

    server.tool = "other";
    until(() -> {
      server.restart();
      ObjectNode unused =
          await(client.callTool("one__big", Json.object()).otherwise(Json.object()));
      return await(client.tools()).get(0).path("name").asText().equals("one__other");
    });
  }

  // Taken away

  @Test
  void server_thatIsTakenAway_letsItsCallsEnd() {
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.SHARED));
    McpClient client = stage.caller(gateway, EraChoice.LEGACY);
    Future<ObjectNode> held = client.callTool("one__hold", Json.object());
    until(() -> shell.heard("tools/call", "hold") == 1);

    Future<Void> gone = gateway.breakwater().servers(List.of());
    until(() -> await(client.tools()).isEmpty());
    shell.release();

    assertThat(await(held)).isNotEmpty();
    await(gone);
    assertThat(shell.running()).isEmpty();
  }

  @Test
  void server_thatIsTakenAway_waitsNoLongerThanDrainMs() {
    stage.options = stage.options.with("limits.drainMs", 100);
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.SHARED));
    McpClient client = stage.caller(gateway, EraChoice.MODERN);
    Future<ObjectNode> never = client.callTool("one__never", Json.object());
    until(() -> shell.heard("tools/call", "never") == 1);

    await(gateway.breakwater().servers(List.of()));

    assertThat(failure(never).error().data().path("mayHaveRun").asBoolean()).isTrue();
    assertThat(shell.running()).isEmpty();
  }

  @Test
  void close_whileAServerGoes_doesNotWaitForACallThatIsHeldThere() {
    stage.options = stage.options.with("limits.drainMs", 600_000);
    String asks = "*'\"name\":\"never\"'*) echo '{\"jsonrpc\":\"2.0\",\"id\":1,"
        + "\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\","
        + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}' ;;";
    TestServer gateway = stage.open(stage.entry("one", shell.reach("", asks, ""), Sharing.SHARED));
    McpClient client = stage.caller(gateway, EraChoice.MODERN);
    ObjectNode params = Json.object("{\"name\":\"one__never\",\"arguments\":{}}");
    ObjectNode asked = await(client.request(Method.TOOLS_CALL, params, stage.asking()));
    assertThat(asked.path("resultType").asText()).isEqualTo("input_required");

    Future<Void> gone = gateway.breakwater().servers(List.of());
    until(() -> gateway.breakwater().servers().isEmpty());
    assertThat(shell.running()).hasSize(1);
    await(gateway.breakwater().close());

    assertThat(shell.running()).isEmpty();
    await(gone);
  }

  @Test
  void close_whileServersStart_leavesNobody() {
    TestServer gateway = stage.open(
        stage.entry("one", shell.reach("", "*) continue ;;", ""), Sharing.SHARED),
        stage.entry("two", shell.reach("sleep 0.1", "", ""), Sharing.SHARED),
        stage.entry("three", shell.reach(), Sharing.POOL));

    await(gateway.breakwater().close());

    assertThat(shell.running()).isEmpty();
  }

  // Subscriptions

  @Test
  void watchers_areOneSubscription_untilTheLastIsGone() {
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.SHARED));
    McpClient anna = stage.caller(gateway, EraChoice.LEGACY);
    McpClient bert = stage.caller(gateway, EraChoice.LEGACY);
    assertThat(await(anna.resources())).hasSize(1);

    await(anna.subscribe("demo://a"));
    await(bert.subscribe("demo://a"));
    until(() -> shell.heard("resources/subscribe", "") == 1);
    await(anna.unsubscribe("demo://a"));
    long unused = pid(bert);
    assertThat(shell.heard("resources/unsubscribe", "")).isZero();

    // Gone without a word about it.
    await(bert.close());
    until(() -> shell.heard("resources/unsubscribe", "") == 1);
    assertThat(shell.heard("resources/subscribe", "")).isOne();
  }

  @Test
  void server_thatIsStartedAnewUnderItsName_hasTheSubscriptionsOfTheOneBefore() {
    ServerEntry entry = stage.entry("one", shell.reach(), Sharing.SHARED);
    TestServer gateway = stage.open(entry);
    McpClient client = stage.caller(gateway, EraChoice.LEGACY);
    assertThat(await(client.resources())).hasSize(1);
    await(client.subscribe("demo://a"));
    until(() -> shell.heard("resources/subscribe", "") == 1);

    await(gateway.breakwater().servers(List.of(changed(entry))));

    until(() -> shell.heard("resources/subscribe", "") == 2);
    await(client.unsubscribe("demo://a"));
    until(() -> shell.heard("resources/unsubscribe", "") == 1);
    assertThat(shell.started()).hasSize(2);
  }

  @Test
  void server_thatCouldNotBeReached_hasTheSubscriptionsOnceItCan() {
    stage.options = stage.options.with("gateway.backoffMs", 500);
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.SHARED));
    McpClient client = stage.caller(gateway, EraChoice.LEGACY);
    assertThat(await(client.resources())).hasSize(1);
    ClientException unused = failure(client.callTool("one__die", Json.object()));

    await(client.subscribe("demo://a"));

    until(() -> shell.heard("resources/subscribe", "") == 1);
  }
}
