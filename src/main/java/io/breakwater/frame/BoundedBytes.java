package io.breakwater.frame;

import java.util.Arrays;

/**
 * Bytes that are collected up to a bound.
 *
 * <p>Confined to its decoder.
 */
final class BoundedBytes {
  private static final byte[] NONE = {};
  private static final int FIRST = 256;
  /** What is kept for the next use; a larger array goes when it is emptied. */
  private static final int KEPT_MAX = 16_384;

  private final int max;
  private byte[] bytes = NONE;
  private int length;

  BoundedBytes(int max) {
    this.max = max;
  }

  int length() {
    return length;
  }

  byte last() {
    return bytes[length - 1];
  }

  /** Appends all of it, or nothing and returns false where it would pass the bound. */
  boolean append(byte[] from, int start, int end) {
    int more = end - start;
    if (more > max - length) {
      return false;
    }
    if (length + more > bytes.length) {
      long doubled = Math.max(2L * bytes.length, FIRST);
      bytes = Arrays.copyOf(bytes, (int) Math.min(max, Math.max(doubled, length + more)));
    }
    System.arraycopy(from, start, bytes, length, more);
    length += more;
    return true;
  }

  /** The bytes without so many at the end; empty afterwards. */
  byte[] take(int without) {
    byte[] taken = Arrays.copyOf(bytes, length - without);
    clear();
    return taken;
  }

  void clear() {
    length = 0;
    if (bytes.length > KEPT_MAX) {
      bytes = NONE;
    }
  }
}
