package io.breakwater.client;

import static io.breakwater.client.HostileUpstream.empty;
import static io.breakwater.client.HostileUpstream.events;
import static io.breakwater.client.HostileUpstream.initialized;
import static io.breakwater.client.HostileUpstream.json;
import static io.breakwater.client.HostileUpstream.result;
import static io.breakwater.client.HostileUpstream.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.breakwater.behaviour.Eventually;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.client.HostileUpstream.Asked;
import io.breakwater.client.HostileUpstream.Script;
import io.breakwater.options.Options;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Revision;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.NetSocket;
import io.vertx.junit5.VertxExtension;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Event streams of servers behind a URL: however they are cut, and whatever they say about coming back. */
@ExtendWith(VertxExtension.class)
@Timeout(120)
class HttpStreamsTest {
  private static final String GOOD = "\"content\":[]";
  private static final String NOTIFICATION =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{\"t\":\"ü€😀\"}}";
  private static final Options OPTIONS = Options.defaults()
      .with("client.callMs", 20_000)
      .with("client.closeMs", 500)
      .with("client.reconnectsMax", 2);

  private final List<OpenChannel> open = new ArrayList<>();

  private OpenChannel channel(Vertx vertx, HostileUpstream upstream, Revision revision) {
    OpenChannel channel = OpenChannel.to(vertx, upstream, OPTIONS, revision);
    open.add(channel);
    return channel;
  }

  @AfterEach
  void close() {
    open.forEach(OpenChannel::close);
  }

  // --- how events are cut

  /** One chunk of HTTP for each piece: each is read by itself, in whatever way TCP cuts them. */
  private static void chunked(NetSocket socket, List<byte[]> pieces) {
    Buffer out = Buffer.buffer("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n");
    pieces.forEach(piece -> out.appendString(Integer.toHexString(piece.length) + "\r\n")
        .appendBytes(piece)
        .appendString("\r\n"));
    socket.write(out.appendString("0\r\n\r\n")).onFailure(gone -> {});
  }

  private static List<byte[]> pieces(byte[] whole, int... ends) {
    List<byte[]> pieces = new ArrayList<>();
    int from = 0;
    for (int end : ends) {
      pieces.add(Arrays.copyOfRange(whole, from, end));
      from = end;
    }
    pieces.add(Arrays.copyOfRange(whole, from, whole.length));
    return pieces.stream().filter(piece -> piece.length > 0).toList();
  }

  private static byte[] manyEvents(int id) {
    String all = "\ufeffid: é1\r\nevent: message\r\ndata: " + NOTIFICATION + "\r\n\r\n"
        + ": comment\r\rdata:{\"jsonrpc\":\"2.0\",\ndata: \"method\":\"notifications/y\"}\n\n"
        + "event: other\r\ndata: not for us\r\n\r\nid: 2\r\ndata:\r\n\r\ndata: "
        + "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"t\":\"ü€😀\"}}\r\n\r\n";
    return all.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void events_cutAnywhere_areTheSame(Vertx vertx) {
    // The id of the request says where its events are cut; 0 is byte by byte.
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      int at = request.body().get("id").intValue();
      byte[] whole = manyEvents(at);
      int[] everywhere = IntStream.range(1, whole.length).toArray();
      chunked(socket, at == 0 ? pieces(whole, everywhere) : pieces(whole, at));
    });
    OpenChannel channel = channel(vertx, upstream, Revision.V2026_07_28);

    for (int at = 0; at < manyEvents(at).length; at++) {
      channel.send(at).await();

      assertThat(channel.dropped()).as("cut at %d", at).isEmpty();
      assertThat(channel.heard())
          .as("cut at %d", at)
          .extracting(heard -> told(heard.message()))
          .containsExactly("notifications/x ü€😀", "notifications/y ", at + " ü€😀");
      channel.heard().clear();
    }
  }

  private static String told(Message message) {
    if (message instanceof Message.Notification notification) {
      return notification.method() + " " + notification.params().path("t").asText();
    }
    Message.Result result = (Message.Result) message;
    return result.id() + " " + result.result().path("t").asText();
  }

