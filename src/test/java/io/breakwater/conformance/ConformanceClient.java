package io.breakwater.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.Answers;
import io.breakwater.client.Endpoint;
import io.breakwater.client.McpClient;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The program that the client leg of the conformance suite runs, once for each scenario: does what the scenario wants with
 * our client, and nothing that a program with this client would not do. The URL of the server is its last argument; the
 * environment says which scenario it is. Ends with 0 when every step was answered.
 */
final class ConformanceClient {
  /** All scenarios run at once on as many JVMs, so no step is expected to be quick. */
  private static final long STEP_MS = 120_000;

  private final McpClient client;
  private final JsonNode context;

  private ConformanceClient(McpClient client, JsonNode context) {
    this.client = client;
    this.context = context;
  }

  public static void main(String[] args) throws Exception {
    String scenario = System.getenv("MCP_CONFORMANCE_SCENARIO");
    JsonNode context =
        new ObjectMapper().readTree(System.getenv().getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}"));
    Vertx vertx = Vertx.vertx();
    McpClient.Builder builder = McpClient.builder(
            vertx, new Endpoint.Http(URI.create(args[args.length - 1])))
        .options(Options.defaults()
            .with("client.probeMs", STEP_MS)
            .with("client.connectMs", STEP_MS)
            .with("client.callMs", STEP_MS))
        .answers(new Accepting());
    if (scenario.startsWith("auth/")) {
      builder.authorizer(ConformanceAuth.of(vertx, scenario, context));
    }
    McpClient client = builder.build();
    int code = 0;
    try {
      await(new ConformanceClient(client, context).run(scenario));
    } catch (Exception e) {
      e.printStackTrace();
      code = 1;
    }
    await(client.close());
    await(vertx.close());
    System.exit(code);
  }

  private static void await(Future<?> future) throws Exception {
    var unused =
        future.toCompletionStage().toCompletableFuture().get(STEP_MS, TimeUnit.MILLISECONDS);
  }

  private Future<?> run(String scenario) {
    return switch (scenario) {
      case "initialize", "request-metadata", "json-schema-ref-no-deref" -> client.tools();
      case "http-standard-headers" -> tour();
      case "http-custom-headers" ->
        each(iterable(context.path("toolCalls")), this::callOfTheContext);
      case "json-schema-2020-12-preservation" -> client.tools().compose(this::echoSchema);
      default -> client.tools().compose(tools -> each(tools, this::call));
    };
  }

  private Future<ObjectNode> call(ObjectNode tool) {
    return client.callTool(tool.path("name").asText(), arguments(tool));
  }

  private Future<ObjectNode> callOfTheContext(ObjectNode call) {
    return client.callTool(call.path("name").asText(), (ObjectNode) call.path("arguments"));
  }

  /** Something of the right type for each parameter. */
  private static ObjectNode arguments(ObjectNode tool) {
    ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    tool.path("inputSchema").path("properties").properties().forEach(property -> {
      switch (property.getValue().path("type").asText()) {
        case "number", "integer" -> arguments.put(property.getKey(), 3);
        case "boolean" -> arguments.put(property.getKey(), true);
        case "string" -> arguments.put(property.getKey(), "us-west1");
        default -> {}
      }
    });
    return arguments;
  }

  /** Every method that names something in a header. */
  private Future<?> tour() {
    return client
        .tools()
        .compose(tools -> each(tools, this::call))
        .compose(done -> client.resources())
        .compose(resources ->
            each(resources, resource -> client.readResource(resource.path("uri").asText())))
        .compose(done -> client.prompts())
        .compose(prompts ->
            each(prompts, prompt -> client.getPrompt(prompt.path("name").asText(), Map.of())));
  }

  private Future<ObjectNode> echoSchema(List<ObjectNode> tools) {
    ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    tools.stream()
        .filter(tool -> tool.path("name").asText().equals("json_schema_2020_12_tool"))
        .forEach(tool -> arguments.set("schema", tool.path("inputSchema")));
    return client.callTool("json_schema_echo", arguments);
  }

  private static List<ObjectNode> iterable(JsonNode array) {
    return array.valueStream().map(ObjectNode.class::cast).toList();
  }

  /** One after the other. */
  private static <T> Future<?> each(List<T> all, Function<T, Future<ObjectNode>> step) {
    Future<ObjectNode> last = Future.succeededFuture();
    for (T one : all) {
      last = last.compose(done -> step.apply(one));
    }
    return last;
  }

  /** Accepts every form with nothing filled in but what a confirmation needs; the client adds the defaults. */
  private record Accepting() implements Answers {
    @Override
    public ObjectNode capabilities() {
      ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
      capabilities.putObject("elicitation");
      return capabilities;
    }

    @Override
    public Future<ObjectNode> answer(Question question) {
      ObjectNode answer = JsonNodeFactory.instance.objectNode().put("action", "accept");
      ObjectNode content = answer.putObject("content");
      JsonNode properties = question.params().path("requestedSchema").path("properties");
      if (properties.has("confirmed")) {
        content.put("confirmed", true);
      }
      return Future.succeededFuture(answer);
    }
  }
}
