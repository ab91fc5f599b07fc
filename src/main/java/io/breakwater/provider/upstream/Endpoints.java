package io.breakwater.provider.upstream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.api.Call;
import io.breakwater.client.Answers;
import io.breakwater.client.ClientException;
import io.breakwater.client.Endpoint;
import io.breakwater.client.EraChoice;
import io.breakwater.client.McpClient;
import io.breakwater.options.Options;
import io.breakwater.options.servers.Reach;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes clients of one server, as its entry describes it.
 *
 * <p>Immutable.
 */
final class Endpoints {
  private static final int QUESTIONS_OF_ONE_CALL = 16;

  /** Enough for a dozen gateways. */
  private static final int VIA_CHARS_MAX = 250;

  private final ServerEntry entry;
  private final String id;
  private final Options options;

  /** @param id of the gateway */
  Endpoints(Options options, ServerEntry entry, String id) {
    this.entry = entry;
    this.id = id;
    this.options = bounded(options, entry);
  }

  private static Options bounded(Options options, ServerEntry entry) {
    // A call that waits for answers is held, and that has a bound of its own, to be met first.
    int questionsMax = Math.min(10_000, options.gateway().heldMax() + QUESTIONS_OF_ONE_CALL);
    Options bounded = options
        .with("limits.bodyBytesMax", entry.resultBytesMax())
        .with("client.questionsMax", questionsMax);
    return entry.callMs() > options.client().callTotalMs()
        ? bounded.with("client.callTotalMs", entry.callMs())
        : bounded;
  }

  /**
   * A client that is not connected yet.
   *
   * @param capabilities declared to the server
   * @param headers beside those of the entry
   */
  McpClient.Builder client(
      Vertx vertx, Context loop, ObjectNode capabilities, Map<String, String> headers) {
    return McpClient.builder(vertx, endpoint(headers))
        .loop(loop)
        .options(options)
        .era(EraChoice.valueOf(entry.era().name()))
        .answers(new Nobody(entry.name(), capabilities));
  }

  private Endpoint endpoint(Map<String, String> headers) {
    if (entry.reach() instanceof Reach.Command command) {
      Map<String, String> environment = new HashMap<>(command.environment());
      environment.put(
          ServerEntry.DEPTH_VARIABLE, Integer.toString(ServerEntry.depth(System.getenv()) + 1));
      return new Endpoint.Command(command.command(), environment, command.directory());
    }
    Reach.Url url = (Reach.Url) entry.reach();
    // A name means the same in any case: the caller's own takes the place of the entry's.
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(url.headers());
    all.put(Upstreams.VIA, id);
    headers.forEach((name, value) -> {
      all.remove(name);
      all.put(name, value);
    });
    return new Endpoint.Http(
        url.url(), all, Endpoint.Transport.valueOf(url.transport().name()));
  }

  /** The headers of a caller's request that the server gets; of one that came twice both values. */
  Map<String, String> forwarded(Call call) {
    Map<String, String> forwarded = new HashMap<>();
    for (String name : entry.forwardHeaders()) {
      List<String> values = call.headers(name);
      if (!values.isEmpty()) {
        forwarded.put(name, String.join(", ", values));
      }
    }
    List<String> via = call.headers(Upstreams.VIA);
    if (!via.isEmpty() && entry.reach() instanceof Reach.Url) {
      String before = String.join(", ", via);
      String last = before.substring(Math.max(0, before.length() - VIA_CHARS_MAX));
      forwarded.put(Upstreams.VIA, last + ", " + id);
    }
    return forwarded;
  }

  /** Answers what belongs to no request that is plain: nobody can be asked. */
  private record Nobody(String server, ObjectNode capabilities) implements Answers {
    @Override
    public Future<ObjectNode> answer(Question question) {
      String message = "The question of server '" + server
          + "' cannot be told from those of other callers that it serves at the same time (share: session)";
      return Future.failedFuture(
          ClientException.rpc(new RpcError(ErrorCodes.INTERNAL_ERROR, message, null), 0));
    }
  }
}
