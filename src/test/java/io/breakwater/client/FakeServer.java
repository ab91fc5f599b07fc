package io.breakwater.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.options.Options;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.RequestId;
import io.breakwater.rpc.RpcError;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A server without a wire: a test scripts what it answers to which method, and reads what it was told. Everything happens on
 * the loop of the client, but for what tests read.
 */
final class FakeServer implements Linking.Channels {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, Answering> script = new HashMap<>();
  private final Map<String, Consumer<FakeChannel>> whenTold = new HashMap<>();
  private final List<Message> told = new CopyOnWriteArrayList<>();
  private final List<Map<String, String>> headers = new CopyOnWriteArrayList<>();
  private final List<RequestId> abandoned = new CopyOnWriteArrayList<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<FakeChannel> channels = new CopyOnWriteArrayList<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final boolean http;
  private Options options = Options.defaults();

  /** Answers one request on its channel, or does not. */
  interface Answering {
    void answer(Message.Request request, FakeChannel channel);
  }

  private FakeServer(boolean http) {
    this.http = http;
  }

  /** Behind a URL, of the stateless revision. */
  static FakeServer modern() {
    return new FakeServer(true).on("server/discover", """
        {"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}""");
  }

  /** Behind a URL, with a handshake. */
  static FakeServer legacy() {
    return new FakeServer(true)
        .fail("server/discover", ClientException.status(Kind.STATUS, 400, "HTTP 400"))
        .on("initialize", """
            {"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"f"}}""");
  }

  /** In a child process; says nothing by itself. */
  static FakeServer child() {
    return new FakeServer(false);
  }

  /** Behind a URL; says nothing by itself. */
  static FakeServer url() {
    return new FakeServer(true);
  }

  FakeServer on(String method, Answering answering) {
    script.put(method, answering);
    return this;
  }

  FakeServer on(String method, String result) {
    return on(method, (request, channel) -> channel.result(request, result));
  }

  /** What happens at once when the server is told this. */
  FakeServer whenTold(String notification, Consumer<FakeChannel> task) {
    whenTold.put(notification, task);
    return this;
  }

  FakeServer fail(String method, ClientException why) {
    return on(method, (request, channel) -> channel.refuse(request, why));
  }

  FakeServer error(String method, int status, int code, String data) {
    RpcError error = new RpcError(code, "no", data.isEmpty() ? null : json(data));
    return status == 0
        ? on(method, (request, channel) -> channel.say(new Message.Failure(request.id(), error)))
        : fail(method, ClientException.rpc(error, status));
  }

  FakeServer with(String path, Object value) {
    options = options.with(path, value);
    return this;
  }

  McpClient client(Vertx vertx) {
    return client(vertx, builder -> builder);
  }

  McpClient client(Vertx vertx, UnaryOperator<McpClient.Builder> more) {
    Endpoint endpoint =
        http ? new Endpoint.Http(URI.create("http://127.0.0.1/mcp")) : new Endpoint.Command("fake");
    McpClient.Builder builder = McpClient.builder(vertx, endpoint)
        .options(options)
        .listener(new ClientListener() {
          @Override
          public void notified(String method, ObjectNode params) {
            heard.add(method + " " + params);
          }

          @Override
          public void warned(String warning) {
            heard.add("warning: " + warning);
          }

          @Override
          public void lost(ClientException why) {
            heard.add("lost: " + why.getMessage());
          }
        });
    return new McpClient(more.apply(builder), this);
  }

  @Override
  public Channel make(ClientContext context, boolean sse) {
    FakeChannel channel = new FakeChannel(context, sse);
    channels.add(channel);
    return channel;
  }

  /** What the server was told, in order. */
  List<Message> told() {
    return told;
  }

  /** The methods of it. */
  List<String> methods() {
    List<String> methods = new ArrayList<>();
    for (Message message : told) {
      if (message instanceof Message.Request request) {
        methods.add(request.method());
      } else if (message instanceof Message.Notification notification) {
        methods.add(notification.method());
      } else {
        methods.add(Messages.encode(message).toString());
      }
    }
    return methods;
  }

  /** The last request of this method. */
  Message.Request last(String method) {
    Message.Request last = null;
    for (Message message : told) {
      if (message instanceof Message.Request request && request.method().equals(method)) {
        last = request;
      }
    }
    return java.util.Objects.requireNonNull(last, method);
  }

  /** What HTTP repeated of the last message. */
  Map<String, String> lastHeaders() {
    return headers.get(headers.size() - 1);
  }

  List<RequestId> abandoned() {
    return abandoned;
  }

  /** What the listener of the client heard. */
  List<String> heard() {
    return heard;
  }

  /** All channels that were made, in order. */
  List<FakeChannel> channels() {
    return channels;
  }

  FakeChannel channel() {
    return channels.get(channels.size() - 1);
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  static ObjectNode object(String text) {
    return (ObjectNode) json(text);
  }

  /** One way to the server. */
  final class FakeChannel implements Channel {
    private final ClientContext context;
    private final boolean sse;
    private Inbox inbox;
    private boolean closed;

    FakeChannel(ClientContext context, boolean sse) {
      this.context = context;
      this.sse = sse;
    }

    boolean sse() {
      return sse;
    }

    boolean closed() {
      return closed;
    }

    @Override
    public Future<Void> open(Inbox to) {
      inbox = to;
      opened.incrementAndGet();
      return Future.succeededFuture();
    }

    @Override
    public Future<Void> send(Message message, Map<String, String> repeated) {
      told.add(message);
      headers.add(repeated);
      if (message instanceof Message.Request request) {
        io.vertx.core.Promise<Void> sent = io.vertx.core.Promise.promise();
        refusals.put(request.id(), sent);
        Answering answering = script.get(request.method());
        if (answering != null) {
          answering.answer(request, this);
        }
        return sent.future();
      }
      if (message instanceof Message.Notification notification) {
        whenTold.getOrDefault(notification.method(), channel -> {}).accept(this);
      }
      return Future.succeededFuture();
    }

    private final Map<RequestId, io.vertx.core.Promise<Void>> refusals = new HashMap<>();

    void refuse(Message.Request request, ClientException why) {
      refusals.get(request.id()).fail(why);
    }

    void result(Message.Request request, String result) {
      say(new Message.Result(request.id(), object(result)));
    }

    /** Says something about no request, from any thread. */
    void say(Message message) {
      say(message, null);
    }

    void say(Message message, RequestId about) {
      if (context.loop() == Vertx.currentContext()) {
        inbox.received(message, about);
      } else {
        context.loop().runOnContext(now -> inbox.received(message, about));
      }
    }

    void notify(String method, String params) {
      say(new Message.Notification(method, object(params)));
    }

    void onLoop(Runnable task) {
      context.loop().runOnContext(now -> task.run());
    }

    /** The server goes away at once. On the loop. */
    void endNow(ClientException why) {
      inbox.closed(why);
    }

    /** The server goes away by itself. */
    void end(ClientException why) {
      context.loop().runOnContext(now -> inbox.closed(why));
    }

    void drop(ClientException why, RequestId about) {
      context.loop().runOnContext(now -> inbox.dropped(why, about));
    }

    @Override
    public void abandon(RequestId id) {
      abandoned.add(id);
    }

    @Override
    public boolean cancelsByAbandoning() {
      return http && !sse;
    }

    @Override
    public void agreed(Revision revision) {}

    @Override
    public Future<Void> listen() {
      return Future.succeededFuture();
    }

    @Override
    public Future<Void> close() {
      closed = true;
      return Future.succeededFuture();
    }
  }
}
