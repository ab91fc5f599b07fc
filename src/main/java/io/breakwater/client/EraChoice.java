package io.breakwater.client;

/** Which of the two eras of the protocol a client speaks. */
public enum EraChoice {
  /** Whatever the server speaks, the newest revision first. */
  AUTO,
  /** 2026-07-28 alone. */
  MODERN,
  /** The revisions with a handshake alone, up to 2025-11-25. */
  LEGACY
}
