package io.breakwater.legacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.era.Era;
import io.breakwater.era.EventStream;
import io.breakwater.era.Exchange;
import io.breakwater.era.Head;
import io.breakwater.era.Identity;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Headers;
import io.breakwater.spec.Method;
import io.breakwater.spec.Revision;
import io.vertx.core.internal.logging.Logger;
import io.vertx.core.internal.logging.LoggerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The revisions with a handshake: {@code initialize} opens a session, and every later request names it.
 *
 * <p>Immutable; a request is confined to the loop of its connection until it has hopped to the loop of its session.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http">2025-11-25,
 *     Streamable HTTP</a>
 */
public final class LegacyEra implements Era {
  private static final Logger LOG = LoggerFactory.getLogger(LegacyEra.class);

  private final Sessions sessions;
  private final Identity identity;
  private final Messages messages;

  public LegacyEra(Sessions sessions, Identity identity) {
    this.sessions = sessions;
    this.identity = identity;
    this.messages = new Messages(sessions.settings().idBytesMax());
  }

  /** Takes whatever no other era takes. */
  @Override
  public boolean serves(Head head, @Nullable JsonNode body) {
    return true;
  }

  @Override
  public void post(Exchange exchange, JsonNode body) {
    if (body.isArray()) {
      checkVersion(exchange.head());
      String id = sessionId(exchange.head(), null);
      enter(exchange, id, null, session -> postBatch(session, exchange, body));
      return;
    }
    Message message = messages.decode(body);
    RequestId requestId = idOf(message);
    try {
      checkVersion(exchange.head());
      if (message instanceof Message.Request request && opens(exchange, request)) {
        return;
      }
      String id = sessionId(exchange.head(), requestId);
      enter(exchange, id, requestId, session -> session.post(exchange, List.of(message), false));
    } catch (Refusal refusal) {
      throw refusal.under(requestId);
    }
  }

  @Override
  public void get(Exchange exchange) {
    checkVersion(exchange.head());
    enter(exchange, sessionId(exchange.head(), null), null, session -> session.get(exchange));
  }

  @Override
  public void delete(Exchange exchange) {
    checkVersion(exchange.head());
    enter(exchange, sessionId(exchange.head(), null), null, session -> {
      session.close();
      exchange.answer(204, Map.of(), null);
    });
  }

  /** Whether this was what can be said before there is a session, and has been answered. */
  private boolean opens(Exchange exchange, Message.Request request) {
    Head head = exchange.head();
    boolean inSession = head.channel() && !head.headers(Headers.SESSION_ID).isEmpty();
    if (request.method().equals(Method.INITIALIZE.wireName()) && !inSession) {
      initialize(exchange, request);
      return true;
    }
    if (request.method().equals(Method.PING.wireName()) && head.channel() && !inSession) {
      Message pong = new Message.Result(request.id(), JsonNodeFactory.instance.objectNode());
      exchange.answer(200, Map.of(), Messages.encode(pong));
      return true;
    }
    return false;
  }

  private void initialize(Exchange exchange, Message.Request request) {
    if (!exchange.head().headers(Headers.SESSION_ID).isEmpty()) {
      throw Refusal.invalidRequest("Invalid request: initialize opens a session and names none");
    }
    Handshake handshake =
        Handshake.of(request, exchange.head().principal(), sessions.settings().clientBytesMax());
    ObjectNode answer =
        Messages.encode(new Message.Result(request.id(), handshake.result(identity)));
    Sessions.Opened opened = exchange.head().channel()
        ? sessions.openOnChannel(exchange.loop(), handshake)
        : sessions.open(exchange.loop(), handshake);
    Map<String, String> headers = Map.of(Headers.SESSION_ID, opened.id());
    if (exchange.head().acceptsJson()) {
      exchange.answer(200, headers, answer);
    } else {
      EventStream stream = exchange.stream(headers);
      stream.message(null, JsonWriter.buffer(answer));
      stream.end();
    }
  }

  private void postBatch(Session session, Exchange exchange, JsonNode body) {
    if (session.handshake().revision() != Revision.V2025_03_26) {
      throw Refusal.invalidRequest(
          "Invalid request: an array (expected: one message; batches are of 2025-03-26 only)");
    }
    int max = sessions.settings().batchMax();
    if (body.isEmpty() || body.size() > max) {
      throw Refusal.invalidRequest("Invalid request: a batch of " + body.size()
          + " messages (expected: 1 to " + max + ", sessions.batchMax)");
    }
    List<Message> batch = new ArrayList<>();
    for (JsonNode json : body) {
      Message message = messages.decode(json);
      if (message instanceof Message.Request request
          && request.method().equals(Method.INITIALIZE.wireName())) {
        throw Refusal.invalidRequest("Invalid request: initialize in a batch");
      }
      batch.add(message);
    }
    session.post(exchange, batch, true);
  }

  /** Hops to the session; what goes wrong there is answered there. */
  private void enter(
      Exchange exchange, String sessionId, @Nullable RequestId requestId, Consumer<Session> task) {
    sessions.with(sessionId, exchange.head().principal(), session -> {
      try {
        if (session == null) {
          throw Session.gone(requestId);
        }
        task.accept(session);
      } catch (Refusal refusal) {
        exchange.refuse(refusal.under(requestId));
      } catch (RuntimeException e) {
        LOG.error("A request of a session failed", e);
        exchange.refuse(Refusal.internal().under(requestId));
      }
    });
  }

  private static String sessionId(Head head, @Nullable RequestId requestId) {
    List<String> ids = head.headers(Headers.SESSION_ID);
    if (ids.isEmpty() && head.channel()) {
      throw Refusal.invalidRequest("Invalid request: no session yet (expected: initialize first)")
          .under(requestId);
    }
    if (ids.size() != 1 || ids.get(0).isEmpty()) {
      throw Refusal.of(
              400,
              ErrorCodes.INVALID_REQUEST,
              ids.size() > 1
                  ? "Bad request: " + Headers.SESSION_ID + " header is given " + ids.size()
                      + " times"
                  : "Bad request: " + Headers.SESSION_ID
                      + " header is required (initialize opens a session)")
          .under(requestId);
    }
    return ids.get(0);
  }

  private static void checkVersion(Head head) {
    List<String> versions = head.headers(Headers.PROTOCOL_VERSION);
    for (String version : versions) {
      Revision revision = Revision.of(version);
      if (versions.size() > 1 || revision == null || revision.modern()) {
        throw Refusal.invalidRequest(
            "Bad request: " + Headers.PROTOCOL_VERSION
                + " header is not one supported revision (expected: 2024-11-05, 2025-03-26, 2025-06-18 or 2025-11-25)");
      }
    }
  }

  private static @Nullable RequestId idOf(Message message) {
    return message instanceof Message.Request request ? request.id() : null;
  }
}
