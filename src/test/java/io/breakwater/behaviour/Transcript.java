package io.breakwater.behaviour;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.spec.Revision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Plays a conversation of one client with a server, line by line:
 *
 * <pre>
 * a -> {"id":1,"method":"ping"}    posts it over a new connection, which is called a; "jsonrpc" is added
 * a -> GET                         opens a stream
 * b -> GET after a                 resumes where the last event of a was
 * a -> DELETE
 * a &lt;- 200 json                    reads status and kind of the answer: json, stream, or nothing
 * a &lt;- {"id":1,"result":{}}        reads the next message and compares it; see {@link Likeness}
 * a &lt;- end                         the stream ends, as it should
 * a -- cut                         the client goes away
 * ! name                           something happens on the side of the server
 * # why                            a comment
 * </pre>
 *
 * <p>The session that {@code initialize} opens is named by all later requests. A client of 2026-07-28 adds {@code _meta}
 * and header fields to each request. What the server says is checked against its schema.
 *
 * <p>Confined to one thread.
 */
final class Transcript implements AutoCloseable {
  private final int port;
  private final Revision revision;
  private final JsonNode capabilities;
  private final Conformance conformance;
  private final Likeness likeness = new Likeness();
  private final Map<String, Runnable> happenings = new HashMap<>();
  private final Map<String, Talk> talks = new HashMap<>();
  private String session = "";
  private String path = "/mcp";

  /** One request and what comes back. */
  private static final class Talk {
    final Wire wire;
    Answer answer = new Answer(0, List.of(), "");
    String lastEventId = "";

    Talk(Wire wire) {
      this.wire = wire;
    }
  }

  Transcript(TestServer server, Revision revision, String capabilities) {
    this.port = server.port();
    this.revision = revision;
    this.capabilities = Json.read(capabilities);
    this.conformance = Conformance.of(revision);
  }

  @CanIgnoreReturnValue
  Transcript when(String name, Runnable happening) {
    happenings.put(name, happening);
    return this;
  }

  /** Asks at this path from now on. */
  @CanIgnoreReturnValue
  Transcript at(String other) {
    path = other;
    return this;
  }

  /** What a name stood for, as text. */
  String known(String name) {
    return likeness.known(name).asText();
  }

  /** Opens a session. */
  @CanIgnoreReturnValue
  Transcript open() {
    ObjectNode initialize = Json.object("{\"id\":\"open\",\"method\":\"initialize\"}");
    ObjectNode params = initialize.putObject("params").put("protocolVersion", revision.date());
    params.set("capabilities", capabilities);
    params.putObject("clientInfo").put("name", "test").put("version", "1");
    return play("open -> " + initialize + "\n" + """
        open <- 200 json
        open <- {"id":"open","result":{"protocolVersion":"$revision","$more":0}}
        open -> {"method":"notifications/initialized"}
        open <- 202
        """);
  }

