package io.breakwater.dispatch;

import io.breakwater.rpc.Message;

/** Where notifications that belong to one request go: before its answer, never after it. */
@FunctionalInterface
public interface Outlet {
  void send(Message.Notification notification);

  /**
   * Ends the connection without ending the request, where the caller can come back for the rest; else does nothing.
   *
   * @param retryMs how long the caller is asked to wait
   */
  default void disconnect(long retryMs) {}
}
