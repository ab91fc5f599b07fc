package io.breakwater.era;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Caller;
import io.breakwater.dispatch.Cancelled;
import io.breakwater.dispatch.Clock;
import io.breakwater.dispatch.Dispatcher;
import io.breakwater.dispatch.Failures;
import io.breakwater.dispatch.Invocation;
import io.breakwater.dispatch.MirroredHeaders;
import io.breakwater.dispatch.Seal;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Headers;
import io.breakwater.spec.MetaKeys;
import io.breakwater.spec.Method;
import io.breakwater.spec.Revision;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stateless revisions: everything a request needs is in the request, and nothing is kept when it has been answered.
 * A connection that ends before the answer cancels the request. On a channel, which has no header fields, the body says
 * everything.
 *
 * <p>Immutable; one request is confined to the loop of its connection.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http">2026-07-28,
 *     Streamable HTTP</a>
 */
public final class ModernEra implements Era {
  /** All revisions, newest first: what is named to a client that asks for one we do not know. */
  public static final List<Revision> SUPPORTED = List.of(
      Revision.V2026_07_28,
      Revision.V2025_11_25,
      Revision.V2025_06_18,
      Revision.V2025_03_26,
      Revision.V2024_11_05);

  /** A method of older revisions alone is unknown here, whoever may serve it there. */
  private static final Set<String> METHODS = Stream.of(
          Method.DISCOVER,
          Method.TOOLS_LIST,
          Method.TOOLS_CALL,
          Method.RESOURCES_LIST,
          Method.RESOURCES_TEMPLATES_LIST,
          Method.RESOURCES_READ,
          Method.PROMPTS_LIST,
          Method.PROMPTS_GET,
          Method.COMPLETION_COMPLETE,
          Method.SUBSCRIPTIONS_LISTEN)
      .map(Method::wireName)
      .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> LOG_LEVELS =
      Set.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private final Dispatcher dispatcher;
  private final Messages messages;
  private final ModernShape shape;
  private final Clock clock;
  private final long streamAfterMs;

  /**
   * @param streamAfterMs after how many milliseconds a running request opens its event stream
   * @param stateMs how long a client may take for its answers, in milliseconds
   * @param stateBytesMax largest state that is given to a client, before it is sealed
   */
  public record Settings(int idBytesMax, long streamAfterMs, long stateMs, int stateBytesMax) {}

  public ModernEra(
      Dispatcher dispatcher, Identity identity, Seal seal, Clock clock, Settings settings) {
    this.dispatcher = dispatcher;
    this.messages = new Messages(settings.idBytesMax());
    this.shape = new ModernShape(
        identity, new RequestState(seal, settings.stateMs(), settings.stateBytesMax()));
    this.clock = clock;
    this.streamAfterMs = settings.streamAfterMs();
  }

  /** A header that names a stateless revision, or a body that names any; a session wins over the body alone. */
  @Override
  public boolean serves(Head head, @Nullable JsonNode body) {
    Revision header = Revision.of(only(head.headers(Headers.PROTOCOL_VERSION)));
    if (header != null && header.modern()) {
      return true;
    }
    boolean session = header != null && !head.headers(Headers.SESSION_ID).isEmpty();
    return !session
        && body != null
        && body.path("params").path(MetaKeys.META).has(MetaKeys.PROTOCOL_VERSION);
  }

  @Override
  public void post(Exchange exchange, JsonNode body) {
    Message message = messages.decode(body);
    if (message instanceof Message.Request request) {
      try {
        serve(exchange, request);
      } catch (Refusal refusal) {
        throw refusal.under(request.id());
      }
    } else if (message instanceof Message.Notification notification
        && notification.method().startsWith("notifications/")) {
      exchange.answer(202, Map.of(), null);
    } else if (message instanceof Message.Notification) {
      throw Refusal.invalidRequest(
          "Invalid request: id is missing (expected: a request or a notification)");
    } else {
      throw Refusal.invalidRequest(
          "Invalid request: a response (expected: a request or a notification)");
    }
  }

  @Override
  public void get(Exchange exchange) {
    throw noSuchVerb();
  }

  @Override
  public void delete(Exchange exchange) {
    throw noSuchVerb();
  }

  private static Refusal noSuchVerb() {
    return Refusal.of(
            405, ErrorCodes.INVALID_REQUEST, "Method not allowed: this revision has POST only")
        .header("Allow", "POST");
  }

