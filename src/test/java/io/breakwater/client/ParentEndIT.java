package io.breakwater.client;

import static io.breakwater.client.ChildOfTest.runs;
import static io.breakwater.client.ChildOfTest.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What becomes of children when their parent is told to end, or killed. */
@Timeout(180)
@EnabledOnOs(OS.LINUX)
class ParentEndIT {
  private static final String STUBBORN = "trap '' TERM INT HUP; while :; do sleep 1000; done";

  private Process parent;
  private final List<ProcessHandle> children = new ArrayList<>();

  @AfterEach
  void end() throws Exception {
    children.forEach(ProcessHandle::destroyForcibly);
    parent.destroyForcibly().waitFor();
  }

  @Test
  void sigterm_endsTheWholeTree_alsoWhatIgnoresIt() throws Exception {
    start(
        2,
        "sh -c 'echo pid $$; " + STUBBORN.replace("'", "'\"'\"'") + "' >&2 & echo pid $$ >&2; "
            + STUBBORN);

    parent.destroy();

    assertThat(parent.waitFor(60, TimeUnit.SECONDS)).isTrue();
    children.forEach(child -> assertThat(runs(child)).isFalse());
  }

  @Test
  void sigint_endsTheWholeTree() throws Exception {
    start(2, "sh -c 'echo pid $$; while :; do sleep 1000; done' >&2 & echo pid $$ >&2; exec cat");

    new ProcessBuilder("kill", "-INT", String.valueOf(parent.pid())).start().waitFor();

    assertThat(parent.waitFor(60, TimeUnit.SECONDS)).isTrue();
    children.forEach(child -> assertThat(runs(child)).isFalse());
  }

  @Test
  void sigkill_leavesTheChildAtTheEndOfItsInput() throws Exception {
    start(1, "echo pid $$ >&2; exec cat");

    parent.destroyForcibly();

    until(() -> !runs(children.get(0)));
  }

  /** Starts a parent whose child writes so many lines with a pid. */
  private void start(int pids, String script) throws Exception {
    // Whatever runs us in the background may have us ignore SIGINT, and a JVM inherits that.
    parent = new ProcessBuilder(
            "env",
            "--default-signal=INT",
            System.getProperty("java.home") + "/bin/java",
            "-Xmx128m",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            ChildKeeper.class.getName(),
            script)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    BufferedReader lines = parent.inputReader();
    while (children.size() < pids) {
      String line = lines.readLine();
      assertThat(line).as("output of the parent").startsWith("pid ");
      children.add(ProcessHandle.of(Long.parseLong(line.substring(4))).orElseThrow());
    }
  }
}
