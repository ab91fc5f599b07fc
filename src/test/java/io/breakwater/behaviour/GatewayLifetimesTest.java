package io.breakwater.behaviour;

import static io.breakwater.behaviour.GatewayStage.call;
import static io.breakwater.behaviour.GatewayStage.failure;
import static io.breakwater.behaviour.GatewayStage.pid;
import static io.breakwater.behaviour.GatewayStage.until;
import static io.breakwater.behaviour.GatewayStage.untilAnswered;
import static io.breakwater.behaviour.TestServer.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException;
import io.breakwater.client.EraChoice;
import io.breakwater.client.McpClient;
import io.breakwater.options.servers.Sharing;
import io.breakwater.provider.upstream.State;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers that go, children that go, and what is left then: nothing. */
@Timeout(120)
class GatewayLifetimesTest {
  private static final int DROPPED = Integer.getInteger("breakwater.test.dropped", 40);
  private static final String WAIT =
      Request.body(7, "tools/call", Json.object("{\"name\":\"one__never\",\"arguments\":{}}"));

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

  private static JsonNode pidOf(Session session) throws IOException {
    Answer answer = session.ask("tools/call", "{\"name\":\"one__pid\",\"arguments\":{}}");
    return answer.json().path("result").path("content").path(0).path("text");
  }

