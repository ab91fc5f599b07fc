package io.breakwater.feature;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.dispatch.Handler;
import io.breakwater.dispatch.Invocation;
import io.breakwater.provider.Catalog;
import io.breakwater.provider.PromptOffer;
import io.breakwater.provider.Snapshot;
import io.breakwater.provider.TemplateOffer;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code completion/complete}.
 *
 * <p>Immutable.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion">2026-07-28,
 *     Completion</a>
 */
public final class Completions implements Handler {
  private final Catalog catalog;

  public Completions(Catalog catalog) {
    this.catalog = catalog;
  }

  @Override
  public Future<Outcome> handle(Invocation invocation) {
    JsonNode ref = invocation.params().path("ref");
    JsonNode argument = invocation.params().path("argument");
    String name = text(argument, "argument.name");
    String value = text(argument, "argument.value");
    Map<String, String> known = known(invocation.params().path("context").path("arguments"));
    BoundCall call = new BoundCall(invocation);
    String type = text(ref, "ref.type");
    if (type.equals("ref/prompt")) {
      String prompt = text(ref, "ref.name");
      return catalog
          .settled()
          .compose(offered -> prompt(offered, prompt).complete(name, value, known, call));
    }
    if (type.equals("ref/resource")) {
      String template = text(ref, "ref.uri");
      return catalog
          .settled()
          .compose(offered -> template(offered, template).complete(name, value, known, call));
    }
    throw Refusal.invalidParams(
        "Invalid params: params.ref.type is not known (expected: ref/prompt or ref/resource)");
  }

  private static PromptOffer prompt(Snapshot offered, String name) {
    PromptOffer prompt = offered.prompt(name);
    if (prompt == null) {
      throw Refusal.invalidParams("Unknown prompt: " + Refusal.clip(name));
    }
    return prompt;
  }

  private static TemplateOffer template(Snapshot offered, String uri) {
    TemplateOffer template = offered.template(uri);
    if (template == null) {
      throw Refusal.invalidParams("Unknown resource template: " + Refusal.clip(uri));
    }
    return template;
  }

  private static Map<String, String> known(JsonNode arguments) {
    if (!arguments.isMissingNode() && !arguments.isObject()) {
      throw Refusal.invalidParams("Invalid params: params.context.arguments is not an object");
    }
    Map<String, String> known = new LinkedHashMap<>();
    arguments.properties().forEach(entry -> {
      if (!entry.getValue().isTextual()) {
        throw Refusal.invalidParams(
            "Invalid params: params.context.arguments has a member that is not a string");
      }
      known.put(entry.getKey(), entry.getValue().asText());
    });
    return known;
  }

  private static String text(JsonNode object, String where) {
    JsonNode value = object.get(where.substring(where.indexOf('.') + 1));
    if (value == null || !value.isTextual()) {
      throw Refusal.invalidParams(
          "Invalid params: params." + where + " is missing or not a string");
    }
    return value.asText();
  }
}
