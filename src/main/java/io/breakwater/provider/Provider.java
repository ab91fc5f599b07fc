package io.breakwater.provider;

/**
 * Something that offers tools, resources, templates and prompts: Java code, or another MCP server.
 *
 * <p>Thread-safe.
 */
public interface Provider {

  /** What is offered now; always the same object until something changes. */
  Offers offers();

  /** Adds a listener, called on the thread of whoever changes something; the returned handle takes it away again. */
  Runnable listen(OfferListener listener);
}
