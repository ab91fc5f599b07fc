package io.breakwater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The suite of the protocol's authors, run against this build by a script that also runs by hand. */
class ConformanceIT {
  @TempDir
  Path folder;

  @ParameterizedTest
  @Timeout(value = 11, unit = TimeUnit.MINUTES)
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void server_suiteOfTheRevision_passesWithoutWarning(String revision)
      throws IOException, InterruptedException {
    run("server", revision);
  }

  @ParameterizedTest
  @Timeout(value = 11, unit = TimeUnit.MINUTES)
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void client_suiteOfTheRevision_passesWithoutWarning(String revision)
      throws IOException, InterruptedException {
    run("client", revision);
  }

  /**
   * The server of this build through the gateway of this build. A caller of 2026-07-28 and a server with a handshake are
   * not among them: such a server cannot name its questions as the suite wants, nor can it be asked for what it would ask.
   */
  @ParameterizedTest
  @Timeout(value = 11, unit = TimeUnit.MINUTES)
  @CsvSource({
    "2025-11-25, http, auto",
    "2025-11-25, http, legacy",
    "2025-11-25, stdio, auto",
    "2025-11-25, stdio, legacy",
    "2026-07-28, http, auto",
    "2026-07-28, stdio, auto"
  })
  void gateway_suiteOfTheRevision_passesWithoutWarning(String revision, String door, String era)
      throws IOException, InterruptedException {
    run("gateway", revision, door, era);
  }

  private void run(String... leg) throws IOException, InterruptedException {
    Path printed = folder.resolve("printed");
    ProcessBuilder builder = new ProcessBuilder(
            Stream.concat(Stream.of("bash", "src/test/conformance/run.sh"), Stream.of(leg))
                .toList())
        .redirectErrorStream(true)
        .redirectOutput(printed.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));

    boolean passed = succeeds(builder);

    assertThat(passed).as(Files.readString(printed)).isTrue();
  }

  private static boolean succeeds(ProcessBuilder builder) throws IOException, InterruptedException {
    Process run = builder.start();
    try {
      return run.waitFor(10, TimeUnit.MINUTES) && run.exitValue() == 0;
    } finally {
      run.descendants().forEach(ProcessHandle::destroy);
      run.destroy();
    }
  }
}
