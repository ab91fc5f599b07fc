package io.breakwater.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.dispatch.Change;
import io.breakwater.dispatch.OnEventLoop;
import io.breakwater.era.ChannelPeer;
import io.breakwater.rpc.Json;
import io.breakwater.spec.Method;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A session whose peer has one channel for everything. */
@ExtendWith(OnEventLoop.class)
final class ChannelTest implements ChannelPeer.Output {
  private final Legacy legacy = new Legacy();
  private final Tool tool = new Tool();
  private final List<String> said = new ArrayList<>();
  private ChannelPeer peer;

  @BeforeEach
  void open() {
    legacy.serve(Method.TOOLS_CALL, tool);
    peer = new ChannelPeer(
        Vertx.currentContext(),
        List.of(legacy.era()),
        null,
        new ChannelPeer.Bounds(64, 1024),
        this);
    take(Legacy.initialize("2025-11-25", "{'elicitation':{}}"));
    assertThat(heard()).hasSize(1).allMatch(line -> line.contains("'2025-11-25'"));
    take("{'jsonrpc':'2.0','method':'notifications/initialized'}");
  }

  private void take(String body) {
    peer.take(Json.of(body), () -> {});
  }

  private List<String> heard() {
    List<String> heard = List.copyOf(said);
    said.clear();
    return heard;
  }

  @Override
  public void message(Buffer json) {
    said.add(Json.quoted(json.toString(StandardCharsets.UTF_8)));
  }

  @Override
  public void over() {
    said.add("over");
  }

  @Test
  void changes_reachThePeer_withoutARequest() {
    legacy.changes.publish(new Change.Tools());

    assertThat(heard())
        .containsExactly("{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}");
  }

  @Test
  void session_lives_whileTheChannelDoes() {
    legacy.clock.advance(legacy.openingMs + legacy.idleMs + 1);

    take(Legacy.request("9", "ping", ""));
    assertThat(heard()).containsExactly(Legacy.result("9", "{}"));
  }

  @Test
  void close_endsTheSession_andCancelsWhatRuns() {
    take(Legacy.request("1", "tools/call", "'name':'t'"));
    peer.close();

    assertThat(legacy.count()).isZero();
    assertThat(heard()).isEmpty();
    assertThat(legacy.clock.timers()).isZero();
  }

  @Test
  void server_closed_answersWhatRuns_andEndsTheChannel() {
    take(Legacy.request("1", "tools/call", "'name':'t'"));
    var unused = legacy.sessions().close();

    assertThat(heard())
        .containsExactly("{'jsonrpc':'2.0','id':1,'error':" + Legacy.SESSION_GONE + "}", "over");
    assertThat(legacy.clock.timers()).isZero();
  }

  @Test
  void events_areNotKept_andHaveNoIds() {
    take(Legacy.request("1", "tools/call", "'name':'t'"));
    legacy.clock.advance(Legacy.STREAM_AFTER_MS);
    assertThat(heard()).isEmpty();
    take("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");

    assertThat(heard()).isEmpty();
    take(Legacy.request("9", "ping", ""));
    assertThat(heard()).containsExactly(Legacy.result("9", "{}"));
  }
}
