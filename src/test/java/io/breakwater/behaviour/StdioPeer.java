package io.breakwater.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.launch.Breakwater;
import io.breakwater.options.Options;
import io.breakwater.provider.LocalProvider;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A server with the samples over a pair of pipes, and the client at their other ends, which plays a conversation:
 *
 * <pre>
 * -> {"id":1,"method":"ping"}     writes a line; "jsonrpc" is added, and "_meta" to requests of 2026-07-28
 * &lt;- {"id":1,"result":{}}         reads a line and compares it; see {@link Likeness}
 * ! name                          something happens on the side of the server
 * </pre>
 *
 * <p>Confined to the thread of its test.
 */
final class StdioPeer implements AutoCloseable {
  private static final long PATIENCE_S = 30;
  private static final String END = "";

  private final Samples samples = new Samples();
  private final Vertx vertx = Vertx.vertx();
  private final Breakwater breakwater;
  private final Revision revision;
  private final String capabilities;
  private final Conformance conformance;
  private final Likeness likeness = new Likeness();
  private final Map<String, Runnable> happenings = new HashMap<>();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final OutputStream in;
  private final Pipe output;
  private final Future<Void> gone;

  StdioPeer(Revision revision, String capabilities) {
    this(Options.defaults(), revision, capabilities);
  }

  StdioPeer(Options options, Revision revision, String capabilities) {
    this.revision = revision;
    this.capabilities = capabilities;
    this.conformance = Conformance.of(revision);
    this.breakwater = Breakwater.create(vertx, options);
    samples.offer(breakwater);
    try {
      Pipe input = Pipe.open();
      output = Pipe.open();
      in = Channels.newOutputStream(input.sink());
      gone = breakwater.stdio(
          Channels.newInputStream(input.source()), Channels.newOutputStream(output.sink()));
      gone.onComplete(done -> closeSink());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    LocalProvider local = breakwater.local();
    happenings.put("started", samples::awaitStart);
    happenings.put("cancelled", samples::awaitCancel);
    happenings.put("released", samples::release);
    happenings.put("note changed", () -> local.resourceUpdated(Samples.NOTE));
    happenings.put("tool removed", () -> local.removeTool("echo"));
    happenings.put("shut down", breakwater::close);
  }

  private void closeSink() {
    try {
      output.sink().close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Begins to read what the server says. */
  @CanIgnoreReturnValue
  StdioPeer listening() {
    Thread thread = new Thread(this::listen, "stdio-peer");
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  private void listen() {
    try (BufferedReader reader = new BufferedReader(
        new InputStreamReader(Channels.newInputStream(output.source()), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        heard.add(line);
      }
    } catch (IOException closed) {
      // The test is over.
    }
    heard.add(END);
  }

  /** Opens a session. */
  @CanIgnoreReturnValue
  StdioPeer open() {
    ObjectNode initialize = Json.object("{\"id\":\"open\",\"method\":\"initialize\"}");
    ObjectNode params = initialize.putObject("params").put("protocolVersion", revision.date());
    params.set("capabilities", Json.read(capabilities));
    params.putObject("clientInfo").put("name", "test").put("version", "1");
    return play("-> " + initialize + "\n" + """
        <- {"id":"open","result":{"protocolVersion":"$revision","$more":0}}
        -> {"method":"notifications/initialized"}
        """);
  }

  @CanIgnoreReturnValue
  StdioPeer play(String script) {
    int number = 0;
    for (String line : script.lines().toList()) {
      number++;
      String step = line.strip();
      if (!step.isEmpty()) {
        try {
          step(step);
        } catch (IOException | RuntimeException | AssertionError e) {
          throw new AssertionError("line " + number + ", " + step + "\n" + e.getMessage(), e);
        }
      }
    }
    return this;
  }

  private void step(String step) throws IOException {
    String what = step.substring(step.indexOf(' ') + 1);
    switch (step.split(" ", 2)[0]) {
      case "!" -> happenings.get(what).run();
      case "->" -> say(what);
      case "<-" -> {
        JsonNode actual = Json.read(line());
        conformance.heard(actual);
        likeness.require(Json.object(what).put("jsonrpc", "2.0"), actual);
      }
      default -> throw new IllegalArgumentException("expected: ->, <- or !");
    }
  }

  private void say(String what) throws IOException {
    ObjectNode message = (ObjectNode) likeness.fill(Json.read(what));
    message.put("jsonrpc", "2.0");
    if (revision.modern() && message.has("id")) {
      ObjectNode meta = message.withObjectProperty("params").withObjectProperty("_meta");
      meta.put("io.modelcontextprotocol/protocolVersion", revision.date());
      meta.set("io.modelcontextprotocol/clientCapabilities", Json.read(capabilities));
    }
    conformance.said(message);
    write(message + "\n");
  }

  void write(String text) throws IOException {
    write(text.getBytes(StandardCharsets.UTF_8));
  }

  void write(byte[] bytes) throws IOException {
    in.write(bytes);
  }

  /** The next line; empty after the last. */
  String line() {
    try {
      String line = heard.poll(PATIENCE_S, TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError("nothing was said");
      }
      return line;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  JsonNode message() {
    return Json.read(line());
  }

  /** The client has no more to say. */
  void endInput() throws IOException {
    in.close();
  }

  /** The client reads no more. */
  void closeOutput() throws IOException {
    output.source().close();
  }

  void awaitGone() {
    TestServer.await(gone);
  }

  boolean isGone() {
    return gone.isComplete();
  }

  Breakwater breakwater() {
    return breakwater;
  }

  @Override
  public void close() throws IOException {
    samples.release();
    in.close();
    output.source().close();
    TestServer.await(breakwater.close());
    TestServer.await(vertx.close());
  }
}
