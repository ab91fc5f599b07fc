package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.options.Options;
import io.breakwater.options.Version;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.Method;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of one MCP server, behind a URL or in a child process, of any revision from 2024-11-05 to 2026-07-28.
 *
 * <pre>{@code
 * McpClient client = McpClient.builder(vertx, new Endpoint.Http(URI.create("https://example.com/mcp"))).build();
 * client.callTool("add", arguments)
 *     .onSuccess(result -> System.out.println(result.path("structuredContent")))
 *     .onComplete(done -> client.close());
 * }</pre>
 *
 * <p>It connects with the first request, and again when the server has gone away. Results are JSON in the shapes of the
 * schema, and not to be changed. Every verb fails with a {@link ClientException}, never throws, and ends within its
 * deadline. Everything that is read is bounded by {@code limits.*}, everything else by {@code client.*} of its options.
 *
 * <p>Thread-safe; futures complete on the event loop of the client.
 */
public final class McpClient {
  private final Context loop;
  private final Requests requests;

  private McpClient(Builder builder) {
    this(
        builder,
        new GuardedAuthorizer(
            builder.vertx, builder.authorizer, builder.options.client().authorizeMs()));
  }

  private McpClient(Builder builder, GuardedAuthorizer authorizer) {
    this(builder, Linking.Channels.to(builder.endpoint, authorizer));
    authorizer.whenChanged(() -> {
      // Where the loop has ended, nothing is kept that could be served.
      boolean unused = ClientContext.turn(loop, requests::identityChanged);
    });
  }

  /** For tests that speak for the server. */
  McpClient(Builder builder, Linking.Channels channels) {
    Context given = builder.loop;
    this.loop = given == null ? ((VertxInternal) builder.vertx).createEventLoopContext() : given;
    ClientContext context = new ClientContext(
        builder.vertx, loop, builder.options, new GuardedListener(builder.listener));
    this.requests = new Requests(context, builder, channels);
  }

  /** Begins a client of this server. */
  public static Builder builder(Vertx vertx, Endpoint endpoint) {
    return new Builder(vertx, endpoint);
  }

  /** Connects, unless it is connected; needed by nobody who only wants to make requests. */
  public Future<Peer> connect() {
    return onLoop(() -> requests.link().map(Link::peer));
  }

  /**
   * Makes a request that can be taken back.
   *
   * @param method of the server's; those of the protocol that the revision of the server does not have come back as an error
   */
  public ClientCall start(Method method, ObjectNode params, RequestOptions options) {
    ClientCall call = new ClientCall(loop);
    boolean begun = ClientContext.turn(loop, () -> {
      try {
        call.follow(requests.request(call, method, params, options));
      } catch (RuntimeException e) {
        call.follow(Future.failedFuture(Pending.told(e)));
      }
    });
    if (!begun) {
      call.follow(Future.failedFuture(ClientContext.ended()));
    }
    return call;
  }

  /** Makes a request. */
  public Future<ObjectNode> request(Method method, ObjectNode params, RequestOptions options) {
    return start(method, params, options).answer();
  }

  /** All tools that can be called, in the shape of {@code Tool}; those with invalid header annotations are left out. */
  public Future<List<ObjectNode>> tools() {
    return onLoop(() -> requests.list(Method.TOOLS_LIST, "tools"));
  }

  /** All resources, in the shape of {@code Resource}. */
  public Future<List<ObjectNode>> resources() {
    return onLoop(() -> requests.list(Method.RESOURCES_LIST, "resources"));
  }

  /** All resource templates, in the shape of {@code ResourceTemplate}. */
  public Future<List<ObjectNode>> resourceTemplates() {
    return onLoop(() -> requests.list(Method.RESOURCES_TEMPLATES_LIST, "resourceTemplates"));
  }

  /** All prompts, in the shape of {@code Prompt}. */
  public Future<List<ObjectNode>> prompts() {
    return onLoop(() -> requests.list(Method.PROMPTS_LIST, "prompts"));
  }

  /**
   * How long and by whom the lists that were read last may be kept, as their server says. Of a server of the revisions before
   * 2026-07-28, which say nothing of it, that is for ever and by everybody.
   *
   * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">2026-07-28, Caching</a>
   */
  public Outcome.CacheHint listHint() {
    return requests.listHint();
  }

  /** Calls a tool. The result has the shape of {@code CallToolResult}; one with {@code isError} is no failure. */
  public Future<ObjectNode> callTool(String name, ObjectNode arguments) {
    return callTool(name, arguments, RequestOptions.DEFAULTS);
  }

