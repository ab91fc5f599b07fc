package io.breakwater.spec;

import org.jspecify.annotations.Nullable;

/**
 * A dated revision of the Model Context Protocol.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning">2026-07-28, Versioning</a>
 */
public enum Revision {
  V2024_11_05("2024-11-05"),
  V2025_03_26("2025-03-26"),
  V2025_06_18("2025-06-18"),
  V2025_11_25("2025-11-25"),
  V2026_07_28("2026-07-28");

  /** What {@code initialize} offers to a client that asked for a revision we do not know. */
  public static final Revision LEGACY_LATEST = V2025_11_25;

  private final String date;

  Revision(String date) {
    this.date = date;
  }

  /** The revision as it stands on the wire, {@code yyyy-MM-dd}. */
  public String date() {
    return date;
  }

  /** Whether requests carry version and capabilities themselves, in {@code _meta}, without a session. */
  public boolean modern() {
    return this == V2026_07_28;
  }

  public boolean atLeast(Revision other) {
    return compareTo(other) >= 0;
  }

  /** The revision with this date, or null when it is not one we speak. */
  public static @Nullable Revision of(@Nullable String date) {
    for (Revision revision : values()) {
      if (revision.date.equals(date)) {
        return revision;
      }
    }
    return null;
  }
}
