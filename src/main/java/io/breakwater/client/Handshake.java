package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Refusal;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.MetaKeys;
import io.breakwater.spec.Method;
import io.breakwater.spec.Notifications;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first words on an open channel: {@code server/discover} for a server without a handshake, {@code initialize} for one
 * with it.
 *
 * <p>Confined to the loop of its client.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions">2026-07-28,
 *     Backward Compatibility</a>
 */
final class Handshake {
  /** Only a modern server says these. */
  private static final Set<Integer> MODERN_CODES = Set.of(
      ErrorCodes.UNSUPPORTED_PROTOCOL_VERSION,
      ErrorCodes.HEADER_MISMATCH,
      ErrorCodes.MISSING_CLIENT_CAPABILITY);

  /** What a server that does not know the request, or wants a session first, may answer with. */
  private static final Set<Integer> LEGACY_STATUSES =
      Set.of(400, 404, 405, 406, 409, 415, 422, 501);

  private final Conversation conversation;
  private final Identity identity;
  private final Pending.Deadlines probe;
  private final Pending.Deadlines patient;
  private final String transport;

  /** @param transport as {@link Peer#transport} names it */
  Handshake(ClientContext context, Conversation conversation, Identity identity, String transport) {
    this.conversation = conversation;
    this.identity = identity;
    this.transport = transport;
    long probeMs = context.options().client().probeMs();
    long callMs = context.options().client().callMs();
    this.probe = Pending.Deadlines.of(probeMs, "client.probeMs");
    // A child may have to be installed before it can answer.
    this.patient = Pending.Deadlines.of(callMs, "client.callMs");
  }

  /** What the server is, when it answers to {@code server/discover}; null when it is of the older era. */
  Future<@Nullable Peer> discover() {
    return discover(Revision.V2026_07_28, true);
  }

  private Future<@Nullable Peer> discover(Revision revision, boolean again) {
    conversation.agreed(revision);
    ObjectNode params = identity.stamped(JsonNodeFactory.instance.objectNode(), revision, null);
    return conversation
        .request(
            Method.DISCOVER,
            params,
            Mirror.NONE.headers(Method.DISCOVER, params),
            probe,
            RequestOptions.DEFAULTS)
        .answer()
        .compose(this::discovered)
        .recover(failure -> undiscovered(Pending.told(failure), again));
  }

  private Future<@Nullable Peer> discovered(ObjectNode result) {
    JsonNode versions = result.path("supportedVersions");
    if (!versions.isArray()) {
      // Some answer whatever they do not know with an empty result.
      return Future.succeededFuture();
    }
    Revision chosen = newest(versions);
    if (chosen == null) {
      return Future.failedFuture(noCommonRevision(versions));
    }
    if (!chosen.modern()) {
      return Future.succeededFuture();
    }
    conversation.agreed(chosen);
    JsonNode info = result.path(MetaKeys.META).path(MetaKeys.SERVER_INFO);
    return Future.succeededFuture(
        peer(chosen, result, info.isObject() ? info : result.path("serverInfo")));
  }

  /** Decides what a failed probe says of the server; what says nothing fails. */
  private Future<@Nullable Peer> undiscovered(ClientException why, boolean again) {
    RpcError error = why.error();
    if (error != null && error.code() == ErrorCodes.UNSUPPORTED_PROTOCOL_VERSION) {
      JsonNode supported = error.data() == null ? null : error.data().path("supported");
      Revision chosen = supported == null ? null : newest(supported);
      if (chosen == null) {
        return Future.failedFuture(supported == null ? why : noCommonRevision(supported));
      }
      if (!chosen.modern()) {
        return Future.succeededFuture();
      }
      return again ? discover(chosen, false) : Future.failedFuture(why);
    }
    if (error != null && MODERN_CODES.contains(error.code())) {
      return Future.failedFuture(why);
    }
    boolean overHttp = !transport.equals("stdio");
    boolean older = switch (why.kind()) {
      case RPC -> !overHttp || why.status() < 400 || LEGACY_STATUSES.contains(why.status());
      case STATUS -> LEGACY_STATUSES.contains(why.status());
      case SESSION_LOST -> true;
      // A child that says nothing may wait for the handshake; over HTTP silence says nothing.
      case TIMEOUT -> !overHttp;
      default -> false;
    };
    return older ? Future.succeededFuture() : Future.failedFuture(why);
  }

  private static @Nullable Revision newest(JsonNode versions) {
    Revision newest = null;
    for (JsonNode version : versions) {
      Revision known = Revision.of(version.asText());
      if (known != null && (newest == null || known.atLeast(newest))) {
        newest = known;
      }
    }
    return newest;
  }

  private static ClientException noCommonRevision(JsonNode theirs) {
    List<String> named = new ArrayList<>();
    for (JsonNode version : theirs) {
      if (named.size() < 10) {
        named.add(Refusal.clip(version.asText().replaceAll("\\p{Cntrl}", " ")));
      }
    }
    return ClientException.before(
        Kind.PROTOCOL,
        "no common revision: the server speaks " + String.join(", ", named)
            + " (expected: one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28)");
  }

  /** The handshake of the older era. */
  Future<Peer> initialize() {
    conversation.agreed(null);
    return conversation
        .request(
            Method.INITIALIZE, identity.initialize(), Map.of(), patient, RequestOptions.DEFAULTS)
        .answer()
        .compose(this::initialized);
  }

  private Future<Peer> initialized(ObjectNode result) {
    Revision revision = Revision.of(result.path("protocolVersion").asText());
    if (revision == null || revision.modern()) {
      return Future.failedFuture(noCommonRevision(JsonNodeFactory.instance
          .arrayNode()
          .add(result.path("protocolVersion").asText())));
    }
    conversation.agreed(revision);
    Peer peer = peer(revision, result, result.path("serverInfo"));
    return conversation
        .send(new Message.Notification(
            Notifications.INITIALIZED, JsonNodeFactory.instance.objectNode()))
        .compose(told -> conversation.channel().listen())
        .map(peer);
  }

  private Peer peer(Revision revision, ObjectNode result, JsonNode info) {
    JsonNode capabilities = result.path("capabilities");
    JsonNode instructions = result.path("instructions");
    return new Peer(
        revision,
        capabilities.isObject() ? (ObjectNode) capabilities : JsonNodeFactory.instance.objectNode(),
        info.isObject() ? (ObjectNode) info : null,
        instructions.isTextual() ? instructions.asText() : null,
        transport);
  }

  /** Whether a failed {@code initialize} may mean that the URL is of HTTP+SSE. */
  static boolean mayBeSse(ClientException why) {
    return switch (why.kind()) {
      case STATUS -> Set.of(400, 404, 405).contains(why.status());
      case RPC ->
        Set.of(400, 404, 405).contains(why.status())
            && why.error() != null
            && !MODERN_CODES.contains(why.error().code());
      case SESSION_LOST -> true;
      default -> false;
    };
  }
}
