package io.breakwater.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Hears what a server says by itself, and what the client finds wrong with it. Called on the loop of the client.
 */
public interface ClientListener {

  /** Hears nothing. */
  ClientListener NONE = new ClientListener() {};

  /** A notification that belongs to no request of ours, by its method: {@code notifications/message} and its like. */
  default void notified(String method, ObjectNode params) {}

  /** Something is wrong with the server that does not end the conversation; one line. */
  default void warned(String warning) {}

  /** A line that a child process wrote to its stderr, without its end and clipped to 8,192 bytes. */
  default void logged(String line) {}

  /** The server was connected anew, as after its session was lost: its lists may be others now. */
  default void relinked() {}

  /** The server has gone away; the next request starts or connects it anew. */
  default void lost(ClientException why) {}
}
