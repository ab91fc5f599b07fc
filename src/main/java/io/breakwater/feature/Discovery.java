package io.breakwater.feature;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Handler;
import io.breakwater.dispatch.Invocation;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code server/discover}: which revisions and capabilities there are.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/discover">2026-07-28, Discovery</a>
 */
public final class Discovery implements Handler {
  private final List<Revision> revisions;
  private final Supplier<ObjectNode> capabilities;
  private final @Nullable String instructions;
  private final long ttlMs;

  /** @param ttlMs how long the answer may be kept, in milliseconds */
  public Discovery(
      List<Revision> revisions,
      Supplier<ObjectNode> capabilities,
      @Nullable String instructions,
      long ttlMs) {
    this.revisions = List.copyOf(revisions);
    this.capabilities = capabilities;
    this.instructions = instructions;
    this.ttlMs = ttlMs;
  }

  @Override
  public Future<Outcome> handle(Invocation invocation) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    var versions = result.putArray("supportedVersions");
    revisions.forEach(revision -> versions.add(revision.date()));
    result.set("capabilities", capabilities.get());
    if (instructions != null) {
      result.put("instructions", instructions);
    }
    return Future.succeededFuture(new Outcome.Complete(result, new Outcome.CacheHint(ttlMs, true)));
  }
}
