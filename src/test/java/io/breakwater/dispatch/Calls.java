package io.breakwater.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.RequestId;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Invocations in tests: made on the current loop; what they send is kept. */
final class Calls implements Outlet {
  final List<String> said = new ArrayList<>();

  Invocation of(String method) {
    return of(method, "{}");
  }

  Invocation of(String method, String params) {
    Message.Request request = new Message.Request(RequestId.of(1), method, Json.object(params));
    Caller caller = new Caller(
        Json.object("{}"), null, null, () -> null, null, null, name -> java.util.List.of());
    Map<String, JsonNode> answers = Map.of();
    return new Invocation(Vertx.currentContext(), request, caller, this, answers, null);
  }

  @Override
  public void send(Message.Notification notification) {
    said.add(Json.quoted(Messages.encode(notification)));
  }

  @Override
  public void disconnect(long retryMs) {
    said.add("disconnect " + retryMs);
  }

  static Outcome done() {
    return new Outcome.Complete(Json.object("{'done':true}"));
  }
}
