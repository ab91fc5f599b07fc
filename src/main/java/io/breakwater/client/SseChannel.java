package io.breakwater.client;

import io.breakwater.client.ClientException.Kind;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Headers;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP+SSE: one event stream on which everything comes, and a URL, told by its first event, to which everything is posted.
 *
 * <pre>
 * NEW -- open --> ASKING -- event endpoint --> OPEN -- the stream ends, or close --> CLOSED
 * </pre>
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse">2024-11-05, HTTP
 *     with SSE</a>
 */
final class SseChannel implements Channel, EventReader.Sink {
  private static final int ENDPOINT_BYTES_MAX = 8_192;

  private final ClientContext context;
  private final HttpOrigin origin;
  private final MessageReader reader;
  private final Promise<Void> opened = Promise.promise();

  /** What was posted and has no response yet, by its request. */
  private final Map<RequestId, Exchange> posts = new HashMap<>();

  private @Nullable Inbox inbox;
  private @Nullable HttpPeer peer;
  private @Nullable Exchange stream;
  private @Nullable EventReader events;
  private @Nullable URI endpoint;
  private @Nullable Revision revision;
  private long timer = -1;
  private boolean closed;
  private @Nullable Future<Void> closing;

  SseChannel(ClientContext context, Endpoint.Http server, Authorizer authorizer) {
    this.context = context;
    this.origin = HttpOrigin.of(context, server, authorizer);
    this.reader = new MessageReader(context);
  }

  @Override
  public Future<Void> open(Inbox to) {
    inbox = to;
    peer = new HttpPeer(origin, reader, to);
    long probeMs = context.options().client().probeMs();
    Map<String, String> headers = Map.of("Accept", "text/event-stream");
    Exchange asked =
        origin.exchange(new Ask(HttpMethod.GET, origin.url(), headers, null, probeMs, true, false));
    stream = asked;
    watch(asked, probeMs);
    asked
        .head()
        .onSuccess(head -> headed(asked, head))
        .onFailure(failure -> fail(Pending.told(failure)));
    return opened.future();
  }

  /** The time of whoever signs in is no time of the server's. */
  private void watch(Exchange asked, long probeMs) {
    timer = context.vertx().setTimer(probeMs, late -> {
      if (asked.authorizing()) {
        watch(asked, probeMs);
      } else {
        fail(ClientException.before(
            Kind.TIMEOUT, "no event \"endpoint\" within " + probeMs + " ms (client.probeMs)"));
      }
    });
  }

  private void headed(Exchange asked, HttpClientResponse head) {
    if (closed) {
      asked.drop();
    } else if (head.statusCode() == 200
        && HttpPeer.isEventStream(head)
        && HttpFailures.unreadable(head) == null) {
      EventReader reading = new EventReader(asked, reader.limits().bytesMax(), this);
      events = reading;
      reading.start();
    } else {
      asked.drain();
      fail(head.statusCode() < 300 ? noStream(head) : HttpFailures.status(Kind.STATUS, head));
    }
  }

  private static ClientException noStream(HttpClientResponse head) {
    ClientException unreadable = HttpFailures.unreadable(head);
    String type = HttpFailures.clip(HttpFailures.mediaType(head));
    return unreadable != null
        ? unreadable
        : ClientException.before(
            Kind.PROTOCOL,
            HttpFailures.line(head) + " with "
                + (type.isEmpty() ? "no media type" : "the media type " + type)
                + " (expected: 200 with text/event-stream)");
  }

  @Override
  public void event(String type, byte[] data) {
    if (type.equals("endpoint")) {
      endpoint(data);
    } else if (type.equals("message") && endpoint != null) {
      message(data);
    } else if (type.equals("message") && inbox != null) {
      inbox.dropped(
          ClientException.after(Kind.PROTOCOL, "a message came before the event \"endpoint\""),
          null);
    }
  }

  private void endpoint(byte[] data) {
    if (endpoint != null) {
      return;
    }
    URI target = data.length > ENDPOINT_BYTES_MAX ? null : resolved(data);
    if (target == null || !origin.same(target)) {
      fail(ClientException.before(
          Kind.PROTOCOL, "the event \"endpoint\" names no URL of the origin of the server"));
      return;
    }
    context.vertx().cancelTimer(timer);
    endpoint = target;
    opened.tryComplete();
  }

