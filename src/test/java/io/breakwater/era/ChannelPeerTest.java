package io.breakwater.era;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.breakwater.dispatch.Invocation;
import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.rpc.Json;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A peer of the stateless revision whose messages share one channel. */
@ExtendWith(OnEventLoop.class)
final class ChannelPeerTest {
  private static final int IN_FLIGHT_MAX = 3;

  private final Modern modern = new Modern();
  private final Said said = new Said();
  private final List<Invocation> running = new ArrayList<>();
  private final List<Promise<Outcome>> work = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private ChannelPeer peer;
  private int over;

  private static final class Said implements ChannelPeer.Output {
    final List<String> lines = new ArrayList<>();

    @Override
    public void message(Buffer json) {
      lines.add(Json.quoted(json.toString(StandardCharsets.UTF_8)));
    }

    @Override
    public void over() {
      lines.add("over");
    }

    List<String> heard() {
      List<String> heard = List.copyOf(lines);
      lines.clear();
      return heard;
    }
  }

  @BeforeEach
  void serve_aToolThatTakesItsTime() {
    modern.serve(Method.TOOLS_CALL, invocation -> {
      running.add(invocation);
      invocation.onCancel(() -> told.add("cancelled " + invocation.id()));
      Promise<Outcome> promise = Promise.promise();
      work.add(promise);
      return promise.future();
    });
    peer = peer();
  }

  /** A peer of a server that serves what it is told to by now. */
  private ChannelPeer peer() {
    return new ChannelPeer(
        Vertx.currentContext(),
        List.of(modern.era()),
        null,
        new ChannelPeer.Bounds(IN_FLIGHT_MAX, 1024),
        said);
  }

  private void take(ChannelPeer of, String body) {
    of.take(Json.of(body), () -> over++);
  }

  private void complete(int call, String result) {
    work.get(call).complete(new Outcome.Complete(Json.object(result)));
  }

  private static String answer(String id, String members) {
    return "{'jsonrpc':'2.0','id':" + id + ",'result':{'resultType':'complete'," + members + ","
        + Modern.SERVER_INFO + "}}";
  }

  @Test
  void calls_inFlight_areAnsweredAsTheyEnd_andLetGo() {
    take(peer, Modern.call("1", ""));
    take(peer, Modern.call("'1'", ""));
    assertThat(over).isZero();

    complete(1, "{'b':1}");
    complete(0, "{'a':1}");

    assertThat(said.heard()).containsExactly(answer("'1'", "'b':1"), answer("1", "'a':1"));
    assertThat(over).isEqualTo(2);
  }

  @Test
  void notifications_ofACall_areMessagesAmongOthers() {
    take(peer, Modern.call("1", ""));
    running.get(0).send("notifications/progress", Json.object("{'progress':1}"));
    complete(0, "{'a':1}");
    running.get(0).send("notifications/progress", Json.object("{'progress':2}"));

    assertThat(said.heard())
        .containsExactly(
            "{'jsonrpc':'2.0','method':'notifications/progress','params':{'progress':1}}",
            answer("1", "'a':1"));
  }

  @Test
  void requests_oneTooMany_isRefusedUnderItsId() {
    for (int id = 1; id <= IN_FLIGHT_MAX; id++) {
      take(peer, Modern.call(Integer.toString(id), ""));
    }
    assertThat(said.heard()).isEmpty();
    take(peer, Modern.call("4", ""));

    assertThat(said.heard())
        .containsExactly(
            "{'jsonrpc':'2.0','id':4,'error':{'code':-32603,"
                + "'message':'Too many requests in flight: 3 on this channel (sessions.inFlightMax)'}}");
    assertThat(running).hasSize(IN_FLIGHT_MAX);
    complete(0, "{}");
    take(peer, Modern.call("5", ""));
    assertThat(running).hasSize(IN_FLIGHT_MAX + 1);
  }

  @Test
  void cancelled_isTheNewestOfItsId_andHasNoAnswer() {
    take(peer, Modern.call("1", ""));
    take(peer, Modern.call("1", ""));
    take(peer, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
    assertThat(running.get(1).cancelled()).isTrue();
    assertThat(running.get(0).cancelled()).isFalse();

    work.get(1).tryComplete(new Outcome.Complete(Json.object("{'late':1}")));
    complete(0, "{'a':1}");

    assertThat(said.heard()).containsExactly(answer("1", "'a':1"));
    assertThat(told).containsExactly("cancelled 1");
    assertThat(over).isEqualTo(3);
  }

  @Test
  void cancelled_ofNothing_isIgnored() {
    take(peer, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
    take(peer, "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':{}}}");
    take(peer, "{'jsonrpc':'2.0','method':'notifications/cancelled'}");

    assertThat(said.heard()).isEmpty();
    assertThat(over).isEqualTo(3);
  }

  @Test
  void close_cancelsWhatRuns_andSaysNoMore() {
    take(peer, Modern.call("1", ""));
    peer.close();
    peer.close();
    take(peer, Modern.call("2", ""));

    assertThat(told).containsExactly("cancelled 1");
    assertThat(said.heard()).isEmpty();
    assertThat(running).hasSize(1);
    assertThat(over).isEqualTo(2);
  }

  @Test
  void finish_waitsForCalls_andEndsWhatWouldGoOnForEver() {
    Promise<Outcome> forEver = Promise.promise();
    modern.serve(Method.SUBSCRIPTIONS_LISTEN, invocation -> {
      invocation.onCancel(() -> told.add("not listening"));
      return forEver.future();
    });
    ChannelPeer two = peer();
    take(two, Modern.request("'l'", "subscriptions/listen", ""));
    take(two, Modern.call("1", ""));

    Future<Void> finished = two.finish();
    assertThat(told).containsExactly("not listening");
    assertThat(finished.isComplete()).isFalse();
    complete(0, "{'a':1}");

    assertThat(finished.succeeded()).isTrue();
    assertThat(said.heard()).containsExactly(answer("1", "'a':1"));
    assertThat(peer.finish().succeeded()).isTrue();
  }

  @Test
  void message_thatIsNone_isThrown_andLetGo() {
    assertThatThrownBy(() -> take(peer, "{'id':1,'method':'ping'}"))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.id()).hasToString("1"));
    assertThatThrownBy(() -> take(peer, "7")).isInstanceOf(Refusal.class);
    assertThat(over).isEqualTo(2);
    assertThat(said.heard()).isEmpty();
  }

  @Test
  void message_ofNoEra_isRefusedIfItIsARequest_elseDropped() {
    take(peer, "{'jsonrpc':'2.0','id':1,'method':'ping'}");
    take(peer, "{'jsonrpc':'2.0','method':'notifications/initialized'}");
    take(peer, "{'jsonrpc':'2.0','id':1,'result':{}}");

    assertThat(said.heard())
        .containsExactly("{'jsonrpc':'2.0','id':1,'error':{'code':-32600,"
            + "'message':'Invalid request: of no revision that is served here'}}");
    assertThat(over).isEqualTo(3);
  }

  @Test
  void fields_thatMirrorTheBody_areNotAskedFor() {
    modern.serve(Method.RESOURCES_READ, invocation -> {
      assertThat(invocation.caller().mirrored()).isNull();
      return Modern.complete("{'contents':[]}");
    });
    ChannelPeer two = peer();
    take(two, Modern.request("1", "resources/read", "'uri':'a:b'"));
    take(peer, Modern.request("2", "resources/read", "'uri':7"));

    assertThat(said.heard().get(0)).isEqualTo(answer("1", "'contents':[]"));
  }
}
