package io.breakwater.behaviour;

import io.breakwater.spec.Revision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The event streams of a session, how they are resumed, and how they end. */
final class LegacyStreamsTest {
  private final Conversation conversation = new Conversation();

  @AfterEach
  void stop() {
    conversation.close();
  }

  // Streams

  @Test
  void changes_areTold_onTheStreamThatGetOpens() {
    conversation.session(Revision.V2025_11_25).play("""
        g -> GET
        g <- 200 stream
        a -> {"id":1,"method":"resources/subscribe","params":{"uri":"test://note"}}
        a <- 200 json
        a <- {"id":1,"result":{}}
        ! note changed
        g <- {"method":"notifications/resources/updated","params":{"uri":"test://note"}}
        ! tool removed
        g <- {"method":"notifications/tools/list_changed"}
        ! prompt removed
        g <- {"method":"notifications/prompts/list_changed"}
        ! resource removed
        g <- {"method":"notifications/resources/list_changed"}

        # no more, so that the next change is the next message
        a -> {"id":2,"method":"resources/unsubscribe","params":{"uri":"test://note"}}
        a <- 200 json
        a <- {"id":2,"result":{}}
        ! note changed
        a -> DELETE
        a <- 204
        g <- end
        """);
  }

  @Test
  void changes_whileNobodyListens_areToldToWhoResumes() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"resources/subscribe","params":{"uri":"test://note"}}
        a <- 200 json
        a <- {"id":1,"result":{}}
        g -> GET
        g <- 200 stream
        ! note changed
        g <- {"method":"notifications/resources/updated","params":{"uri":"test://note"}}
        g -- cut
        ! tool removed
        h -> GET after g
        h <- 200 stream
        h <- {"method":"notifications/tools/list_changed"}
        """);
  }

  @Test
  void answer_ofACutStream_isGivenToWhoResumes() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"halfway","_meta":{"progressToken":1}}}
        a <- 200 stream
        a <- {"method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2}}
        a -- cut
        ! released
        b -> GET after a
        b <- 200 stream
        b <- {"id":1,"result":{"content":[{"type":"text","text":"released"}]}}
        b <- end
        """);
  }

  /** An event stream without an end would have its client come back for ever; 204 is what ends that. */
  @Test
  void stream_ofACancelledCall_hasNothingForWhoResumes() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"halfway","_meta":{"progressToken":1}}}
        a <- 200 stream
        a <- {"method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2}}
        b -> {"method":"notifications/cancelled","params":{"requestId":1}}
        b <- 202
        a <- end
        c -> GET after a
        c <- 204
        """);
  }

  @Test
  void client_thatIsSentAway_comesBackForTheAnswer() {
    conversation.session(Revision.V2025_11_25).play("""
        a -> {"id":1,"method":"tools/call","params":{"name":"leave"}}
        a <- 200 stream
        a <- end
        b -> GET after a
        b <- 200 stream
        ! released
        b <- {"id":1,"result":{"content":[{"type":"text","text":"released"}]}}
        b <- end
        """);
  }

  // The end

  @Test
  void session_deleted_endsItsStreams_cancelsItsCalls_andIsGone() {
    conversation.session(Revision.V2025_11_25).play("""
        g -> GET
        g <- 200 stream
        a -> {"id":1,"method":"tools/call","params":{"name":"halfway","_meta":{"progressToken":1}}}
        a <- 200 stream
        a <- {"method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2}}
        d -> DELETE
        d <- 204
        ! cancelled
        a <- {"id":1,"error":{"code":-32600,"message":"$any"}}
        a <- end
        g <- end
        b -> {"id":2,"method":"ping"}
        b <- 404 json
        b <- {"id":2,"error":{"code":-32600,"message":"$any"}}
        g -> GET
        g <- 404 json
        g <- {"id":null,"error":{"code":-32600,"message":"$any"}}
        """);
  }

  @Test
  void shutdown_endsStreamsInOrder() {
    conversation.session(Revision.V2025_11_25).play("""
        g -> GET
        g <- 200 stream
        ! shut down
        g <- end
        """);
  }

  @Test
  void shutdown_letsACallInFlightEnd_andRefusesNewOnes() {
    conversation.session(Revision.V2025_11_25).play("""
        k -> {"id":2,"method":"tools/call","params":{"name":"wait"}}
        ! started
        a -> {"id":1,"method":"tools/call","params":{"name":"halfway","_meta":{"progressToken":1}}}
        a <- 200 stream
        a <- {"method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2}}
        ! shut down
        b -> {"id":3,"method":"ping"}
        b <- 503 json
        b <- {"id":null,"error":{"code":-32603,"message":"Shutting down"}}
        ! released
        a <- {"id":1,"result":{"content":[{"type":"text","text":"released"}]}}
        a <- end
        k <- 200 json
        k <- {"id":2,"result":{"content":[{"type":"text","text":"released"}]}}
        """);
  }
}
