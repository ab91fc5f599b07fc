package io.breakwater.dispatch;

import io.breakwater.rpc.Message;

/** Where notifications that belong to one request go: before its answer, never after it. */
@FunctionalInterface
public interface Outlet {
  void send(Message.Notification notification);
}