  @Test
  void flood_ofNotifications_isDelivered_andNoneIsKept(Vertx vertx) throws InterruptedException {
    int count = 200_000;
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      events(socket, "");
      Buffer thousand = Buffer.buffer(("data: " + NOTIFICATION + "\n\n").repeat(1_000));
      flood(socket, thousand, count / 1_000, "data: " + result(request, GOOD) + "\n\n");
    });
    Flooded inbox = new Flooded(new AtomicInteger(), new ArrayList<>());
    Context loop = ((VertxInternal) vertx).createEventLoopContext();
    HttpChannel channel = new HttpChannel(
        new ClientContext(vertx, loop, OPTIONS, ClientListener.NONE),
        new Endpoint.Http(upstream.url()),
        Authorizer.NONE);
    Promise<Void> answered = Promise.promise();
    loop.runOnContext(now -> {
      channel.open(inbox).onFailure(answered::fail);
      channel.agreed(Revision.V2026_07_28);
      channel.send(OpenChannel.request(1), Map.of()).onComplete(answered);
    });

    answered.future().await();

    assertThat(inbox.count()).hasValue(count + 1);
    assertThat(inbox.some()).hasSize(count / 1_000);
    Eventually.noMore(() -> {
      System.gc();
      long kept = inbox.some().stream().filter(one -> one.get() != null).count();
      return kept == 0 ? null : kept + " messages are kept";
    });
    Promise<Void> closed = Promise.promise();
    loop.runOnContext(now -> channel.close().onComplete(closed));
    closed.future().await();
  }

  private static void flood(NetSocket socket, Buffer again, int times, String last) {
    if (times == 0) {
      write(socket, last);
    } else {
      socket.write(again).onSuccess(written -> flood(socket, again, times - 1, last));
    }
  }

  /** Remembers of every thousandth message no more than whether somebody else does. */
  private record Flooded(AtomicInteger count, List<WeakReference<Message>> some)
      implements Channel.Inbox {
    @Override
    public void received(Message message, RequestId about) {
      if (count.getAndIncrement() % 1_000 == 0 && message instanceof Message.Notification) {
        some.add(new WeakReference<>(message));
      }
    }

    @Override
    public void dropped(ClientException why, RequestId about) {
      throw new AssertionError(why);
    }

    @Override
    public void closed(ClientException why) {
      throw new AssertionError(why);
    }
  }

  @Test
  void event_ofThatManyLevels_isTaken_andOneMoreEndsItsRequest_butNoOther(Vertx vertx)
      throws InterruptedException {
    Map<String, NetSocket> sockets = new ConcurrentHashMap<>();
    Map<String, Asked> requests = new ConcurrentHashMap<>();
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      requests.put(request.id(), request);
      sockets.put(request.id(), socket);
      events(socket, "data: " + NOTIFICATION + "\n\n");
    });
    OpenChannel channel = channel(vertx, upstream, Revision.V2026_07_28);
    Future<Void> first = channel.send(1);
    Future<Void> second = channel.send(2);
    Eventually.noMore(() -> channel.heard().size() == 2 ? null : "not both are streaming");

    // Two levels are the message and its result.
    String bomb = "\"deep\":" + "[".repeat(63) + "]".repeat(63);
    String deepest = "\"deep\":" + "[".repeat(62) + "]".repeat(62);
    write(
        sockets.get("2"),
        "data: " + result(requests.get("2"), bomb) + "\n\ndata: " + result(requests.get("2"), GOOD)
            + "\n\n");

    assertThatThrownBy(second::await).hasMessageContaining("(limits.depthMax)");
    assertThat(channel.dropped()).singleElement().satisfies(dropped -> {
      assertThat(dropped.why().kind()).isEqualTo(Kind.LIMIT);
      assertThat(dropped.about()).isEqualTo(RequestId.of(2));
    });
    write(sockets.get("1"), "data: " + result(requests.get("1"), deepest) + "\n\n");
    first.await();
    assertThat(channel.answers()).hasSize(1);
  }

  @Test
  void stream_thatStaysOpenAfterTheAnswer_isCut(Vertx vertx) throws InterruptedException {
    AtomicInteger closed = new AtomicInteger();
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      socket.closeHandler(gone -> closed.incrementAndGet());
      events(socket, "data: " + result(request, GOOD) + "\n\n");
    });
    OpenChannel channel = channel(vertx, upstream, Revision.V2026_07_28);

    channel.send(1).await();

    assertThat(channel.answers()).hasSize(1);
    Eventually.noMore(() -> closed.get() == 1 ? null : "the stream is still open");
  }

  @Test
  void batch_isTakenApart_whereTheRevisionHasThem(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      String batch = "[" + NOTIFICATION + "," + result(request, GOOD) + "]";
      if (request.id().equals("1")) {
        json(socket, 200, "", batch);
      } else {
        events(socket, "data: " + batch + "\n\n");
      }
    });
    OpenChannel channel = channel(vertx, upstream, Revision.V2025_03_26);
    channel.send(1).await();
    channel.send(2).await();
    assertThat(channel.heard()).hasSize(4);
    assertThat(channel.answers()).hasSize(2);

    OpenChannel newer = channel(vertx, upstream, Revision.V2025_06_18);
    assertThatThrownBy(() -> newer.send(1).await()).hasMessageContaining("an array");
    assertThatThrownBy(() -> newer.send(2).await()).hasMessageContaining("an array");
  }

  // --- coming back

  @Test
  void eventId_withNul_isNoPlaceToResumeFrom(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      events(socket, "id: a\0b\ndata:\n\n");
      socket.close();
    });
    OpenChannel channel = channel(vertx, upstream, Revision.V2025_11_25);

    assertThatThrownBy(() -> channel.send(1).await())
        .isInstanceOfSatisfying(
            ClientException.class, why -> assertThat(why.kind()).isEqualTo(Kind.LOST));
    assertThat(upstream.asked()).hasSize(1);
  }

  @Test
  void retry_thatIsNone_isIgnored_andIdsComeBackByteForByte(Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      if (request.verb().equals("POST")) {
        String huge = "9".repeat(40);
        events(socket, "retry: 1\nretry: -5\nretry: 1e9\nretry: " + huge + "\nid: ü€\ndata:\n\n");
        socket.close();
      } else {
        events(socket, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n");
      }
    });
    OpenChannel channel = channel(vertx, upstream, Revision.V2025_11_25);

    channel.send(1).await();

    assertThat(channel.answers()).hasSize(1);
    String latin = upstream.asked().get(1).headers().get("last-event-id");
    assertThat(new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
        .isEqualTo("ü€");
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 400, 404, 405})
  void resumption_thatIsRefused_losesTheRequest_andNothingIsSentTwice(int status, Vertx vertx) {
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      boolean resumed = request.headers().containsKey("last-event-id");
      switch (request.method()) {
        case "initialize" -> initialized(request, socket, "Mcp-Session-Id: s\r\n");
        case "tools/call" -> {
          events(socket, "retry: 1\nid: e1\ndata:\n\n");
          socket.close();
        }
        case "GET" -> empty(socket, resumed ? status : 405, "");
        default -> empty(socket, 202, "");
      }
    });
    McpClient client = McpClient.builder(vertx, new Endpoint.Http(upstream.url()))
        .options(OPTIONS)
        .era(EraChoice.LEGACY)
        .build();

    assertThatThrownBy(
            () -> client.callTool("t", JsonNodeFactory.instance.objectNode()).await())
        .isInstanceOfSatisfying(ClientException.class, why -> {
          assertThat(why.kind()).isEqualTo(Kind.LOST);
          assertThat(why.mayHaveRun()).isTrue();
        });
    assertThat(upstream.methods()).filteredOn("tools/call"::equals).hasSize(1);
    client.close().await();
  }

  // --- the stream that belongs to no request

  private static Script listened(List<String> streams) {
    AtomicInteger gets = new AtomicInteger();
    return (request, socket) -> {
      int nth = gets.getAndIncrement();
      if (nth < streams.size()) {
        events(socket, streams.get(nth));
        socket.close();
      } else {
        empty(socket, 405, "");
      }
    };
  }

  @Test
  void listening_goesOnFromItsLastEvent_andDropsWhatDoesNotBelong(Vertx vertx)
      throws InterruptedException {
    String bomb = "data: " + "[".repeat(65) + "]".repeat(65) + "\n\n";
    String answer = "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n";
    String good = "data: " + NOTIFICATION + "\n\n";
    HostileUpstream upstream = HostileUpstream.start(
        vertx,
        listened(List.of("retry: 1\nid: e1\ndata:\n\n" + bomb + answer + "id: e2\n" + good, good)));
    OpenChannel channel = channel(vertx, upstream, Revision.V2025_11_25);
    channel.listen().await();
    Eventually.noMore(() -> upstream.asked().size() == 3 ? null : "the stream is still wanted");

    assertThat(channel.heard())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.about()).isNull());
    assertThat(channel.dropped())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.about()).isNull())
        .extracting(one -> one.why().kind())
        .containsExactly(Kind.LIMIT, Kind.PROTOCOL);
    assertThat(upstream.asked().get(0).headers()).doesNotContainKey("last-event-id");
    assertThat(upstream.asked().get(1).headers()).containsEntry("last-event-id", "e2");
  }

  @Test
  void listening_thatFailsInARow_rests_untilTheServerShowsThatItIsThere(Vertx vertx)
      throws InterruptedException {
    AtomicInteger gets = new AtomicInteger();
    HostileUpstream upstream = HostileUpstream.start(vertx, (request, socket) -> {
      if (!request.verb().equals("GET")) {
        json(socket, 200, "", result(request, GOOD));
      } else if (gets.getAndIncrement() < 3) {
        empty(socket, 503, "");
      } else {
        events(socket, "data: " + NOTIFICATION + "\n\n");
      }
    });
    OpenChannel channel = channel(vertx, upstream, Revision.V2025_11_25);
    channel.listen().await();
    Eventually.noMore(() -> gets.get() == 3 ? null : "not given up yet");

    AtomicInteger id = new AtomicInteger();
    Eventually.noMore(() -> {
      channel.send(id.incrementAndGet()).await();
      boolean listening =
          channel.heard().stream().anyMatch(one -> one.message() instanceof Message.Notification);
      return listening ? null : "not listening again";
    });
  }
}
