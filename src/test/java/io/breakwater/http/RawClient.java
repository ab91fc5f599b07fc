package io.breakwater.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A peer that writes exactly the bytes it is given, and reads answers as they come. */
final class RawClient implements Closeable {
  /** Only so that a broken server fails a test instead of hanging it. */
  private static final int PATIENCE_MS = 20_000;

  private final Socket socket;
  private final InputStream in;

  /** An answer with its whole body. Field names are in lower case. */
  record Answer(int status, List<String> fields, String body) {
    /** The values of a field, joined; empty when it is absent. */
    String field(String name) {
      String prefix = name.toLowerCase(Locale.ROOT) + ":";
      return String.join(
          ", ",
          fields.stream()
              .filter(field -> field.startsWith(prefix))
              .map(field -> field.substring(prefix.length()).strip())
              .toList());
    }
  }

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  static RawClient to(int port) throws IOException {
    return to(port, 0);
  }

  /** With a receive buffer of this many bytes, 0 for what the system likes. */
  static RawClient to(int port, int receiveBytes) throws IOException {
    Socket socket = new Socket();
    if (receiveBytes > 0) {
      socket.setReceiveBufferSize(receiveBytes);
    }
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MS);
    socket.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return new RawClient(socket);
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /** Sends a POST of this body with the usual fields and reads its answer. */
  Answer post(String body) throws IOException {
    return send(request(body)).answer();
  }

  static String request(String body, String... fields) {
    int length = body.getBytes(StandardCharsets.ISO_8859_1).length;
    List<String> all = new ArrayList<>(List.of("Content-Length: " + length));
    all.addAll(List.of(fields));
    return head("POST", all.toArray(String[]::new)) + body;
  }

  /** The head of a request with the usual fields and these; a field that is usual takes the place of the usual one. */
  static String head(String method, String... fields) {
    List<String> usual = List.of(
        "Host: localhost",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream");
    List<String> all = new ArrayList<>(usual);
    for (String field : fields) {
      String name = field.substring(0, field.indexOf(':') + 1);
      all.removeIf(one -> one.startsWith(name));
    }
    all.addAll(List.of(fields));
    // "Name:-" leaves the usual field out.
    all.removeIf(field -> field.endsWith(":-"));
    return method + " /mcp HTTP/1.1\r\n" + String.join("\r\n", all) + "\r\n\r\n";
  }

  Answer answer() throws IOException {
    String status = line();
    List<String> fields = new ArrayList<>();
    for (String field = line(); !field.isEmpty(); field = line()) {
      int colon = field.indexOf(':');
      fields.add(field.substring(0, colon).toLowerCase(Locale.ROOT) + field.substring(colon));
    }
    Answer head = new Answer(Integer.parseInt(status.split(" ")[1]), fields, "");
    if (head.field("content-length").isEmpty()) {
      return head;
    }
    byte[] body = in.readNBytes(Integer.parseInt(head.field("content-length")));
    return new Answer(head.status(), fields, new String(body, StandardCharsets.UTF_8));
  }

  /** The next line without its end. Fails at the end of the stream. */
  String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("closed after \"" + line + "\"");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  /** The next chunk of a chunked body; empty at its end. */
  String chunk() throws IOException {
    int length = Integer.parseInt(line(), 16);
    byte[] bytes = in.readNBytes(length);
    String end = line();
    if (!end.isEmpty()) {
      throw new IOException("chunk ends with \"" + end + "\"");
    }
    return new String(bytes, StandardCharsets.UTF_8);
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

  /** What comes until the server closes the connection, in order or by a reset. */
  String rest() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      for (int b = in.read(); b >= 0; b = in.read()) {
        all.write(b);
      }
    } catch (SocketException reset) {
      all.write('!');
    }
    return all.toString(StandardCharsets.UTF_8);
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
