package io.breakwater.jar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The built jar as a client starts it that talks over stdin and stdout. */
@Timeout(120)
final class StdioIT {
  /** 128 + 15, the signal. */
  private static final int TERMINATED = 143;

  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
          + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";

  @TempDir
  private Path folder;

  private Process process;
  private BufferedReader out;

  private void start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(
        List.of(RunningJar.java(), "-Xmx256m", "-jar", RunningJar.jar(), "--stdio"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors());
    builder.environment().put("BREAKWATER_LOG_LEVEL", "trace");
    process = builder.start();
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private File errors() {
    return folder.resolve("stderr").toFile();
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  private void say(String... lines) throws IOException {
    process
        .getOutputStream()
        .write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  private JsonNode hear() throws IOException {
    return new ObjectMapper().readTree(out.readLine());
  }

  private int exit() throws InterruptedException {
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("ended").isTrue();
    return process.exitValue();
  }

  @Test
  void input_ended_endsTheProcessWith0_andOnlyMessagesWereWritten() throws Exception {
    start();
    say(INITIALIZE, "garbage", PING, "", "[".repeat(65));
    say(
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"countdown\","
            + "\"arguments\":{\"from\":2,\"stepMs\":100}}}");
    process.getOutputStream().close();

    List<JsonNode> messages = new ArrayList<>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      messages.add(new ObjectMapper().readTree(line));
    }
    assertThat(exit()).isZero();
    assertThat(messages).allMatch(message -> message.path("jsonrpc").asText().equals("2.0"));
    assertThat(messages.stream()
            .filter(message -> message.has("id"))
            .map(message -> message.path("id").asText()))
        .containsExactly("1", "null", "7", "null", "2");
    assertThat(Files.readString(errors().toPath())).doesNotContain("Exception");
  }

  @Test
  void process_toldToEnd_ends_whileItsInputIsOpen() throws Exception {
    start();
    say(PING);
    assertThat(hear().path("id").intValue()).isEqualTo(7);

    process.toHandle().destroy();

    assertThat(out.readLine()).isNull();
    assertThat(exit()).isEqualTo(TERMINATED);
    assertThat(Files.readString(errors().toPath())).doesNotContain("Exception");
  }

  @Test
  void output_closed_endsTheProcess() throws Exception {
    start();
    say(PING);
    assertThat(hear().path("id").intValue()).isEqualTo(7);

    process.getInputStream().close();
    say(PING);

    assertThat(exit()).isZero();
  }

  @Test
  void configuration_isHonoured_andNoPortIsOpened() throws Exception {
    try (RunningJar other = RunningJar.start()) {
      String port = String.valueOf(URI.create(other.url()).getPort());
      start("--port", port, "-conf", "{\"server\":{\"name\":\"from the file\"}}");
      say(INITIALIZE);

      assertThat(hear().path("result").path("serverInfo").path("name").asText())
          .isEqualTo("from the file");
    }
  }

  @Test
  void configuration_wrong_isToldOnStandardError() throws Exception {
    start("--config", "no such file");

    assertThat(out.readLine()).isNull();
    assertThat(exit()).isEqualTo(2);
    assertThat(Files.readString(errors().toPath())).contains("no such file");
  }
}
