package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user: by a form in the client, or by a page under a URL. A form never asks for a secret.
 *
 * <p>Immutable.
 *
 * @param message why it is asked
 * @param fields of the form, by name, in order; empty for a URL
 * @param url the page, or null for a form
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">2026-07-28, Elicitation</a>
 */
public record Elicitation(
    String message, Map<String, Field> fields, @Nullable String url) implements Question {

  public Elicitation {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    if (url != null) {
      Names.requireUri("elicitation url", url);
    }
  }

  /** A form without fields, which asks for a confirmation; see {@link #with}. */
  public static Elicitation form(String message) {
    return new Elicitation(message, Map.of(), null);
  }

  /** @param url an absolute URI without anything that is secret or lets somebody in */
  public static Elicitation url(String message, String url) {
    return new Elicitation(message, Map.of(), url);
  }

  /** The same form with one more field. */
  public Elicitation with(String name, Field field) {
    if (url != null) {
      throw new IllegalStateException("elicitation: a URL has no fields");
    }
    Map<String, Field> more = new LinkedHashMap<>(fields);
    more.put(name, field);
    return new Elicitation(message, more, null);
  }

  /** Without {@code mode} for a form, which older clients do not know. */
  @Override
  public ObjectNode params() {
    ObjectNode params = Json.object();
    if (url != null) {
      return params.put("mode", "url").put("message", message).put("url", url);
    }
    params.put("message", message);
    params.set("requestedSchema", schema());
    return params;
  }

  private ObjectNode schema() {
    ObjectNode schema = Json.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    fields.forEach((name, field) -> properties.set(name, field.schema()));
    Json.texts(
        schema,
        "required",
        fields.entrySet().stream()
            .filter(entry -> entry.getValue().required())
            .map(Map.Entry::getKey)
            .toList());
    return schema;
  }

  @Override
  public ObjectNode capability() {
    ObjectNode capability = Json.object();
    ObjectNode elicitation = capability.putObject("elicitation");
    if (url != null) {
      elicitation.putObject("url");
    }
    return capability;
  }

  /** An empty {@code elicitation} stands for forms alone. */
  @Override
  public boolean supportedBy(ObjectNode clientCapabilities) {
    JsonNode elicitation = clientCapabilities.path("elicitation");
    if (url != null) {
      return elicitation.path("url").isObject();
    }
    return elicitation.isObject()
        && (elicitation.path("form").isObject() || !elicitation.has("url"));
  }

  @Override
  public ElicitResult read(JsonNode answer) {
    ElicitResult result = ElicitResult.of(answer);
    if (result.accepted() && url == null) {
      fields.forEach((name, field) -> {
        String problem = field.problem(result.content().get(name));
        if (problem != null) {
          throw new InvalidAnswer("content." + name + ": " + problem);
        }
      });
    }
    return result;
  }
}
