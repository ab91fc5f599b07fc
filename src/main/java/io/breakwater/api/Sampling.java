package io.breakwater.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client's model. Deprecated by the protocol since 2026-07-28.
 *
 * <pre>{@code
 * Sampling.of(100, SamplingMessage.user("What is the capital of France?"))
 *     .systemPrompt("You are brief.")
 *     .temperature(0.1)
 * }</pre>
 *
 * <p>Immutable; the trees are not to be changed once they were given.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">2026-07-28, Sampling</a>
 */
public final class Sampling implements Question {

  /** Whether the model may, must, or must not use a tool. */
  public enum ToolChoice {
    AUTO("auto"),
    REQUIRED("required"),
    NONE("none");

    private final String wireName;

    ToolChoice(String wireName) {
      this.wireName = wireName;
    }
  }

  /** Which servers' context the client adds; all but {@link #NONE} are deprecated. */
  public enum Context {
    NONE("none"),
    THIS_SERVER("thisServer"),
    ALL_SERVERS("allServers");

    private final String wireName;

    Context(String wireName) {
      this.wireName = wireName;
    }
  }

  /** A tool for the model, within this question alone. */
  public record ToolSpec(String name, @Nullable String description, ObjectNode inputSchema) {
    ObjectNode json() {
      ObjectNode json = Json.object().put("name", name);
      Json.text(json, "description", description);
      json.set("inputSchema", inputSchema);
      return json;
    }
  }

  private final ObjectNode params;

  private Sampling(ObjectNode params) {
    this.params = params;
  }

  /**
   * @param tokensMax how much the model may say; at least 1
   * @param messages the conversation so far, at least one message
   */
  public static Sampling of(int tokensMax, List<SamplingMessage> messages) {
    if (tokensMax < 1 || messages.isEmpty()) {
      throw new IllegalArgumentException("sampling: " + tokensMax + " tokens, " + messages.size()
          + " messages (expected: at least one of each)");
    }
    ObjectNode params = Json.object();
    params.set("messages", Json.array(messages, SamplingMessage::json));
    return new Sampling(params.put("maxTokens", tokensMax));
  }

  public static Sampling of(int tokensMax, SamplingMessage... messages) {
    return of(tokensMax, List.of(messages));
  }

  public Sampling systemPrompt(String text) {
    return new Sampling(copy().put("systemPrompt", text));
  }

  public Sampling models(ModelPreferences preferences) {
    return with("modelPreferences", preferences.json());
  }

  public Sampling temperature(double value) {
    return with("temperature", Json.number(value));
  }

  public Sampling stopSequences(String... sequences) {
    ObjectNode copy = copy();
    Json.texts(copy, "stopSequences", List.of(sequences));
    return new Sampling(copy);
  }

  /** Passed on to whoever runs the model. */
  public Sampling metadata(ObjectNode value) {
    return with("metadata", value);
  }

  /** Needs a client with {@code sampling.tools}. */
  public Sampling tools(ToolSpec... tools) {
    return with("tools", Json.array(List.of(tools), ToolSpec::json));
  }

  /** Needs a client with {@code sampling.tools}. */
  public Sampling toolChoice(ToolChoice choice) {
    return with("toolChoice", Json.object().put("mode", choice.wireName));
  }

  /** All but {@link Context#NONE} need a client with {@code sampling.context}. */
  public Sampling includeContext(Context context) {
    return new Sampling(copy().put("includeContext", context.wireName));
  }

  private Sampling with(String member, JsonNode value) {
    ObjectNode copy = copy();
    copy.set(member, value);
    return new Sampling(copy);
  }

  private ObjectNode copy() {
    ObjectNode copy = Json.object();
    copy.setAll(params);
    return copy;
  }

  @Override
  public ObjectNode params() {
    return copy();
  }

  private boolean wantsTools() {
    return params.has("tools") || params.has("toolChoice");
  }

  private boolean wantsContext() {
    return !params.path("includeContext").asText("none").equals("none");
  }

  @Override
  public ObjectNode capability() {
    ObjectNode capability = Json.object();
    ObjectNode sampling = capability.putObject("sampling");
    if (wantsTools()) {
      sampling.putObject("tools");
    }
    if (wantsContext()) {
      sampling.putObject("context");
    }
    return capability;
  }

  @Override
  public boolean supportedBy(ObjectNode clientCapabilities) {
    JsonNode sampling = clientCapabilities.path("sampling");
    return sampling.isObject()
        && (!wantsTools() || sampling.path("tools").isObject())
        && (!wantsContext() || sampling.path("context").isObject());
  }

  @Override
  public SampleResult read(JsonNode answer) {
    return SampleResult.of(answer);
  }
}
