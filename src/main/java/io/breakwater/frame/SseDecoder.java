package io.breakwater.frame;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads an event stream however it is cut: lines end with CR, LF or CRLF, a byte order mark at the start is skipped. Of an
 * event only what is known is kept, up to a bound; an event that passes it is told once and dropped up to its end.
 *
 * <pre>
 * NAME -- colon --> SPACE -- not a blank --> VALUE
 * NAME -- colon first, or no known field --> IGNORED
 * any  -- end of line --> NAME               an empty line ends the event
 * </pre>
 *
 * <p>Confined to one thread at a time.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation">HTML,
 *     Interpreting an event stream</a>
 */
public final class SseDecoder {

  /** Where events go; throws nothing. */
  public interface Events {

    /**
     * An event, also one with empty data if it had a data field.
     *
     * @param type {@code message} unless the event says otherwise
     * @param data as sent, LF between its lines; not checked to be UTF-8; the array is the receiver's
     * @param id the id this event brought, or null
     */
    void event(String type, byte[] data, @Nullable String id);

    /** How many milliseconds to wait before coming back after the stream has ended. */
    void retry(long ms);

    /** An event passed the bound; the next call is for another event. */
    void tooLong();
  }

  private enum State {
    NAME,
    SPACE,
    VALUE,
    IGNORED
  }

  private enum Field {
    DATA("data"),
    EVENT("event"),
    ID("id"),
    RETRY("retry");

    private final String name;

    Field(String name) {
      this.name = name;
    }

    static @Nullable Field named(String name) {
      for (Field field : values()) {
        if (field.name.equals(name)) {
          return field;
        }
      }
      return null;
    }
  }

  private static final int NAME_BYTES_MAX = 5;
  private static final int FIELD_BYTES_MAX = 1_024;
  private static final byte[] LF = {'\n'};
  private static final byte[] BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final Events events;
  private final BoundedBytes data;
  private final BoundedBytes name = new BoundedBytes(NAME_BYTES_MAX);
  private final BoundedBytes value = new BoundedBytes(FIELD_BYTES_MAX);

  private State state = State.NAME;
  private int bomBytes;
  private boolean afterCr;
  private boolean skipping;
  private @Nullable Field field;
  private boolean hasData;
  private String type = "";
  private @Nullable String id;
  private String lastId = "";

  /**
   * @param eventBytesMax bytes of an event's data, inclusive; its type and id may take 1,024 bytes each
   */
  public SseDecoder(int eventBytesMax, Events events) {
    this.events = events;
    this.data = new BoundedBytes(eventBytesMax);
  }

  /** The id to resume from: that of the last event that had one, also of a dropped one; empty for none. */
  public String lastId() {
    return lastId;
  }

  /** Takes the next bytes; the array is the caller's again afterwards. An event that is not ended yet waits. */
  public void feed(byte[] bytes, int from, int to) {
    int at = afterBom(bytes, from, to);
    while (at < to) {
      byte b = bytes[at];
      if (b == '\n' || b == '\r') {
        at++;
        if (b == '\r' || !afterCr) {
          endLine();
        }
        afterCr = b == '\r';
      } else {
        afterCr = false;
        at = take(bytes, at, to);
      }
    }
  }

  /** Where the stream begins behind the mark, which may come in pieces. */
  private int afterBom(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bomBytes < BOM.length) {
      if (bytes[at] != BOM[bomBytes]) {
        // No mark after all; none of its bytes begins a known field.
        state = bomBytes > 0 ? State.IGNORED : state;
        bomBytes = BOM.length;
        return at;
      }
      bomBytes++;
      at++;
    }
    return at;
  }

  /** Takes what it can of this line and returns where it stopped. */
  private int take(byte[] bytes, int from, int to) {
    switch (state) {
      case NAME -> {
        nameByte(bytes, from);
        return from + 1;
      }
      case SPACE -> {
        state = State.VALUE;
        return bytes[from] == ' ' ? from + 1 : from;
      }
      default -> {
        int end = lineEnd(bytes, from, to);
        if (state == State.VALUE) {
          valueBytes(bytes, from, end);
        }
        return end;
      }
    }
  }

  private void nameByte(byte[] bytes, int at) {
    if (bytes[at] == ':') {
      openField();
      state = field == null ? State.IGNORED : State.SPACE;
    } else if (!name.append(bytes, at, at + 1)) {
      state = State.IGNORED;
    }
  }

  private void openField() {
    field = Field.named(text(name));
    if (field == Field.DATA) {
      if (hasData) {
        dataBytes(LF, 0, 1);
      }
      hasData = true;
    }
  }

  private void valueBytes(byte[] bytes, int from, int to) {
    if (field == Field.DATA) {
      dataBytes(bytes, from, to);
    } else if (!value.append(bytes, from, to)) {
      state = State.IGNORED;
      skip();
    }
  }

  private void dataBytes(byte[] bytes, int from, int to) {
    if (!skipping && !data.append(bytes, from, to)) {
      skip();
    }
  }

  private void skip() {
    if (!skipping) {
      skipping = true;
      data.clear();
      events.tooLong();
    }
  }

  private void endLine() {
    State ended = state;
    state = State.NAME;
    if (ended == State.NAME && name.length() == 0) {
      dispatch();
      return;
    }
    if (ended == State.NAME) {
      // A name without a colon is a field with an empty value.
      openField();
    }
    if (ended != State.IGNORED && field != Field.DATA) {
      set(text(value));
    }
    name.clear();
    value.clear();
    field = null;
  }

  private void set(String text) {
    if (field == Field.EVENT) {
      type = text;
    } else if (field == Field.ID && text.indexOf('\0') < 0) {
      id = text;
    } else if (field == Field.RETRY && !text.isEmpty() && text.length() < 16 && digits(text)) {
      events.retry(Long.parseLong(text));
    }
  }

  private void dispatch() {
    boolean complete = hasData && !skipping;
    String dispatched = type.isEmpty() ? "message" : type;
    String brought = id;
    lastId = brought == null ? lastId : brought;
    byte[] sent = data.take(0);
    type = "";
    id = null;
    hasData = false;
    skipping = false;
    if (complete) {
      events.event(dispatched, sent, brought);
    }
  }

  private static int lineEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
      at++;
    }
    return at;
  }

  private static String text(BoundedBytes bytes) {
    return new String(bytes.take(0), StandardCharsets.UTF_8);
  }

  private static boolean digits(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
