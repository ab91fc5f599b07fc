package io.breakwater.options.servers;

/** Whose a connection to a server is. */
public enum Sharing {
  /** One connection, of all callers. */
  SHARED,
  /** One for each session of a caller. */
  SESSION,
  /** A few connections, of all callers; each carries one request at a time where it can. */
  POOL
}
