package io.breakwater.frame;

/**
 * Cuts bytes into lines at LF, with or without a CR before it; empty lines are skipped. A line over the bound is told
 * once, as soon as it passes the bound, and dropped up to its end.
 *
 * <p>Confined to one thread at a time.
 */
public final class LineDecoder {

  /** Where lines go; throws nothing. */
  public interface Lines {

    /** A line without its end; the array is the receiver's. */
    void line(byte[] line);

    /** A line passed the bound; the next call is for another line. */
    void tooLong();
  }

  private final Lines lines;
  private final int lineBytesMax;
  private final BoundedBytes line;
  private boolean skipping;

  /**
   * @param lineBytesMax bytes of a line without its end, inclusive
   */
  public LineDecoder(int lineBytesMax, Lines lines) {
    this.lines = lines;
    this.lineBytesMax = lineBytesMax;
    // One more for a CR that may turn out to belong to the end.
    this.line = new BoundedBytes(Math.addExact(lineBytesMax, 1));
  }

  /** Takes the next bytes; the array is the caller's again afterwards. */
  public void feed(byte[] bytes, int from, int to) {
    int start = from;
    for (int at = from; at < to; at++) {
      if (bytes[at] == '\n') {
        take(bytes, start, at);
        end();
        start = at + 1;
      }
    }
    take(bytes, start, to);
  }

  /** The stream is over: what came after the last LF is a line too. */
  public void end() {
    int length = line.length();
    boolean cr = length > 0 && line.last() == '\r';
    skipping = false;
    if (length > (cr ? 1 : 0)) {
      lines.line(line.take(cr ? 1 : 0));
    } else {
      line.clear();
    }
  }

  private void take(byte[] bytes, int from, int to) {
    if (skipping || from == to) {
      return;
    }
    boolean fits =
        line.append(bytes, from, to) && (line.length() <= lineBytesMax || line.last() == '\r');
    if (!fits) {
      skipping = true;
      line.clear();
      lines.tooLong();
    }
  }
}
