package io.breakwater.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * One of our output streams. Who stops reading a pipe, as {@code head} does, has had enough, and that is no failure; whatever
 * else goes wrong is one.
 *
 * <p>Thread-safe through the stream that prints to it.
 */
final class Output extends OutputStream {
  private final OutputStream stream;
  private boolean unread;

  Output(OutputStream stream) {
    this.stream = stream;
  }

  /** Prints UTF-8, whatever the locale says. */
  static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(
        new Output(new FileOutputStream(descriptor)), true, StandardCharsets.UTF_8);
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (unread) {
      return;
    }
    try {
      stream.write(bytes, from, length);
    } catch (IOException e) {
      // Nothing but the words tells one failure from another.
      if (!String.valueOf(e.getMessage()).contains("Broken pipe")) {
        throw e;
      }
      unread = true;
    }
  }
}
