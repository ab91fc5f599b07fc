package io.breakwater.client;

import static io.breakwater.client.ChildOfTest.await;
import static io.breakwater.client.ChildOfTest.sh;
import static io.breakwater.client.ChildOfTest.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.options.Options;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Revision;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class StdioChannelTest {
  private static final String PING = "{'jsonrpc':'2.0','id':1,'method':'ping'}";
  private static final String PONG = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void messages_bothWays_keepTheirOrder() {
    ChildOfTest child = sh(vertx, "exec cat");

    for (int id = 1; id <= 100; id++) {
      await(child.send("{'jsonrpc':'2.0','id':" + id + ",'method':'ping','params':{'é':'\\n'}}"));
    }

    until(() -> child.received.size() == 100);
    for (int at = 0; at < 100; at++) {
      Message.Request echoed = (Message.Request) child.received.get(at);
      assertThat(echoed.id()).isEqualTo(RequestId.of(at + 1));
      assertThat(echoed.params().get("é").asText()).isEqualTo("\n");
    }
    await(child.close());
    assertThat(child.closed).isEmpty();
  }

  @Test
  void chatterOnStdout_isIgnored_andWarnedOfNowAndThen() {
    ChildOfTest child = sh(
        vertx,
        "echo 'Welcome!'; echo; i=0; while [ $i -lt 998 ]; do echo server is ready; i=$((i+1)); done;"
            + "printf '%s\\r\\n' '" + PONG + "'; exec cat");

    until(() -> child.received.size() == 1);

    assertThat(child.dropped).isEmpty();
    assertThat(child.warned).hasSize(3).last().asString().contains("100");
    await(child.close());
  }

  @Test
  void line_atTheLimit_passes_andOneByteMoreIsDropped() {
    // {"jsonrpc":"2.0","method":"m","params":{"a":""}} has 48 bytes.
    Options options = Options.defaults().with("limits.bodyBytesMax", 100_000);
    ChildOfTest child = sh(
        vertx,
        options,
        "line() { printf '{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":\"';"
            + " head -c $1 /dev/zero | tr '\\0' x; printf '\"}}\\n'; };"
            + "line 99952; line 99953; line 1; exec cat");

    until(() -> child.received.size() == 2);

    assertThat(child.dropped).hasSize(1);
    assertThat(child.dropped.get(0).why().kind()).isEqualTo(Kind.LIMIT);
    assertThat(child.dropped.get(0).why())
        .hasMessageContaining("100000 bytes (limits.bodyBytesMax)");
    await(child.close());
  }

  @Test
  void endlessLine_isDroppedOnce_andTheNextIsRead() {
    ChildOfTest child =
        sh(vertx, "head -c 50000000 /dev/zero | tr '\\0' '['; echo; echo '" + PONG + "'; exec cat");

    until(() -> child.received.size() == 1);

    assertThat(child.dropped).hasSize(1);
    await(child.close());
  }

  @Test
  void depth64_passes_and65IsDroppedUnderItsId() {
    ChildOfTest child = sh(
        vertx,
        "deep() { printf '{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"a\":' $1;"
            + " head -c $2 /dev/zero | tr '\\0' '['; head -c $2 /dev/zero | tr '\\0' ']'; echo '}}'; };"
            + "deep 7 62; deep 8 63; deep 9 62; exec cat");

    until(() -> child.received.size() == 2);

    assertThat(child.dropped).hasSize(1);
    assertThat(child.dropped.get(0).about()).isEqualTo(RequestId.of(8));
    assertThat(child.dropped.get(0).why()).hasMessageContaining("limits.depthMax");
    await(child.close());
  }

  @Test
  void whatIsNoMessage_isDropped_andNamesTheRequestItWouldHaveAnswered() {
    ChildOfTest child = sh(
        vertx,
        "echo '{\"jsonrpc\":\"1.0\",\"id\":5,\"result\":{}}';"
            + "echo '{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":7}';"
            + "echo '{\"jsonrpc\":\"2.0\",\"id\":7,';"
            + "echo '[" + PONG + "]'; echo '" + PONG + "'; exec cat");

    until(() -> child.received.size() == 1);

    assertThat(child.dropped)
        .extracting(ChildOfTest.Dropped::about)
        .containsExactly(RequestId.of(5), null, RequestId.of(7), null);
    assertThat(child.dropped).allMatch(drop -> drop.why().kind() == Kind.PROTOCOL);
    await(child.close());
  }

  @Test
  void batch_inTheRevisionThatHasThem_isTakenApart() {
    ChildOfTest child = sh(vertx, "read go; echo '[" + PONG + "," + PONG + "]'; exec cat");
    child.loop.runOnContext(v -> child.channel.agreed(Revision.V2025_03_26));

    await(child.send(PING));

    until(() -> child.received.size() == 2);
    await(child.close());
  }

  @Test
  void childThatDoesNotRead_fillsTheQueueAndNoMore() {
    Options options =
        Options.defaults().with("client.unsentBytesMax", 1_000_000).with("client.closeMs", 100);
    ChildOfTest child = sh(vertx, options, "exec sleep 1000");
    String message = "{'jsonrpc':'2.0','method':'m','params':{'a':'" + "x".repeat(100_000) + "'}}";

    ClientException refused = null;
    for (int sent = 0; sent < 12 && refused == null; sent++) {
      refused = catchThrowableOfType(ClientException.class, () -> await(child.send(message)));
    }

    assertThat(refused).isNotNull();
    assertThat(refused.kind()).isEqualTo(Kind.OVERLOADED);
    assertThat(refused.mayHaveRun()).isFalse();
    assertThat(refused).hasMessageContaining("client.unsentBytesMax");
    await(child.close());
  }

  @Test
  void message_ofExactlyWhatMayWait_isTaken_andOneByteMoreIsNot() {
    String message = "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}";
    Options options = Options.defaults().with("client.unsentBytesMax", message.length() + 1);
    ChildOfTest child = sh(vertx, options, "exec cat");

    await(child.send(message));
    until(() -> child.received.size() == 1);
    ClientException refused = catchThrowableOfType(
        ClientException.class, () -> await(child.send("{\"jsonrpc\":\"2.0\",\"method\":\"mm\"}")));

    assertThat(refused.kind()).isEqualTo(Kind.OVERLOADED);
    await(child.close());
  }

  @Test
  void crashInMidLine_isTold_withCodeAndLastWords() {
    ChildOfTest child = sh(
        vertx,
        "read go; echo 'something is wrong' >&2; echo >&2; printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"res'; exit 3");

    await(child.send(PING));

    until(() -> !child.closed.isEmpty());
    assertThat(child.dropped)
        .extracting(ChildOfTest.Dropped::about)
        .containsExactly(RequestId.of(1));
    assertThat(child.closed).hasSize(1);
    assertThat(child.closed.get(0).kind()).isEqualTo(Kind.LOST);
    assertThat(child.closed.get(0)).hasMessage("sh has exited with code 3: something is wrong");
    assertThat(child.closed.get(0).mayHaveRun()).isTrue();
    await(child.close());
  }

  @Test
  void answerJustBeforeTheExit_arrivesBeforeTheEnd() {
    ChildOfTest child = sh(vertx, "read go; echo '" + PONG + "'");

    await(child.send(PING));

    until(() -> !child.closed.isEmpty());
    assertThat(child.received).hasSize(1);
    assertThat(child.closed.get(0)).hasMessage("sh has exited with code 0");
  }

  @Test
  void childThatIsKilled_isTold_withTheSignal() {
    ChildOfTest child = sh(vertx, "kill -9 $$");

    until(() -> !child.closed.isEmpty());

    assertThat(child.closed.get(0)).hasMessage("sh has exited with code 137 (signal 9)");
  }

  @Test
  void send_afterTheExit_isRefusedUnsent() {
    ChildOfTest child = sh(vertx, "exit 0");
    until(() -> !child.closed.isEmpty());

    ClientException refused =
        catchThrowableOfType(ClientException.class, () -> await(child.send(PING)));

    assertThat(refused.kind()).isEqualTo(Kind.LOST);
    assertThat(refused.mayHaveRun()).isFalse();
  }

  @Test
  void childThatClosesStdin_butGoesOn_isEndedAndTold() {
    Options options = Options.defaults().with("client.closeMs", 100);
    ChildOfTest child = sh(vertx, options, "exec <&-; echo pid $$ >&2; while :; do sleep 1; done");
    ProcessHandle process = child.process("pid");

    await(child.send(PING));

    until(() -> !child.closed.isEmpty());
    assertThat(child.closed.get(0)).hasMessageContaining("closed its stdin or stdout");
    await(child.close());
    assertThat(ChildOfTest.runs(process)).isFalse();
  }

  @Test
  void muchOnStderr_neverHoldsUpTheChild_andIsToldInPart() {
    ChildOfTest child = sh(
        vertx,
        "i=0; line=$(head -c 20000 /dev/zero | tr '\\0' e); head -c 10000000 /dev/zero | tr '\\0' '\\n' >&2;"
            + " while [ $i -lt 2000 ]; do echo \"$line\" >&2; i=$((i+1)); done; echo '" + PONG
            + "'; exec cat");

    until(() -> child.received.size() == 1);
    await(child.close());
    until(() -> !child.warned.isEmpty());

    assertThat(child.logged).hasSizeGreaterThan(10).allMatch(line -> line.length() == 8_192);
    assertThat(child.warned.get(0)).contains("lines of stderr were left out");
  }

  @Test
  void missingProgram_isNamed() {
    ClientException refused = refused(new Endpoint.Command("no-such-program-here", "--secret=1"));

    assertThat(refused.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(refused)
        .hasMessage("cannot start no-such-program-here: no such program on the PATH");
  }

  @Test
  void missingDirectory_isNamed() {
    ClientException refused =
        refused(new Endpoint.Command(List.of("cat"), Map.of(), Path.of("/no/such/folder")));

    assertThat(refused).hasMessage("cannot start cat: /no/such/folder is not a directory");
  }

  @Test
  void programThatIsNoProgram_isNamed() {
    assertThat(refused(new Endpoint.Command("/etc/passwd")))
        .hasMessage("cannot start /etc/passwd: no such program, or not executable");
    assertThat(refused(new Endpoint.Command("a\0b")).kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void environment_ofAChild_isWhatItNeedsAndWhatIsGiven() {
    ChildCommand command = ChildCommand.of(
        new Endpoint.Command(List.of("sh"), Map.of("API_KEY", "given", "LANG", "C"), null),
        Map.of(
            "PATH", "/bin", "AWS_SECRET", "ours", "LANG", "de", "HOME", "/h", "USER", "() { :; }"));

    assertThat(command.environment())
        .containsOnly(
            Map.entry("PATH", "/bin"),
            Map.entry("HOME", "/h"),
            Map.entry("LANG", "C"),
            Map.entry("API_KEY", "given"));
    assertThat(command.program()).isEqualTo(Path.of("/bin/sh"));
  }

  @Test
  void environment_thatAChildSees_isThatAndTheMark() {
    ChildOfTest child = new ChildOfTest(
        vertx,
        Options.defaults(),
        new Endpoint.Command(
            List.of("sh", "-c", "exec env >&2"), Map.of("API_KEY", "given"), null));
    await(child.open());
    until(() -> !child.closed.isEmpty());

    List<String> names =
        child.logged.stream().map(line -> line.replaceFirst("=.*", "")).toList();
    assertThat(names)
        .contains("PATH", "API_KEY", ProcessTree.MARK)
        .isSubsetOf(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "TERM",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "TZ",
            "TMPDIR",
            "API_KEY",
            ProcessTree.MARK,
            // Of the shell's own making.
            "PWD",
            "OLDPWD",
            "SHLVL",
            "_");
  }

  @Test
  void close_whileItStarts_leavesNoChild() {
    ChildOfTest child =
        new ChildOfTest(vertx, Options.defaults(), new Endpoint.Command("sh", "-c", "exec cat"));

    var opened = child.open();
    var closed = child.close();

    await(closed);
    assertThat(catchThrowableOfType(ClientException.class, () -> await(opened)).kind())
        .isEqualTo(Kind.CLOSED);
    assertThat(ProcessHandle.current().descendants().filter(ChildOfTest::runs)).isEmpty();
  }

  @Test
  void close_beforeAnything_andTwice_isFine() {
    ChildOfTest child = new ChildOfTest(vertx, Options.defaults(), new Endpoint.Command("cat"));

    await(child.close());
    await(child.close());
  }

  private ClientException refused(Endpoint.Command command) {
    ChildOfTest child = new ChildOfTest(vertx, Options.defaults(), command);
    return catchThrowableOfType(ClientException.class, () -> await(child.open()));
  }
}
