package io.breakwater.options.servers;

/** How a server behind a URL is spoken to. */
public enum TransportWish {
  /** Streamable HTTP, and HTTP+SSE where the server does not speak it. */
  AUTO,
  STREAMABLE_HTTP,
  /** HTTP+SSE of 2024-11-05. */
  SSE
}