  private void serve(Exchange exchange, Message.Request request) {
    MirroredHeaders mirrored =
        exchange.head().channel() ? null : new MirroredHeaders(exchange.head()::headers);
    Caller caller = caller(exchange.head(), request, mirrored);
    if (mirrored != null) {
      mirrored.requirePlain(Headers.METHOD, request.method());
    }
    if (!METHODS.contains(request.method()) || !dispatcher.serves(request.method())) {
      throw Refusal.methodNotFound(request.method());
    }
    checkName(mirrored, request);
    checkStream(exchange.head(), request);
    RequestState.Round round = shape.round(request, caller);
    ModernReply reply = new ModernReply(exchange);
    Invocation invocation =
        new Invocation(exchange.loop(), request, caller, reply, round.answers(), round.kept());
    exchange.onGone(exchange.loop(), invocation::cancel);
    dispatcher
        .dispatch(invocation)
        .map(outcome -> shape.result(request, invocation, outcome))
        .onSuccess(result -> finish(reply, invocation, result))
        .onFailure(failure -> fail(reply, invocation, failure));
    reply.openAfter(clock, streamAfterMs);
  }

  private static void finish(ModernReply reply, Invocation invocation, ObjectNode result) {
    try {
      reply.finish(new Message.Result(invocation.id(), result));
    } catch (IllegalArgumentException notWritable) {
      fail(reply, invocation, notWritable);
    }
  }

  /** Only the peer of this request makes its answer needless: whoever works on it may be cancelled from elsewhere. */
  private static void fail(ModernReply reply, Invocation invocation, Throwable failure) {
    if (failure instanceof Cancelled && invocation.cancelled()) {
      reply.abandon();
    } else {
      reply.refuse(ModernShape.refusal(Failures.refusal(failure, invocation)));
    }
  }

  /** Checks what each request must say of itself. */
  private Caller caller(Head head, Message.Request request, @Nullable MirroredHeaders mirrored) {
    JsonNode meta = request.params().path(MetaKeys.META);
    JsonNode version = meta.path(MetaKeys.PROTOCOL_VERSION);
    JsonNode capabilities = meta.path(MetaKeys.CLIENT_CAPABILITIES);
    if (!version.isTextual()) {
      throw missing(MetaKeys.PROTOCOL_VERSION, "a string");
    }
    if (!capabilities.isObject()) {
      throw missing(MetaKeys.CLIENT_CAPABILITIES, "an object");
    }
    if (mirrored != null) {
      mirrored.requirePlain(Headers.PROTOCOL_VERSION, version.asText());
    }
    Revision revision = Revision.of(version.asText());
    if (revision == null || !revision.modern()) {
      throw Refusal.unsupportedVersion(version.asText(), SUPPORTED);
    }
    JsonNode info = meta.get(MetaKeys.CLIENT_INFO);
    String logLevel = logLevel(meta.get(MetaKeys.LOG_LEVEL));
    return new Caller(
        (ObjectNode) capabilities,
        info != null && info.isObject() ? (ObjectNode) info : null,
        head.principal(),
        () -> logLevel,
        mirrored,
        null,
        head::headers);
  }

  private static Refusal missing(String key, String expected) {
    return Refusal.invalidParams(
            "Invalid params: params._meta[\"" + key + "\"] is missing or not " + expected)
        .status(400);
  }

  private static @Nullable String logLevel(@Nullable JsonNode level) {
    if (level == null) {
      return null;
    }
    if (!level.isTextual() || !LOG_LEVELS.contains(level.asText())) {
      throw Refusal.invalidParams("Invalid params: params._meta[\"" + MetaKeys.LOG_LEVEL
              + "\"] is not a log level (expected: debug, info,"
              + " notice, warning, error, critical, alert or emergency)")
          .status(400);
    }
    return level.asText();
  }

  private static void checkName(@Nullable MirroredHeaders mirrored, Message.Request request) {
    String member = request.method().equals(Method.RESOURCES_READ.wireName()) ? "uri" : "name";
    if (ModernShape.ASKING.contains(request.method())) {
      JsonNode value = request.params().path(member);
      if (!value.isTextual()) {
        throw Refusal.invalidParams(
                "Invalid params: params." + member + " is missing or not a string")
            .status(400);
      }
      if (mirrored != null) {
        mirrored.requireEncoded(Headers.NAME, value.asText());
      }
    }
  }

  private static void checkStream(Head head, Message.Request request) {
    if (request.method().equals(Method.SUBSCRIPTIONS_LISTEN.wireName()) && !head.acceptsStream()) {
      throw Refusal.of(
          406,
          ErrorCodes.INVALID_REQUEST,
          "Not acceptable: " + request.method() + " is answered with text/event-stream");
    }
  }

  private static @Nullable String only(List<String> values) {
    return values.size() == 1 ? values.get(0) : null;
  }
}
