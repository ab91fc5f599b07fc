package io.breakwater.provider.upstream;

import java.util.Locale;

/** How a server is. */
public enum State {
  /** It was not reached yet. */
  STARTING,
  /** It answers. */
  UP,
  /** It answers, but one of its lists could not be read. */
  DEGRADED,
  /** It could not be reached, or was lost; the next attempt is due soon. */
  DOWN,
  /** It ended so often in a row that attempts are rare. */
  CRASH_LOOP,
  /** It does not take our credentials. */
  NEEDS_AUTH,
  /** It was taken away. */
  CLOSED;

  /** As it is shown: {@code crash-loop}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
