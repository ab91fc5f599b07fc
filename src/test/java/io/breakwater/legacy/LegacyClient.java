package io.breakwater.legacy;

import io.breakwater.era.FakeExchange;
import io.breakwater.era.FakeHead;
import org.jspecify.annotations.Nullable;

/** A client that has a session. */
record LegacyClient(
    Legacy legacy, String sessionId, @Nullable String principal) {

  FakeHead head() {
    return FakeHead.bare().with("Mcp-Session-Id", sessionId).of(principal);
  }

  FakeExchange posts(String body) {
    return posts(head(), body);
  }

  FakeExchange posts(FakeHead head, String body) {
    return legacy.posted(new FakeExchange(head), body);
  }

  /** Calls the tool. */
  FakeExchange calls(String id) {
    return posts(Legacy.request(id, "tools/call", "'name':'t'"));
  }

  FakeExchange gets() {
    return legacy.got(new FakeExchange(head()));
  }

  FakeExchange resumes(String lastEventId) {
    return legacy.got(new FakeExchange(head().with("Last-Event-ID", lastEventId)));
  }

  FakeExchange deletes() {
    return legacy.deleted(new FakeExchange(head()));
  }

  /** What a ping comes to: whether the session is there. */
  String pings() {
    return String.join("\n", posts(Legacy.request("9", "ping", "")).said());
  }
}
