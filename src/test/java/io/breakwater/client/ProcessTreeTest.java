package io.breakwater.client;

import static io.breakwater.client.ChildOfTest.await;
import static io.breakwater.client.ChildOfTest.runs;
import static io.breakwater.client.ChildOfTest.sh;
import static io.breakwater.client.ChildOfTest.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Options;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That no process is left, whatever it does. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class ProcessTreeTest {
  private static final Options HASTY = Options.defaults().with("client.closeMs", 200);
  private static final String SLEEPER = "while :; do sleep 1000; done";

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void childThatIgnoresTheEndOfInput_isTerminated() {
    ChildOfTest child = sh(vertx, HASTY, "echo pid $$ >&2; " + SLEEPER);
    ProcessHandle process = child.process("pid");

    await(child.close());

    assertThat(runs(process)).isFalse();
  }

  @Test
  void childThatIgnoresSigterm_isKilled() {
    ChildOfTest child = sh(vertx, HASTY, "trap '' TERM INT HUP; echo pid $$ >&2; " + SLEEPER);
    ProcessHandle process = child.process("pid");

    await(child.close());

    assertThat(runs(process)).isFalse();
  }

  @Test
  void grandchildren_thatIgnoreEverything_areKilled() {
    ChildOfTest child = sh(
        vertx,
        HASTY,
        "sh -c \"trap '' TERM; sh -c 'trap \\\"\\\" TERM; echo inner \\$\\$ >&2; " + SLEEPER
            + "' & echo outer \\$\\$ >&2; " + SLEEPER + "\" & exec cat");
    ProcessHandle inner = child.process("inner");
    ProcessHandle outer = child.process("outer");

    await(child.close());

    assertThat(runs(inner)).isFalse();
    assertThat(runs(outer)).isFalse();
  }

  @Test
  void orphans_ofAChildThatExits_areEnded() {
    ChildOfTest child = sh(
        vertx,
        HASTY,
        "sh -c \"trap '' TERM; echo orphan \\$\\$ >&2; " + SLEEPER + "\" & read go; kill -9 $$");
    ProcessHandle orphan = child.process("orphan");

    await(child.send("{'jsonrpc':'2.0','id':1,'method':'ping'}"));

    until(() -> !child.closed.isEmpty());
    until(() -> !runs(orphan));
    await(child.close());
  }

  @Test
  void daemon_thatLeftTheSession_isFoundByItsMark() {
    ChildOfTest child = sh(
        vertx,
        HASTY,
        "setsid sh -c 'echo daemon $$ >&2; exec >/dev/null 2>&1 </dev/null; " + SLEEPER
            + "' & read go; exit 0");
    ProcessHandle daemon = child.process("daemon");
    until(() -> ProcessTable.read().rows().stream()
        .anyMatch(row -> row.process().equals(daemon) && row.session() == daemon.pid()));

    await(child.send("{'jsonrpc':'2.0','id':1,'method':'ping'}"));

    until(() -> !child.closed.isEmpty());
    await(child.close());
    assertThat(runs(daemon)).isFalse();
  }

  @Test
  void orphan_withAnEmptyEnvironment_isFoundByItsSession() {
    ChildOfTest child =
        sh(vertx, HASTY, "env -i /bin/sh -c 'echo bare $$ >&2; " + SLEEPER + "' & read go; exit 0");
    ProcessHandle bare = child.process("bare");

    await(child.send("{'jsonrpc':'2.0','id':1,'method':'ping'}"));

    until(() -> !child.closed.isEmpty());
    await(child.close());
    assertThat(runs(bare)).isFalse();
  }

  private static final String DAEMON =
      "setsid env -i /bin/sh -c 'echo daemon $$ >&2; exec >/dev/null 2>&1 </dev/null; " + SLEEPER
          + "' & ";

  @Test
  void daemon_thatLeftTheSessionAndDroppedTheMark_isFoundWhileTheChildLives() {
    ChildOfTest child = sh(vertx, HASTY, DAEMON + "exec cat");
    ProcessHandle daemon = child.process("daemon");
    requireLeft(daemon);

    await(child.close());

    assertThat(runs(daemon)).isFalse();
  }

  @Test
  void daemon_thatWasSeenBeforeTheChildWasLost_isEnded() throws Exception {
    ProcessTree tree =
        ProcessTree.start(new Endpoint.Command("sh", "-c", DAEMON + "read go; exit 0"));
    ProcessHandle daemon;
    try (BufferedReader errors = tree.root().errorReader(StandardCharsets.UTF_8)) {
      long pid = Long.parseLong(errors.readLine().split(" ")[1]);
      daemon = ProcessHandle.of(pid).orElseThrow();
    }
    requireLeft(daemon);

    tree.look();
    tree.root().destroyForcibly().waitFor();

    assertThat(ProcessTree.end(List.of(tree), 200)).isTrue();
    assertThat(runs(daemon)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"true,2", "false,14"})
  void looks_thatFindNobody_areNotBelieved_untilThereAreSeveral(boolean steady, int looks)
      throws Exception {
    ProcessTree tree = ProcessTree.start(new Endpoint.Command(
        "sh",
        "-c",
        "setsid sh -c 'echo daemon $$ >&2; exec >/dev/null 2>&1 </dev/null; " + SLEEPER
            + "' & read go; exit 0"));
    ProcessHandle daemon;
    try (BufferedReader errors = tree.root().errorReader(StandardCharsets.UTF_8)) {
      daemon = ProcessHandle.of(Long.parseLong(errors.readLine().split(" ")[1])).orElseThrow();
    }
    tree.root().destroyForcibly().waitFor();
    ProcessTable.Row stranger = new ProcessTable.Row(ProcessHandle.current(), 0, 0, null);

    for (int look = 0; look < looks; look++) {
      tree.look(new ProcessTable(List.of(stranger), System.nanoTime(), Set.of(), steady));
    }

    assertThat(ProcessTree.end(List.of(tree), 200)).isTrue();
    assertThat(runs(daemon)).isFalse();
  }

  private static void requireLeft(ProcessHandle daemon) {
    until(() -> ProcessTable.read().rows().stream()
        .anyMatch(row ->
            row.process().equals(daemon) && row.session() == daemon.pid() && row.mark() == null));
  }

  @Test
  void chain_ofProcessesThatStartOneAnotherAndExit_isEnded(@TempDir Path folder) throws Exception {
    Path chain = folder.resolve("chain.sh");
    Files.writeString(chain, """
        [ "$1" -gt 0 ] || exit 0
        sleep 0.02
        setsid sh "$0" $(($1 - 1)) >/dev/null 2>&1 </dev/null &
        """);
    ChildOfTest child =
        sh(vertx, HASTY, "sh " + chain + " 2000 & echo pid $$ >&2; read go; exit 3");
    var unused = child.process("pid");

    await(child.send("{'jsonrpc':'2.0','id':1,'method':'ping'}"));
    until(() -> !child.closed.isEmpty());
    await(child.close());

    for (int look = 0; look < 50; look++) {
      assertThat(ProcessHandle.allProcesses()
              .filter(process -> process.info().commandLine().orElse("").contains("chain.sh")))
          .isEmpty();
    }
  }

  @Test
  void strangers_areLeftAlone() throws Exception {
    Process stranger = new ProcessBuilder("sleep", "1000").start();
    try {
      ChildOfTest child = sh(vertx, HASTY, "trap '' TERM; " + SLEEPER);
      ChildOfTest other = sh(vertx, HASTY, "exec cat");

      await(child.close());
      await(other.send("{'jsonrpc':'2.0','id':1,'method':'ping'}"));

      until(() -> other.received.size() == 1);
      assertThat(stranger.isAlive()).isTrue();
      await(other.close());
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  @Test
  void vertxThatCloses_takesItsChildrenWithIt() throws Exception {
    Vertx other = Vertx.vertx();
    ChildOfTest child = sh(other, HASTY, "trap '' TERM; echo pid $$ >&2; " + SLEEPER);
    ProcessHandle process = child.process("pid");

    other.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(runs(process)).isFalse();
  }

  @Test
  void manyChildren_atOnce_areAllEnded() {
    ChildOfTest[] children = new ChildOfTest[10];
    for (int at = 0; at < children.length; at++) {
      children[at] = sh(vertx, HASTY, "(sleep 1000 & sleep 1000) & exec cat");
    }

    for (ChildOfTest child : children) {
      await(child.close());
    }

    assertThat(ProcessHandle.current().descendants().filter(ChildOfTest::runs)).isEmpty();
  }
}
