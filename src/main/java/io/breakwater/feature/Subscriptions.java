package io.breakwater.feature;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Change;
import io.breakwater.dispatch.Changes;
import io.breakwater.dispatch.Handler;
import io.breakwater.dispatch.Invocation;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.MetaKeys;
import io.breakwater.spec.Notifications;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * {@code subscriptions/listen}: a request that stays open and is told of what its filter asks for.
 *
 * <p>Thread-safe; the streams of a loop are confined to it, and a change hops once to each loop.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions">2026-07-28,
 *     Subscriptions</a>
 */
public final class Subscriptions implements Handler {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int URI_CHARS_MAX = 8192;
  private static final int URIS_CHARS_MAX = 65_536;

  private final int resourcesMax;
  private final ListenCount count;
  private final List<Shelf> shelves = new CopyOnWriteArrayList<>();
  private final Changes changes;
  private final Runnable stopListening;
  private volatile boolean closed;

  /** The streams of one loop. */
  private record Shelf(Context loop, EventLoop eventLoop, Set<Stream> streams) {
    void onLoop(Runnable task) {
      if (eventLoop.inEventLoop()) {
        task.run();
      } else {
        loop.runOnContext(ignored -> task.run());
      }
    }
  }

  /** What a stream wants to know, as acknowledged. */
  private record Filter(boolean tools, boolean prompts, boolean resources, Set<String> uris) {}

  /**
   * @param resourcesMax resources that one stream is told of
   * @param count of those that share a bound
   */
  public Subscriptions(int resourcesMax, Changes changes, ListenCount count) {
    this.resourcesMax = resourcesMax;
    this.changes = changes;
    this.count = count;
    this.stopListening = changes.listen(this::changed);
  }

  @Override
  public boolean longLived() {
    return true;
  }

  @Override
  public Future<Outcome> handle(Invocation invocation) {
    Filter filter = filter(invocation.params().get("notifications"));
    count.enter();
    Stream stream = new Stream(invocation, filter);
    Shelf shelf = shelf((ContextInternal) invocation.loop());
    shelf.streams().add(stream);
    List<Runnable> watches = filter.uris().stream().map(changes::watch).toList();
    Future<Outcome> ended = stream.ended.future().onComplete(done -> {
      watches.forEach(Runnable::run);
      shelf.streams().remove(stream);
      count.leave();
    });
    // Asked last: whoever closes either is seen here or sees the stream.
    if (closed) {
      stream.ended.tryFail(
          Refusal.of(503, ErrorCodes.INTERNAL_ERROR, "No more listen streams: the endpoint closes")
              .header("Retry-After", "10"));
    } else {
      stream.acknowledge();
    }
    return ended;
  }

  private Filter filter(@Nullable JsonNode notifications) {
    if (notifications == null || !notifications.isObject()) {
      throw Refusal.invalidParams(
          "Invalid params: params.notifications is missing or not an object");
    }
    return new Filter(
        flag(notifications, "toolsListChanged"),
        flag(notifications, "promptsListChanged"),
        flag(notifications, "resourcesListChanged"),
        uris(notifications.get("resourceSubscriptions")));
  }

  private static boolean flag(JsonNode notifications, String member) {
    JsonNode value = notifications.get(member);
    if (value != null && !value.isBoolean()) {
      throw Refusal.invalidParams(
          "Invalid params: params.notifications." + member + " is not a boolean");
    }
    return value != null && value.booleanValue();
  }

