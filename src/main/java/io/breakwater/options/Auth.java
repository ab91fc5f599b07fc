package io.breakwater.options;

/**
 * Who may come in.
 *
 * <p>Immutable.
 *
 * @param mode how callers prove who they are
 */
public record Auth(
    @Setting(
        fallback = "unset",
        about =
            "none serves everybody who can connect; unset does so on loopback addresses and refuses to listen on others")
    Mode mode) {

  /** How callers prove who they are. */
  public enum Mode {
    /** Nobody has decided: only loopback addresses are served. */
    UNSET,
    /** Everybody who can connect is served, on purpose. */
    NONE
  }
}
