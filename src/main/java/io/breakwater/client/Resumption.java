package io.breakwater.client;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where an event stream can be resumed, when, and how often in a row.
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery">2025-11-25,
 *     Resumability and Redelivery</a>
 */
final class Resumption {
  /** Longest wait that a server can ask for, and that failures in a row grow to. */
  static final long WAIT_MS_MAX = 60_000;
  /** Of a server that does not say. */
  private static final long WAIT_MS = 1_000;
  /** What each attempt in a row waits more than the one before, doubled each time. */
  private static final long BACK_OFF_MS = 100;

  private final long waitMsMin;
  private final int attemptsMax;
  private long waitMs = WAIT_MS;
  private int attempts;
  private String lastId = "";

  /**
   * @param waitMsMin shortest wait, in milliseconds: what bounds the rate of streams that end as soon as they have begun
   * @param attemptsMax attempts in a row without progress
   */
  Resumption(long waitMsMin, int attemptsMax) {
    this.waitMsMin = waitMsMin;
    this.attemptsMax = attemptsMax;
  }

  void retry(long ms) {
    waitMs = Math.min(ms, WAIT_MS_MAX);
  }

  /** The stream went on: an event came. */
  void progressed() {
    attempts = 0;
  }

  void reached(String id) {
    lastId = id;
    progressed();
  }

  /** How long to wait before the next attempt, in milliseconds, at least 1; or -1 when there were enough in a row. */
  long next() {
    if (attempts >= attemptsMax) {
      return -1;
    }
    long backOff = attempts == 0 ? 0 : BACK_OFF_MS << Math.min(attempts, 20);
    attempts++;
    return Math.max(Math.max(waitMs, waitMsMin), Math.min(backOff, WAIT_MS_MAX));
  }

  /**
   * The value of {@code Last-Event-ID}: the id in UTF-8, each byte a character as HTTP has it; null when there is none, or
   * none that a header field can hold.
   */
  @Nullable
  String lastEventId() {
    boolean sendable = !lastId.isEmpty() && lastId.chars().noneMatch(c -> c < ' ' || c == 0x7f);
    return sendable
        ? new String(lastId.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)
        : null;
  }
}
