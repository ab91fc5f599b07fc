package io.breakwater.jar;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A command that was run to its end.
 *
 * @param output what it wrote on both streams
 */
record Command(int exitCode, String output) {

  static Command run(long seconds, Path folder, String... command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("command", ".log");
    Process process = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    String written = Files.readString(output, StandardCharsets.UTF_8);
    Files.delete(output);
    return new Command(
        ended ? process.exitValue() : -1,
        ended ? written : written + "\n(ended after " + seconds + " s)");
  }
}