  /** Threads that see to a child, and files of this process. */
  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("breakwater-child-"))
        .count();
  }

  private static long files() {
    Path open = Path.of("/proc/self/fd");
    if (!Files.isDirectory(open)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(open)) {
      return all.count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sessions_thatAreDroppedWithoutAnEnd_leaveNoChildThreadOrFile() throws IOException {
    stage.options = stage.options.with("sessions.openingMs", 3_000).with("sessions.idleMs", 3_000);
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.SESSION));
    // What a first session brings along for good.
    JsonNode unused = pidOf(Session.open(gateway.port()));
    until(() -> shell.running().size() == 1 && gateway.breakwater().load().sessions() == 0);
    long threadsBefore = threads();
    long filesBefore = files();

    Set<JsonNode> pids = new HashSet<>();
    for (int i = 0; i < DROPPED; i++) {
      pids.add(pidOf(Session.open(gateway.port())));
    }

    assertThat(pids).hasSize(DROPPED).allMatch(JsonNode::isTextual);
    // The one that reads the lists stays.
    until(() -> shell.running().size() == 1 && gateway.breakwater().load().sessions() == 0);
    until(() -> threads() <= threadsBefore);
    until(() -> files() <= filesBefore);
  }

  @Test
  void sessions_asManyAsSessionsMax_haveChildren_andOneBeyondIsRefused() throws IOException {
    stage.options = stage.options.with("gateway.sessionsMax", 2);
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.SESSION));
    McpClient anna = stage.caller(gateway, EraChoice.LEGACY);
    McpClient bert = stage.caller(gateway, EraChoice.LEGACY);
    McpClient cora = stage.caller(gateway, EraChoice.LEGACY);

    assertThat(pid(anna)).isNotEqualTo(pid(bert));
    ClientException refused = failure(cora.callTool("one__pid", Json.object()));
    assertThat(refused).hasMessageContaining("gateway.sessionsMax");
    assertThat(refused.error().code()).isEqualTo(-32603);
    assertThat(shell.running()).hasSize(3);

    await(anna.close());
    until(() -> shell.running().size() == 2);
    // A place is free once the process is gone, and it is Cora's as soon as she asks.
    until(() -> await(cora.callTool("one__pid", Json.object())
        .map(ok -> true)
        .recover(full -> Future.succeededFuture(false))));
  }

  @ParameterizedTest
  @EnumSource(names = {"LEGACY", "MODERN"})
  void child_thatIsKilledInACall_failsItOnce_andTheNextCallHasANewOne(EraChoice era) {
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.SHARED));
    McpClient client = stage.caller(gateway, era);
    long before = pid(client);

    ClientException killed = failure(client.callTool("one__die", Json.object()));

    assertThat(killed.error().code()).isEqualTo(-32603);
    assertThat(killed).hasMessageContaining("'one'").hasMessageContaining("signal 9");
    assertThat(killed.error().data().path("mayHaveRun").asBoolean()).isTrue();
    assertThat(untilAnswered(client, "one__pid")).isNotEqualTo("" + before);
    assertThat(shell.heard("tools/call", "die")).isOne();
    assertThat(shell.running()).hasSize(1);
  }

  @Test
  void child_ofOneSessionThatIsKilled_isNobodyElsesMatter() {
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.SESSION));
    McpClient anna = stage.caller(gateway, EraChoice.LEGACY);
    McpClient bert = stage.caller(gateway, EraChoice.LEGACY);
    long annas = pid(anna);
    long berts = pid(bert);

    ClientException unused = failure(anna.callTool("one__die", Json.object()));

    assertThat(pid(bert)).isEqualTo(berts);
    assertThat(untilAnswered(anna, "one__pid")).isNotEqualTo("" + annas);
    assertThat(gateway.breakwater().servers().get(0).state()).isEqualTo(State.UP);
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED", "SESSION"})
  void caller_ofTheStatelessEraThatDiesInACall_hasItTakenBack(Sharing sharing) throws IOException {
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), sharing));
    McpClient other = stage.caller(gateway, EraChoice.MODERN);
    long shared = pid(other);

    Request call = Request.modern("tools/call", "{\"name\":\"one__never\",\"arguments\":{}}");
    try (Wire wire = Wire.to(gateway.port())) {
      wire.send(Wire.request(call.body(), call.fieldArray()));
      until(() -> shell.heard("tools/call", "never") == 1);
      wire.reset();
    }

    if (sharing == Sharing.SHARED) {
      until(() -> shell.heard("notifications/cancelled", "") == 1);
      assertThat(pid(other)).isEqualTo(shared);
    }
    // What was of this request alone is gone, the one that all share is not.
    until(() -> shell.running().size() == 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED", "SESSION"})
  void caller_whoseSessionEndsInACall_hasItTakenBack(Sharing sharing) throws IOException {
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), sharing));
    McpClient other = stage.caller(gateway, EraChoice.LEGACY);
    long others = pid(other);
    int before = shell.running().size();
    Session session = Session.open(gateway.port());

    try (Wire wire = Wire.to(gateway.port())) {
      wire.send(Wire.request(WAIT, session.fields()));
      until(() -> shell.heard("tools/call", "never") == 1);
      try (Wire end = Wire.to(gateway.port())) {
        assertThat(end.send(Wire.head("DELETE", session.fields())).answer().status())
            .isEqualTo(204);
      }
    }

    if (sharing == Sharing.SHARED) {
      until(() -> shell.heard("notifications/cancelled", "") == 1);
    }
    until(() -> shell.running().size() == before);
    assertThat(pid(other)).isEqualTo(others);
  }

  @Test
  void child_thatIgnoresBothTheEndOfItsInputAndSigterm_isKilled() {
    TestServer gateway = stage.open(stage.entry(
        "one",
        shell.reach("trap '' TERM INT HUP", "", "while :; do sleep 0.2; done"),
        Sharing.SHARED));
    assertThat(pid(stage.caller(gateway, EraChoice.MODERN))).isIn(shell.running());

    await(gateway.breakwater().servers(List.of()));

    assertThat(shell.running()).isEmpty();
  }

  @Test
  void child_withChildrenOfItsOwn_takesThemAlong() {
    String more =
        "sleep 1000 & echo $! >> \"$PIDS\"\n(trap '' TERM; sleep 1000) & echo $! >> \"$PIDS\"";
    TestServer gateway = stage.open(stage.entry("one", shell.reach(more, "", ""), Sharing.SHARED));
    McpClient client = stage.caller(gateway, EraChoice.MODERN);
    long unused = pid(client);
    assertThat(shell.running()).hasSize(3);

    await(gateway.breakwater().servers(List.of()));

    assertThat(shell.running()).isEmpty();
  }

  @Test
  void pool_givesEachCallAProcess_upToItsSize_andEndsTheIdleOnes() {
    stage.options = stage.options.with("gateway.idleMs", 1_000);
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.POOL));
    McpClient client = stage.caller(gateway, EraChoice.MODERN);
    long alone = pid(client);
    assertThat(pid(client)).isEqualTo(alone);
    assertThat(shell.running()).hasSize(1);

    List<Future<String>> held = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      held.add(client.callTool("one__hold", Json.object()).map(GatewayStage::text));
      int least = Math.min(i, 3);
      until(() -> shell.heard("tools/call", "hold") == least);
    }
    assertThat(shell.running()).hasSize(3);
    shell.release();

    Set<String> pids = new HashSet<>();
    held.forEach(call -> pids.add(await(call)));
    assertThat(pids).hasSize(3).contains("" + alone);
    until(() -> shell.running().equals(List.of(alone)));
    assertThat(pid(client)).isEqualTo(alone);
  }

  @Test
  void pool_withoutAPlaceForAnother_usesWhatItHas() {
    stage.options = stage.options.with("gateway.sessionsMax", 1);
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.POOL));
    McpClient client = stage.caller(gateway, EraChoice.MODERN);

    List<Future<ObjectNode>> held = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      held.add(client.callTool("one__hold", Json.object()));
    }
    until(() -> shell.heard("tools/call", "hold") == 2);
    shell.release();

    held.forEach(call -> assertThat(await(call)).isNotEmpty());
    assertThat(shell.started()).hasSize(2);
  }

  @Test
  void pool_whoseProcessWasKilled_servesWithTheOthers() {
    stage.options = stage.options.with("gateway.backoffMs", 60_000);
    TestServer gateway = stage.open(stage.entry("one", shell.reach(), Sharing.POOL));
    McpClient client = stage.caller(gateway, EraChoice.MODERN);
    assertThat(call(client, "one__pid")).isNotEmpty();

    ClientException unused = failure(client.callTool("one__die", Json.object()));

    // Not tried again for a minute, but there are two more.
    assertThat(pid(client)).isIn(shell.running());
  }
}
