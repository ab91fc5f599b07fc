package io.breakwater.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The requests in {@code src/test/corpus}, each with the answers that are right, against the built jar. */
class CorpusIT {

  @Test
  @Timeout(300)
  void corpus_builtJar_noCaseFails() throws Exception {
    try (RunningJar jar = RunningJar.start()) {
      Command run = Command.run(
          240,
          Path.of("src/test/corpus"),
          "node",
          "run.mjs",
          "--url",
          jar.url(),
          "--sse-path",
          "/sse",
          "--quiet");

      assertThat(run.output()).contains("Total ");
      assertThat(run.output().lines().filter(line -> line.startsWith("FAIL"))).isEmpty();
      assertThat(run.output().lines().filter(line -> line.startsWith("SKIP"))).isEmpty();
      assertThat(run.exitCode()).as(run.output()).isZero();
    }
  }
}
