package io.breakwater.feature;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Invocation;
import io.breakwater.provider.Catalog;
import io.breakwater.provider.PromptOffer;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * {@code prompts/list} and {@code prompts/get}.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/prompts">2026-07-28, Prompts</a>
 */
public final class Prompts {
  private final Catalog catalog;
  private final Lists lists;

  public Prompts(Catalog catalog, Lists lists) {
    this.catalog = catalog;
    this.lists = lists;
  }

  public Future<Outcome> list(Invocation invocation) {
    return catalog
        .settled()
        .compose(offered -> lists.page(
            invocation, "prompts", offered.prompts(), PromptOffer::name, PromptOffer::definition));
  }

  public Future<Outcome> get(Invocation invocation) {
    String name = invocation.requireText("name");
    PromptOffer known = catalog.snapshot().prompt(name);
    return known != null
        ? get(invocation, known)
        : catalog
            .settled()
            .compose(offered -> get(invocation, require(offered.prompt(name), name)));
  }

  private PromptOffer require(@Nullable PromptOffer prompt, String name) {
    if (prompt == null) {
      throw Refusal.invalidParams("Unknown prompt: " + Refusal.clip(name) + catalog.missing());
    }
    return prompt;
  }

  private static Future<Outcome> get(Invocation invocation, PromptOffer prompt) {
    JsonNode arguments = invocation.params().path("arguments");
    if (!arguments.isMissingNode() && !arguments.isNull() && !arguments.isObject()) {
      throw Refusal.invalidParams("Invalid params: params.arguments is not an object");
    }
    ObjectNode given =
        arguments.isObject() ? (ObjectNode) arguments : JsonNodeFactory.instance.objectNode();
    return prompt.get(given, new BoundCall(invocation));
  }
}
