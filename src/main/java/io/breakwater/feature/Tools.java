package io.breakwater.feature;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Invocation;
import io.breakwater.dispatch.MirroredHeaders;
import io.breakwater.json.JsonLimits;
import io.breakwater.json.JsonReader;
import io.breakwater.json.JsonRefused;
import io.breakwater.provider.Catalog;
import io.breakwater.provider.MirroredParam;
import io.breakwater.provider.ToolOffer;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * {@code tools/list} and {@code tools/call}.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">2026-07-28, Tools</a>
 */
public final class Tools {
  private final Catalog catalog;
  private final Lists lists;
  private final JsonLimits limits;

  /** @param limits of arguments that come as a JSON text */
  public Tools(Catalog catalog, Lists lists, JsonLimits limits) {
    this.catalog = catalog;
    this.lists = lists;
    this.limits = limits;
  }

  public Future<Outcome> list(Invocation invocation) {
    return catalog
        .settled()
        .compose(offered -> lists.page(
            invocation, "tools", offered.tools(), ToolOffer::name, ToolOffer::definition));
  }

  public Future<Outcome> call(Invocation invocation) {
    String name = invocation.requireText("name");
    ToolOffer known = catalog.snapshot().tool(name);
    return known != null
        ? call(invocation, known)
        : catalog.settled().compose(offered -> call(invocation, require(offered.tool(name), name)));
  }

  private ToolOffer require(@Nullable ToolOffer tool, String name) {
    if (tool == null) {
      throw Refusal.invalidParams("Unknown tool: " + Refusal.clip(name) + catalog.missing());
    }
    return tool;
  }

  private Future<Outcome> call(Invocation invocation, ToolOffer tool) {
    ObjectNode arguments = arguments(invocation.params().get("arguments"));
    MirroredHeaders mirrored = invocation.caller().mirrored();
    if (mirrored != null) {
      for (MirroredParam param : tool.mirrored()) {
        mirrored.check(param.header(), param.in(arguments));
      }
    }
    return tool.call(arguments, new BoundCall(invocation));
  }

  /** Absent and null arguments are none; a JSON text of an object, as models send it, is read like a body. */
  private ObjectNode arguments(@Nullable JsonNode arguments) {
    if (arguments == null || arguments.isNull()) {
      return JsonNodeFactory.instance.objectNode();
    }
    JsonNode object = arguments.isTextual() ? read(arguments.asText()) : arguments;
    if (object.isObject()) {
      return (ObjectNode) object;
    }
    throw Refusal.invalidParams("Invalid params: params.arguments is not an object");
  }

  private JsonNode read(String text) {
    try {
      return JsonReader.readText(text, limits, "params.arguments");
    } catch (JsonRefused e) {
      throw Refusal.invalidParams(
          "Invalid params: params.arguments is a text that is not JSON within the limits: "
              + e.getMessage());
    }
  }
}
