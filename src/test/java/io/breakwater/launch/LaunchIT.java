package io.breakwater.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The built jar as a process: exit codes, and what stands on which stream. */
@Timeout(120)
final class LaunchIT {
  private static final String JAR = System.getProperty("breakwater.jar", "target/breakwater.jar");
  private static final Pattern PORT = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/mcp");

  @TempDir
  private Path folder;

  private final List<Run> runs = new ArrayList<>();

  /** A process and the files of its two streams. */
  private record Run(Process process, Path outFile, Path errFile) {
    int exitCode() throws InterruptedException {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
      return process.exitValue();
    }

    List<String> out() throws IOException {
      return Files.readAllLines(outFile);
    }

    List<String> err() throws IOException {
      return Files.readAllLines(errFile);
    }

    /** Waits until one of the streams has the URL. */
    int port() throws IOException, InterruptedException {
      while (process.isAlive()) {
        Matcher matcher = PORT.matcher(Files.readString(outFile) + Files.readString(errFile));
        if (matcher.find()) {
          return Integer.parseInt(matcher.group(1));
        }
        Thread.sleep(50);
      }
      throw new IllegalStateException("ended before it listened: " + err());
    }
  }

  private Run java(String... args) throws IOException {
    List<String> command = new ArrayList<>(
        List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
    command.addAll(Arrays.asList(args));
    Path out = folder.resolve(runs.size() + ".out");
    Path err = folder.resolve(runs.size() + ".err");
    Process process = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start();
    Run run = new Run(process, out, err);
    runs.add(run);
    return run;
  }

  private Run jar(String... args) throws IOException {
    List<String> all =
        new ArrayList<>(List.of("-jar", Path.of(JAR).toAbsolutePath().toString()));
    all.addAll(Arrays.asList(args));
    return java(all.toArray(String[]::new));
  }

  @AfterEach
  void end_processes() {
    runs.forEach(run -> run.process().destroyForcibly());
  }

  @Test
  void version_isThatOfTheJar() throws Exception {
    Run run = jar("--version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).singleElement().asString().matches("breakwater \\d+\\.\\d+\\.\\d+.*");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void unknownOption_isOneLine_andCode2() throws Exception {
    Run run = jar("--prot", "80");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).containsExactly("--prot: unknown option (did you mean --port?)");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void secondProcess_onTheSamePort_isOneLine_andCode1() throws Exception {
    Run first = jar("--port", "0");
    int port = first.port();

    Run second = jar("--port", String.valueOf(port));

    assertThat(second.exitCode()).isEqualTo(1);
    assertThat(second.err())
        .containsExactly(
            "Port " + port + " on 127.0.0.1 is already in use (set another with --port)");
    assertThat(second.out()).isEmpty();
    assertThat(jar("--health", "--port", String.valueOf(port)).exitCode()).isZero();
  }

  @Test
  void server_toldToEnd_closesWithoutAWordOfTrouble() throws Exception {
    Run run = jar("--port", "0");
    int port = run.port();

    run.process().destroy();

    // 128 + 15, the signal.
    assertThat(run.exitCode()).isEqualTo(143);
    assertThat(run.err()).isEmpty();
    assertThat(jar("--health", "--port", String.valueOf(port)).exitCode()).isEqualTo(1);
  }

  @Test
  void configuration_inTheUsualPlace_isRead() throws Exception {
    Files.createDirectories(folder.resolve("conf"));
    Files.writeString(
        folder.resolve("conf").resolve("breakwater.json"), "{\"limits\":{\"pageSize\":7}}");

    Run usual = jar("--check");
    Run other = jar("--check", "-conf", "{}");

    assertThat(usual.exitCode()).isZero();
    assertThat(usual.out()).anyMatch(line -> line.contains("\"pageSize\" : 7"));
    assertThat(other.exitCode()).isZero();
    assertThat(other.out()).anyMatch(line -> line.contains("\"pageSize\" : 100"));
  }

  @Test
  void verticle_underTheLauncherOfVertx_serves() throws Exception {
    Run run = java(
        "-cp",
        Path.of(JAR).toAbsolutePath().toString(),
        "io.vertx.launcher.application.VertxApplication",
        "io.breakwater.launch.BreakwaterVerticle",
        "-conf",
        "{\"listen\":{\"port\":0}}",
        "-instances",
        "2");

    int port = run.port();

    assertThat(jar("--health", "--port", String.valueOf(port)).exitCode()).isZero();
  }
}
