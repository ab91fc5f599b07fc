package io.breakwater.behaviour;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One connection of a client that writes exactly the bytes it is given and reads what comes back. Every message that
 * comes back is checked against the schema of the protocol.
 *
 * <p>Confined to one thread at a time.
 */
final class Wire implements AutoCloseable {
  /** Only so that a broken server fails a test instead of hanging it. */
  private static final int PATIENCE_MS = 30_000;

  private final Socket socket;
  private final InputStream in;
  private final Conformance conformance;

  /** Bytes left of the body, or of its chunk. */
  private long left;

  private boolean chunked;

  private Wire(Socket socket, Conformance conformance) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.conformance = conformance;
  }

  /** A connection of a client of no particular revision. */
  static Wire to(int port) throws IOException {
    return to(port, Conformance.ofAnyRevision());
  }

  static Wire to(int port, Conformance conformance) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MS);
    return new Wire(socket, conformance);
  }

  /** One request over a connection of its own, and its answer. */
  static Answer ask(int port, String body, String... fields) throws IOException {
    try (Wire wire = to(port)) {
      return wire.post(body, fields);
    }
  }

  /** The head of a request for the endpoint; a field that is given takes the place of the usual one, {@code "Name:-"} omits it. */
  static String head(String method, String... fields) {
    List<String> all = new ArrayList<>(List.of(
        "Host: localhost",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream"));
    for (String field : fields) {
      String name = field.substring(0, field.indexOf(':') + 1);
      all.removeIf(usual -> usual.startsWith(name) && !List.of(fields).contains(usual));
      all.add(field);
    }
    all.removeIf(field -> field.endsWith(":-"));
    return method + " /mcp HTTP/1.1\r\n" + String.join("\r\n", all) + "\r\n\r\n";
  }

  /** A whole POST. */
  static String request(String body, String... fields) {
    List<String> all =
        new ArrayList<>(List.of("Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length));
    all.addAll(List.of(fields));
    return head("POST", all.toArray(String[]::new)) + body;
  }

  Wire send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  Wire send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /** Sends as much as the server takes before it closes the connection. */
  Wire sendWhatIsTaken(byte[] bytes) {
    try {
      return send(bytes);
    } catch (IOException severed) {
      return this;
    }
  }

  Answer post(String body, String... fields) throws IOException {
    return send(request(body, fields)).answer();
  }

  /** The next answer, with its whole body. */
  Answer answer() throws IOException {
    return body(answerHead());
  }

  /** The answer with its whole body, after its head was read. */
  Answer body(Answer head) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int b = bodyByte(); b >= 0; b = bodyByte()) {
      body.write(b);
    }
    Answer answer = new Answer(head.status(), head.fields(), body.toString(StandardCharsets.UTF_8));
    if (answer.field("content-type").equals("application/json")) {
      conformance.heard(answer.json());
    }
    return answer;
  }

  /** The next answer, whose body is read with {@link #event}. */
  Answer answerHead() throws IOException {
    String status = line();
    List<String> fields = new ArrayList<>();
    for (String field = line(); !field.isEmpty(); field = line()) {
      int colon = field.indexOf(':');
      fields.add(field.substring(0, colon).toLowerCase(Locale.ROOT) + field.substring(colon));
    }
    Answer head = new Answer(Integer.parseInt(status.split(" ")[1]), fields, "");
    chunked = head.field("transfer-encoding").equals("chunked");
    String length = head.field("content-length");
    left = length.isEmpty() ? 0 : Long.parseLong(length);
    return head;
  }

  /** The next event of a stream, without comments; null at its end. */
  Event event() throws IOException {
    String id = "";
    long retryMs = -1;
    StringBuilder data = new StringBuilder();
    for (String line = bodyLine(); line != null; line = bodyLine()) {
      if (line.startsWith("id:")) {
        id = line.substring(3).strip();
      } else if (line.startsWith("retry:")) {
        retryMs = Long.parseLong(line.substring(6).strip());
      } else if (line.startsWith("data:")) {
        data.append(line.substring(5).stripLeading());
      } else if (line.isEmpty() && (retryMs >= 0 || !id.isEmpty() || data.length() > 0)) {
        return checked(new Event(id, retryMs, data.toString()));
      }
    }
    return null;
  }

  private Event checked(Event event) {
    if (!event.data().isEmpty()) {
      conformance.heard(event.json());
    }
    return event;
  }

  /** The next line of the body; null at its end. */
  String bodyLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b = bodyByte();
    if (b < 0) {
      return null;
    }
    while (b >= 0 && b != '\n') {
      line.write(b);
      b = bodyByte();
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private int bodyByte() throws IOException {
    if (chunked && left == 0) {
      left = Long.parseLong(line(), 16);
      if (left == 0) {
        chunked = false;
        requireBlank();
      }
    }
    if (left == 0) {
      return -1;
    }
    int b = in.read();
    if (b < 0) {
      throw new IOException("closed inside a body");
    }
    left--;
    if (chunked && left == 0) {
      requireBlank();
    }
    return b;
  }

  private void requireBlank() throws IOException {
    String blank = line();
    if (!blank.isEmpty()) {
      throw new IOException("no line break after a chunk: " + blank);
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("closed after \"" + line + "\"");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  /** Whether the server closes the connection, in order or by a reset, without another byte. */
  boolean closed() {
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Goes away with a reset and not in order. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