  @CanIgnoreReturnValue
  Transcript play(String script) {
    int number = 0;
    for (String line : script.lines().toList()) {
      number++;
      String step = line.strip();
      if (!step.isEmpty() && !step.startsWith("#")) {
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
    String[] words = step.split(" ", 3);
    if (words[0].equals("!")) {
      happenings.get(step.substring(2)).run();
      return;
    }
    switch (words[1]) {
      case "->" -> request(words[0], words[2]);
      case "<-" -> hear(talk(words[0]), words[2]);
      case "--" -> talk(words[0]).wire.reset();
      default -> throw new IllegalArgumentException("expected: ->, <- or --");
    }
  }

  private Talk talk(String name) {
    Talk talk = talks.get(name);
    if (talk == null) {
      throw new IllegalArgumentException(name + " has asked nothing");
    }
    return talk;
  }

  // What the client says

  private void request(String name, String what) throws IOException {
    Talk before = talks.get(name);
    String lastEventId = before == null ? "" : before.lastEventId;
    if (before != null) {
      before.wire.close();
    }
    Talk talk = new Talk(Wire.to(port, conformance));
    talk.lastEventId = lastEventId;
    talks.put(name, talk);
    String request = what.startsWith("{") || what.startsWith("[") ? post(what) : verb(what);
    talk.wire.send(request.replaceFirst(" /mcp ", " " + path + " "));
  }

  private String verb(String what) {
    String[] words = what.split(" ");
    List<String> fields = fields(null);
    if (words.length == 3) {
      fields.add("Last-Event-ID: " + talk(words[2]).lastEventId);
    }
    return Wire.head(words[0], fields.toArray(String[]::new));
  }

  private String post(String what) {
    JsonNode message = likeness.fill(Json.read(what));
    if (message.isArray()) {
      message.forEach(one -> ((ObjectNode) one).put("jsonrpc", "2.0"));
    } else {
      ((ObjectNode) message).put("jsonrpc", "2.0");
      complete((ObjectNode) message);
    }
    conformance.said(message);
    return Wire.request(message.toString(), fields(message).toArray(String[]::new));
  }

  private void complete(ObjectNode message) {
    if (revision.modern() && message.has("id")) {
      ObjectNode meta = message.withObjectProperty("params").withObjectProperty("_meta");
      meta.put("io.modelcontextprotocol/protocolVersion", revision.date());
      meta.set("io.modelcontextprotocol/clientCapabilities", capabilities);
    }
  }

  private List<String> fields(JsonNode message) {
    List<String> fields = new ArrayList<>();
    if (!session.isEmpty()) {
      fields.add("Mcp-Session-Id: " + session);
    }
    boolean named = revision.modern() || !session.isEmpty();
    if (named && revision.atLeast(Revision.V2025_06_18)) {
      fields.add("MCP-Protocol-Version: " + revision.date());
    }
    if (message != null && revision.modern()) {
      String method = message.path("method").asText();
      JsonNode params = message.path("params");
      fields.add("Mcp-Method: " + method);
      if (List.of("tools/call", "prompts/get", "resources/read").contains(method)) {
        String member = method.equals("resources/read") ? "uri" : "name";
        fields.add("Mcp-Name: " + params.path(member).asText());
      }
    }
    return fields;
  }

  // What the server says

  private void hear(Talk talk, String what) throws IOException {
    if (what.equals("end")) {
      Event event = event(talk);
      if (event != null) {
        throw new AssertionError("one more message: " + event);
      }
    } else if (Character.isDigit(what.charAt(0))) {
      answer(talk, what);
    } else {
      likeness.require(expected(what), message(talk));
    }
  }

  private void answer(Talk talk, String what) throws IOException {
    talk.answer = talk.wire.answerHead();
    String type = talk.answer.field("Content-Type");
    String kind = switch (type) {
      case "application/json" -> " json";
      case "text/event-stream" -> " stream";
      default -> type;
    };
    String heard = talk.answer.status() + kind;
    if (!heard.equals(what)) {
      String body = talk.answer.isStream() ? "" : talk.wire.body(talk.answer).body();
      throw new AssertionError("answer " + heard + " " + body);
    }
    if (!talk.answer.field("Mcp-Session-Id").isEmpty()) {
      session = talk.answer.field("Mcp-Session-Id");
    }
  }

  private JsonNode message(Talk talk) throws IOException {
    if (!talk.answer.isStream()) {
      return talk.wire.body(talk.answer).json();
    }
    Event event = event(talk);
    if (event == null) {
      throw new AssertionError("the stream ended");
    }
    return event.json();
  }

  /** The next event that carries a message; null at the end. */
  private static Event event(Talk talk) throws IOException {
    Event event = talk.wire.event();
    while (event != null) {
      if (!event.id().isEmpty()) {
        talk.lastEventId = event.id();
      }
      if (!event.data().isEmpty()) {
        return event;
      }
      event = talk.wire.event();
    }
    return null;
  }

  private static JsonNode expected(String what) {
    JsonNode expected = Json.read(what);
    Iterable<JsonNode> all = expected.isArray() ? expected : List.of(expected);
    all.forEach(one -> ((ObjectNode) one).put("jsonrpc", "2.0"));
    return expected;
  }

  @Override
  public void close() throws IOException {
    for (Talk talk : talks.values()) {
      talk.wire.close();
    }
  }
}