  /** The same, made in another way. */
  public Future<ObjectNode> callTool(String name, ObjectNode arguments, RequestOptions options) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", name);
    params.set("arguments", arguments);
    return request(Method.TOOLS_CALL, params, options);
  }

  /** Reads a resource. The result has the shape of {@code ReadResourceResult}. */
  public Future<ObjectNode> readResource(String uri) {
    return onLoop(() -> requests.read(uri));
  }

  /** Gets a prompt. The result has the shape of {@code GetPromptResult}. */
  public Future<ObjectNode> getPrompt(String name, Map<String, String> arguments) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", name);
    ObjectNode given = params.putObject("arguments");
    arguments.forEach(given::put);
    return request(Method.PROMPTS_GET, params, RequestOptions.DEFAULTS);
  }

  /**
   * Completes an argument. The result has the shape of {@code CompleteResult}.
   *
   * @param ref in the shape of {@code PromptReference} or {@code ResourceTemplateReference}
   * @param argument its name
   * @param value what there is of it
   */
  public Future<ObjectNode> complete(ObjectNode ref, String argument, String value) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.set("ref", ref);
    params.putObject("argument").put("name", argument).put("value", value);
    return request(Method.COMPLETION_COMPLETE, params, RequestOptions.DEFAULTS);
  }

  /** Asks for a sign of life, in the way of the server's revision. */
  public Future<Void> ping() {
    return onLoop(requests::ping);
  }

  /**
   * Sets the least severe {@code notifications/message} that is wanted from a server with a handshake, by its wire name. One
   * of the stateless revision is told it with every request from then on that says nothing else: {@link RequestOptions#onLog}.
   * A session that takes the place of a lost one gets the same level.
   */
  public Future<Void> setLogLevel(String level) {
    return onLoop(() -> requests.setLogLevel(level));
  }

  /** Wants to hear of the changes of a resource, until {@link #unsubscribe}: {@link ClientListener#notified}. */
  public Future<Void> subscribe(String uri) {
    return onLoop(() -> requests.subscribe(uri, true));
  }

  /** Wants to hear of them no more. */
  public Future<Void> unsubscribe(String uri) {
    return onLoop(() -> requests.subscribe(uri, false));
  }

  /** Wants to hear when lists change, which servers with a handshake tell without being asked. */
  public Future<Void> listen() {
    return onLoop(requests::listen);
  }

  /**
   * Ends the session, the streams, and a child process with all its children, in bounded time. What has no answer yet fails.
   * A closed client stays closed.
   */
  public Future<Void> close() {
    return onLoop(requests::close);
  }

  private <T> Future<T> onLoop(Supplier<Future<T>> verb) {
    // Of no context: whoever closes Vert.x next hears of it although the loop is gone then. And in
    // a turn of its own, so
    // that a caller whose handler throws breaks nothing that goes on here.
    Promise<T> promise = Promise.promise();
    boolean begun = ClientContext.turn(loop, () -> {
      try {
        verb.get().onComplete(done -> {
          if (!ClientContext.turn(loop, () -> promise.handle(done))) {
            promise.handle(done);
          }
        });
      } catch (RuntimeException e) {
        promise.tryFail(Pending.told(e));
      }
    });
    if (!begun) {
      promise.fail(ClientContext.ended());
    }
    return promise.future();
  }

  /** Collects what a client is made of. */
  public static final class Builder {
    final Vertx vertx;
    final Endpoint endpoint;
    Options options = Options.defaults();
    Answers answers = Answers.NONE;
    ClientListener listener = ClientListener.NONE;
    Authorizer authorizer = Authorizer.NONE;
    EraChoice era = EraChoice.AUTO;
    private @Nullable Context loop;
    private String name = "breakwater";
    private @Nullable String title;
    private String version = Version.ofProgram();

    private Builder(Vertx vertx, Endpoint endpoint) {
      this.vertx = vertx;
      this.endpoint = endpoint;
    }

    /** The bounds: {@code limits} for what is read, {@code client} for the rest. */
    @CanIgnoreReturnValue
    public Builder options(Options given) {
      options = given;
      return this;
    }

    /** Who the client says it is. */
    @CanIgnoreReturnValue
    public Builder info(String givenName, @Nullable String givenTitle, String givenVersion) {
      name = givenName;
      title = givenTitle;
      version = givenVersion;
      return this;
    }

    /** Who answers questions of the server; what it declares is told to the server. */
    @CanIgnoreReturnValue
    public Builder answers(Answers given) {
      answers = given;
      return this;
    }

    /** Who hears what the server says by itself. */
    @CanIgnoreReturnValue
    public Builder listener(ClientListener given) {
      listener = given;
      return this;
    }

    /** Who gives the requests to a URL their credentials. */
    @CanIgnoreReturnValue
    public Builder authorizer(Authorizer given) {
      authorizer = given;
      return this;
    }

    /** Which era is spoken; AUTO unless told. */
    @CanIgnoreReturnValue
    public Builder era(EraChoice given) {
      era = given;
      return this;
    }

    /** The event loop on which it lives; one of its own choice unless told. */
    @CanIgnoreReturnValue
    public Builder loop(Context given) {
      loop = given;
      return this;
    }

    Identity identity() {
      ObjectNode info = JsonNodeFactory.instance.objectNode().put("name", name);
      if (title != null) {
        info.put("title", title);
      }
      JsonNode declared = answers.capabilities();
      return new Identity(info.put("version", version), (ObjectNode) declared);
    }

    public McpClient build() {
      return new McpClient(this);
    }
  }
}