  private Set<String> uris(@Nullable JsonNode list) {
    Set<String> uris = new LinkedHashSet<>();
    if (list == null) {
      return uris;
    }
    if (!list.isArray() || list.size() > resourcesMax) {
      throw Refusal.invalidParams(
          "Invalid params: params.notifications.resourceSubscriptions is not an array of at most "
              + resourcesMax + " URIs (limits.subscriptionsMax)");
    }
    int chars = 0;
    for (JsonNode uri : list) {
      if (!uri.isTextual() || uri.asText().length() > URI_CHARS_MAX) {
        throw Refusal.invalidParams(
            "Invalid params: params.notifications.resourceSubscriptions has an element that is"
                + " not a string of at most " + URI_CHARS_MAX + " characters");
      }
      chars += uri.asText().length();
      uris.add(uri.asText());
    }
    if (chars > URIS_CHARS_MAX) {
      throw Refusal.invalidParams(
          "Invalid params: params.notifications.resourceSubscriptions has more than "
              + URIS_CHARS_MAX + " characters");
    }
    return uris;
  }

  private Shelf shelf(ContextInternal loop) {
    for (Shelf shelf : shelves) {
      if (shelf.eventLoop() == loop.nettyEventLoop()) {
        return shelf;
      }
    }
    Shelf shelf = new Shelf(loop.unwrap(), loop.nettyEventLoop(), new LinkedHashSet<>());
    shelves.add(shelf);
    return shelf;
  }

  private void changed(Change change) {
    shelves.forEach(shelf ->
        shelf.onLoop(() -> List.copyOf(shelf.streams()).forEach(stream -> stream.changed(change))));
  }

  /** Ends all streams with an answer, so that their clients know it was on purpose, and opens no more. */
  public Future<Void> close() {
    closed = true;
    stopListening.run();
    List<Future<Void>> closings = new ArrayList<>();
    for (Shelf shelf : shelves) {
      Promise<Void> promise = Promise.promise();
      shelf.onLoop(() -> {
        List.copyOf(shelf.streams()).forEach(Stream::end);
        promise.complete();
      });
      closings.add(promise.future());
    }
    return Future.all(closings).mapEmpty();
  }

  /** One open listen request. Confined to its loop. */
  private static final class Stream {
    private final Invocation invocation;
    private final Filter filter;
    private final Promise<Outcome> ended = Promise.promise();

    Stream(Invocation invocation, Filter filter) {
      this.invocation = invocation;
      this.filter = filter;
      invocation.onCancel(() -> ended.tryFail("cancelled"));
    }

    void acknowledge() {
      ObjectNode params = tagged();
      ObjectNode honoured = params.putObject("notifications");
      acknowledge(honoured, "toolsListChanged", filter.tools());
      acknowledge(honoured, "promptsListChanged", filter.prompts());
      acknowledge(honoured, "resourcesListChanged", filter.resources());
      if (!filter.uris().isEmpty()) {
        var uris = honoured.putArray("resourceSubscriptions");
        filter.uris().forEach(uris::add);
      }
      invocation.send(Notifications.SUBSCRIPTIONS_ACKNOWLEDGED, params);
    }

    private static void acknowledge(ObjectNode honoured, String member, boolean wanted) {
      if (wanted) {
        honoured.put(member, true);
      }
    }

    void changed(Change change) {
      if (change instanceof Change.Tools && filter.tools()) {
        invocation.send(Notifications.TOOLS_LIST_CHANGED, tagged());
      } else if (change instanceof Change.Prompts && filter.prompts()) {
        invocation.send(Notifications.PROMPTS_LIST_CHANGED, tagged());
      } else if (change instanceof Change.Resources && filter.resources()) {
        invocation.send(Notifications.RESOURCES_LIST_CHANGED, tagged());
      } else if (change instanceof Change.Resource resource
          && filter.uris().contains(resource.uri())) {
        invocation.send(Notifications.RESOURCES_UPDATED, tagged().put("uri", resource.uri()));
      }
    }

    void end() {
      ended.tryComplete(new Outcome.Complete(tagged()));
    }

    private ObjectNode tagged() {
      ObjectNode tagged = JSON.objectNode();
      tagged
          .putObject(MetaKeys.META)
          .set(MetaKeys.SUBSCRIPTION_ID, invocation.id().node());
      return tagged;
    }
  }
}
