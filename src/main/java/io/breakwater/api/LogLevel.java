package io.breakwater.api;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The severity of a log message, as in RFC 5424, the least severe first.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#log-levels">2026-07-28,
 *     Log Levels</a>
 */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The level as it stands on the wire. */
  public String wireName() {
    return wireName;
  }

  /** Whether a message of this level is shown to somebody who wants messages from {@code least} on. */
  public boolean atLeast(LogLevel least) {
    return compareTo(least) >= 0;
  }

  /** The level with this wire name (case-sensitive), or null. */
  public static @Nullable LogLevel of(@Nullable String wireName) {
    for (LogLevel level : values()) {
      if (level.wireName.equals(wireName)) {
        return level;
      }
    }
    return null;
  }
}
