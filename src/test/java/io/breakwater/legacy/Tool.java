package io.breakwater.legacy;

import io.breakwater.dispatch.Handler;
import io.breakwater.dispatch.Invocation;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/** A tool that does what a test tells it, one call after the other. */
final class Tool implements Handler {
  final List<Call> calls = new ArrayList<>();

  /** One call and what it comes to. */
  static final class Call {
    final Invocation invocation;
    final Promise<Outcome> work = Promise.promise();
    boolean cancelled;

    Call(Invocation invocation) {
      this.invocation = invocation;
      invocation.onCancel(() -> cancelled = true);
    }

    /** Says how far it is. */
    void progress(int progress) {
      invocation.send("notifications/progress", Json.object("{'progress':" + progress + "}"));
    }

    void complete(String result) {
      work.tryComplete(new Outcome.Complete(Json.object(result)));
    }
  }

  static String progressed(int progress) {
    return "{'jsonrpc':'2.0','method':'notifications/progress','params':{'progress':" + progress
        + "}}";
  }

  @Override
  public Future<Outcome> handle(Invocation invocation) {
    Call call = new Call(invocation);
    calls.add(call);
    return call.work.future();
  }

  Call last() {
    return calls.get(calls.size() - 1);
  }
}
