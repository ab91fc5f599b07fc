package io.breakwater.jar;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The built jar as a process of its own, on a free loopback port. */
final class RunningJar implements AutoCloseable {
  private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/mcp");

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Integer> port = new CompletableFuture<>();

  private RunningJar(Process process) {
    this.process = process;
    Thread reader = new Thread(this::read, "jar-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts the jar and waits until it says where it listens. */
  static RunningJar start(String... arguments) throws Exception {
    return start(Map.of(), arguments);
  }

  /** The same with these variables in the environment. */
  static RunningJar start(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(java(), "-Xmx512m", "-jar", jar(), "--port", "0"));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    RunningJar running = new RunningJar(builder.start());
    try {
      running.port.get(90, TimeUnit.SECONDS);
      return running;
    } catch (Exception e) {
      running.close();
      throw new IllegalStateException("the jar did not start: " + running.lines, e);
    }
  }

  static String jar() {
    return System.getProperty("breakwater.jar", "target/breakwater.jar");
  }

  static String java() {
    return System.getProperty("java.home") + "/bin/java";
  }

  private void read() {
    try (BufferedReader reader = new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
        Matcher matcher = URL.matcher(line);
        if (matcher.find()) {
          port.complete(Integer.parseInt(matcher.group(1)));
        }
      }
    } catch (IOException e) {
      lines.add(e.toString());
    }
    port.completeExceptionally(new IllegalStateException("the process ended"));
  }

  String url() {
    return "http://127.0.0.1:" + port.join() + "/mcp";
  }

  /** What the process has written so far. */
  List<String> output() {
    return List.copyOf(lines);
  }

  Process process() {
    return process;
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