  private @Nullable URI resolved(byte[] data) {
    try {
      String reference = new String(data, StandardCharsets.UTF_8).strip();
      URI from = stream == null ? origin.url() : stream.url();
      URI target = from.resolve(new URI(reference));
      return target.getHost() == null || target.getRawUserInfo() != null ? null : target;
    } catch (URISyntaxException | IllegalArgumentException illegal) {
      return null;
    }
  }

  private void message(byte[] data) {
    Inbox to = inbox;
    List<Message> messages;
    if (to == null) {
      return;
    }
    try {
      messages = reader.read(data, revision == Revision.V2025_03_26);
    } catch (ClientException refused) {
      to.dropped(refused, null);
      return;
    }
    for (Message message : messages) {
      if (!closed) {
        to.received(message, null);
      }
    }
  }

  @Override
  public void reached(String id) {
    // This transport resumes nothing.
  }

  @Override
  public void retry(long ms) {
    // Who makes requests comes back by itself.
  }

  @Override
  public void tooLong(ClientException why) {
    if (inbox != null) {
      inbox.dropped(why, null);
    }
  }

  @Override
  public void ended(@Nullable ClientException why) {
    String what = endpoint == null
        ? "the event stream of the server ended before the event \"endpoint\""
        : "the event stream of the server ended";
    fail(why == null ? ClientException.after(Kind.LOST, what) : why);
  }

  @Override
  public Future<Void> send(Message message, Map<String, String> headers) {
    URI target = endpoint;
    HttpPeer to = peer;
    if (closed || target == null || to == null) {
      return Future.failedFuture(
          ClientException.before(Kind.CLOSED, "the connection to the server is closed"));
    }
    RequestId id = message instanceof Message.Request request ? request.id() : null;
    Exchange posted = origin.exchange(new Ask(
        HttpMethod.POST,
        target,
        fields(),
        JsonWriter.buffer(Messages.encode(message)),
        context.options().client().callMs(),
        id == null,
        false));
    if (id != null) {
      posts.put(id, posted);
      posted.head().onComplete(answered -> posts.remove(id, posted));
    }
    return posted.head().compose(head -> {
      if (head.statusCode() < 300) {
        posted.drain();
        return Future.succeededFuture();
      }
      return to.refusal(posted, head, id, true).compose(Future::failedFuture);
    });
  }

  private Map<String, String> fields() {
    Map<String, String> fields = new HashMap<>();
    fields.put("Accept", "application/json, text/event-stream");
    fields.put("Content-Type", "application/json");
    if (revision != null) {
      fields.put(Headers.PROTOCOL_VERSION, revision.date());
    }
    return fields;
  }

  @Override
  public void abandon(RequestId id) {
    // An answer would come on the stream that all share, where nobody waits for it.
    Exchange posted = posts.remove(id);
    if (posted != null) {
      posted.drop();
    }
  }

  @Override
  public boolean authorizing() {
    return (stream != null && stream.authorizing())
        || posts.values().stream().anyMatch(Exchange::authorizing);
  }

  @Override
  public boolean cancelsByAbandoning() {
    return false;
  }

  @Override
  public void agreed(@Nullable Revision newRevision) {
    revision = newRevision;
  }

  @Override
  public Future<Void> listen() {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> close() {
    return end(ClientException.after(Kind.CLOSED, "this client was closed"));
  }

  private void fail(ClientException why) {
    boolean wasOpen = !closed && endpoint != null;
    end(why).onFailure(ignored -> {});
    if (wasOpen && inbox != null) {
      inbox.closed(why);
    }
  }

  private Future<Void> end(ClientException why) {
    Future<Void> before = closing;
    if (before != null) {
      return before;
    }
    Promise<Void> ended = Promise.promise();
    closing = ended.future();
    closed = true;
    context.vertx().cancelTimer(timer);
    if (events != null) {
      events.stop();
    }
    if (stream != null) {
      stream.drop();
    }
    opened.tryFail(why);
    origin.close(why).recover(ignored -> Future.succeededFuture()).onComplete(ended);
    return ended.future();
  }
}
