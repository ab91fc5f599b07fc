package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.json.JsonRefused;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Headers;
import io.breakwater.spec.Notifications;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is agreed with a server over Streamable HTTP, revision and session, and the exchanges that are made under it.
 *
 * <p>Confined to the loop of its client.
 */
final class HttpPeer {
  private static final String EVENT_STREAM = "text/event-stream";
  private static final String EITHER = "application/json, text/event-stream";
  private static final int SESSION_CHARS_MAX = 1_024;

  private final HttpOrigin origin;
  private final MessageReader reader;
  private final Channel.Inbox inbox;
  private @Nullable Revision revision;
  private @Nullable String session;

  HttpPeer(HttpOrigin origin, MessageReader reader, Channel.Inbox inbox) {
    this.origin = origin;
    this.reader = reader;
    this.inbox = inbox;
  }

  HttpOrigin origin() {
    return origin;
  }

  MessageReader reader() {
    return reader;
  }

  Channel.Inbox inbox() {
    return inbox;
  }

  int eventBytesMax() {
    return reader.limits().bytesMax();
  }

  int reconnectsMax() {
    return origin.options().client().reconnectsMax();
  }

  /** What everything is sent in from now on; null forgets the session too. */
  void agreed(@Nullable Revision newRevision) {
    revision = newRevision;
    session = newRevision == null ? null : session;
  }

  @Nullable
  String session() {
    return session;
  }

  boolean modern() {
    return revision != null && revision.modern();
  }

  /** Whether several messages may come in an array. */
  boolean batches() {
    return revision == Revision.V2025_03_26;
  }

  /** Sends a message; what is no request must not wait for requests. */
  Exchange post(Message message, Map<String, String> headers) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Accept", EITHER);
    all.put("Content-Type", "application/json");
    agreedHeaders(all);
    var body = JsonWriter.buffer(Messages.encode(message));
    boolean aside = !(message instanceof Message.Request);
    return origin.exchange(
        new Ask(HttpMethod.POST, origin.url(), all, body, deadlineMs(message), aside, false));
  }

  /** A request has a deadline of its own, this is the outer one; what has no answer is taken or not, soon. */
  private long deadlineMs(Message message) {
    if (message instanceof Message.Request) {
      return deadlineMs();
    }
    boolean handshake = message instanceof Message.Notification notification
        && notification.method().equals(Notifications.INITIALIZED);
    return handshake
        ? origin.options().client().probeMs()
        : origin.options().client().callMs();
  }

  /** Asks for a stream: the one that belongs to no request, or what follows this event. */
  Exchange get(@Nullable String lastEventId, boolean aside) {
    Map<String, String> all = new HashMap<>();
    all.put("Accept", EVENT_STREAM);
    if (lastEventId != null) {
      all.put(Headers.LAST_EVENT_ID, lastEventId);
    }
    agreedHeaders(all);
    return origin.exchange(
        new Ask(HttpMethod.GET, origin.url(), all, null, deadlineMs(), aside, false));
  }

  /** Ends the session. */
  Exchange delete(long deadlineMs) {
    Map<String, String> all = new HashMap<>();
    agreedHeaders(all);
    return origin.exchange(
        new Ask(HttpMethod.DELETE, origin.url(), all, null, deadlineMs, true, false));
  }

  private void agreedHeaders(Map<String, String> headers) {
    if (revision != null) {
      headers.put(Headers.PROTOCOL_VERSION, revision.date());
    }
    if (session != null) {
      headers.put(Headers.SESSION_ID, session);
    }
  }

  private long deadlineMs() {
    return origin.options().client().callTotalMs();
  }

  /**
   * Learns the session from the answer to {@code initialize}.
   *
   * @throws ClientException when what it says cannot be the id of a session
   */
  void learn(HttpClientResponse response) {
    List<String> ids = response.headers().getAll(Headers.SESSION_ID);
    if (ids.isEmpty() || modern()) {
      return;
    }
    String id = ids.get(0);
    boolean visible = !id.isEmpty() && id.chars().allMatch(c -> c >= 0x21 && c <= 0x7e);
    if (ids.size() > 1 || !visible || id.length() > SESSION_CHARS_MAX) {
      throw ClientException.after(
          Kind.PROTOCOL,
          "the server's " + Headers.SESSION_ID + " cannot be one (expected: one value of 1 to "
              + SESSION_CHARS_MAX + " visible ASCII characters)");
    }
    session = id;
  }

  static boolean isJson(HttpClientResponse response) {
    return HttpFailures.mediaType(response).equals("application/json");
  }

  static boolean isEventStream(HttpClientResponse response) {
    return HttpFailures.mediaType(response).equals(EVENT_STREAM);
  }

  /**
   * Why the server did not take what was asked; reads the JSON-RPC error that may stand in the response. Does not fail.
   *
   * @param inSession whether a session id was sent
   */
  Future<ClientException> refusal(
      Exchange exchange, HttpClientResponse response, @Nullable RequestId id, boolean inSession) {
    int status = response.statusCode();
    ClientException plain = status == 404 && inSession
        ? HttpFailures.status(Kind.SESSION_LOST, response)
        : HttpFailures.status(Kind.STATUS, response);
    boolean readable = status >= 400
        && status < 500
        && isJson(response)
        && HttpFailures.unreadable(response) == null;
    if (!readable) {
      exchange.drain();
      return Future.succeededFuture(plain);
    }
    return JsonBody.read(exchange, reader.limits())
        .map(json -> refusal(json, id, plain))
        .otherwise(failure -> failure instanceof JsonRefused ? plain : because(failure, plain));
  }

  /** Some servers cannot tell the id of what they refuse, and make one up: a refusal has no other to belong to. */
  private ClientException refusal(JsonNode json, @Nullable RequestId id, ClientException plain) {
    Message message;
    try {
      message = reader.decode(json, false).get(0);
    } catch (ClientException noMessage) {
      return plain;
    }
    if (!(message instanceof Message.Failure failure)) {
      return plain;
    }
    // A server that does not know the method says so under the id; 404 alone is the end of the
    // session.
    boolean ofTheRequest = failure.error().code() == ErrorCodes.METHOD_NOT_FOUND
        && id != null
        && id.equals(failure.id());
    return plain.kind() == Kind.SESSION_LOST && !ofTheRequest
        ? plain
        : ClientException.rpc(failure.error(), plain.status());
  }

  private static ClientException because(Throwable failure, ClientException plain) {
    return failure instanceof ClientException why && why.kind() == Kind.CLOSED ? why : plain;
  }
}
