package io.breakwater.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.json.JsonWriter;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the lists of a server, and its resources; a list once at a time: who wants one that is being read waits for the same, unless something has
 * changed since. All pages of a list together have the time of one request.
 *
 * <p>Confined to the loop of its client.
 */
final class Lists {
  private final ClientContext context;
  private final Source source;
  private final Kept kept;
  private final Tools tools;
  private final Map<Method, Reading> readings = new HashMap<>();
  /** Of each list that was read. */
  private final Map<Method, Outcome.CacheHint> hints = new ConcurrentHashMap<>();

  /** Where pages come from. */
  interface Source {
    /** The time that a request gets which says nothing else. */
    Allowance time(Method method);

    Future<Link> link(Allowance time);

    Future<ObjectNode> page(Method method, ObjectNode params, Allowance time);
  }

  /** @param changes when it began; see {@link Kept#changes} */
  private record Reading(long changes, Future<List<ObjectNode>> items) {}

  Lists(ClientContext context, Source source, Kept kept, Tools tools) {
    this.context = context;
    this.source = source;
    this.kept = kept;
    this.tools = tools;
  }

  /** All members of a list. */
  Future<List<ObjectNode>> list(Method method, String member) {
    List<ObjectNode> known = kept.get(new Kept.Key(method, ""));
    if (known != null) {
      return Future.succeededFuture(known);
    }
    Reading same = readings.get(method);
    if (same != null && same.changes() == kept.changes()) {
      return same.items();
    }
    Reading begun = new Reading(kept.changes(), read(method, member));
    if (!begun.items().isComplete()) {
      readings.put(method, begun);
      begun.items().onComplete(read -> readings.remove(method, begun));
    }
    return begun.items();
  }

  private Future<List<ObjectNode>> read(Method method, String member) {
    Allowance time = source.time(method);
    return source.link(time).compose(over -> {
      Warnings warnings = over.conversation().warnings();
      Pager pager = new Pager(
          context.options().client(),
          method,
          member,
          params -> source.page(method, params, time),
          warnings::warn);
      // What changes while it is read is not kept.
      long before = kept.changes();
      return pager.all().map(items -> {
        List<ObjectNode> usable =
            method == Method.TOOLS_LIST && over.mirrors() ? tools.listed(items, warnings) : items;
        boolean hinted = over.peer().modern();
        hints.put(method, hinted ? pager.hint() : Outcome.CacheHint.ANY);
        if (kept.changes() == before) {
          kept.put(
              new Kept.Key(method, ""),
              usable,
              pager.bytes(),
              hinted ? pager.hint().ttlMs() : 0);
        }
        return usable;
      });
    });
  }

  /** What the lists allow together that were read last; may be asked from anywhere. */
  Outcome.CacheHint hint() {
    return hints.values().stream().reduce(Outcome.CacheHint.ANY, Outcome.CacheHint::and);
  }

  /** What a resource holds, which may be kept as well. */
  Future<ObjectNode> read(String uri) {
    Kept.Key key = new Kept.Key(Method.RESOURCES_READ, uri);
    List<ObjectNode> known = kept.get(key);
    if (known != null) {
      return Future.succeededFuture(known.get(0));
    }
    long before = kept.changes();
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("uri", uri);
    return source
        .page(Method.RESOURCES_READ, params, source.time(Method.RESOURCES_READ))
        .onSuccess(result -> {
          if (result.path("resultType").asText().equals("complete") && kept.changes() == before) {
            int bytes = JsonWriter.bytes(result).length;
            kept.put(key, List.of(result), bytes, Kept.ttlMs(result));
          }
        });
  }

  /** What headers repeat of a call of this tool; the list of tools says it. */
  Future<Mirror> mirror(String name) {
    Mirror known = tools.mirror(name);
    if (known != null || tools.known()) {
      return Future.succeededFuture(known == null ? Mirror.NONE : known);
    }
    // A server that does not list its tools may have them all the same.
    return list(Method.TOOLS_LIST, "tools").transform(listed -> {
      if (listed.failed() && ofTheServer(Pending.told(listed.cause()))) {
        tools.unlisted();
      }
      Mirror found = tools.mirror(name);
      return Future.succeededFuture(found == null ? Mirror.NONE : found);
    });
  }

  /** Whether the next attempt would likely end alike. */
  private static boolean ofTheServer(ClientException why) {
    return switch (why.kind()) {
      case RPC, PROTOCOL, LIMIT, STATUS, TIMEOUT -> true;
      default -> false;
    };
  }
}
