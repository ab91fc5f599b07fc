package io.breakwater.options.servers;

/** Which era of the protocol is spoken with a server. */
public enum EraWish {
  /** Whatever the server speaks, the newest revision first. */
  AUTO,
  /** 2026-07-28 alone. */
  MODERN,
  /** The revisions with a handshake alone, up to 2025-11-25. */
  LEGACY
}
