package io.breakwater.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException.Kind;
import io.breakwater.options.Client;
import io.breakwater.rpc.Message;
import io.breakwater.rpc.Outcome;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import io.breakwater.spec.Notifications;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the requests of a client: over the link that there is, or a new one. A request that the server cannot have served is
 * made once more, when its session was lost or the headers of a tool have changed; no other.
 *
 * <p>Confined to the loop of its client.
 */
final class Requests implements Lists.Source {
  private static final int RETIRED_MAX = 4;

  private final ClientContext context;
  private final Answers answers;
  private final Identity identity;
  private final Linking linking;
  private final Kept kept;
  private final Tools tools = new Tools();
  private final Lists lists;
  private final ListenStream listening;
  /** Links whose session was lost, and whose last requests are still on their way. */
  private final List<Link> retired = new ArrayList<>(1);

  /** Of a server with a handshake, by their URIs. */
  private final Set<String> subscribed = new LinkedHashSet<>();

  /** Requests that wait for the link. */
  private int waiting;

  /** Wanted of every request to a server of the stateless revision that says nothing else; null for none. */
  private @Nullable String logLevel;

  /** Set in the session with a server with a handshake, and to be set in the next one; null for none. */
  private @Nullable String sessionLogLevel;

  private @Nullable Future<Link> link;
  private @Nullable Future<Void> closing;
  private boolean linkedBefore;

  /** One request: what it asks, how, and the time that it has. */
  private record Wanted(
      ClientCall call, Method method, ObjectNode params, RequestOptions options, Allowance time) {}

  Requests(ClientContext context, McpClient.Builder builder, Linking.Channels channels) {
    this.context = context;
    this.answers = builder.answers;
    this.identity = builder.identity();
    this.kept = new Kept(
        context.options().client().cachedListMs(), context.options().client().listBytesMax());
    this.lists = new Lists(context, this, kept, tools);
    this.linking = new Linking(
        context, builder.endpoint, builder.era, identity, answers, channels, this::notified);
    this.listening = new ListenStream(
        context,
        (call, params) -> call.follow(
            request(call, Method.SUBSCRIPTIONS_LISTEN, params, RequestOptions.DEFAULTS)));
  }

  /** The link to the server; whoever comes while it is made waits for the same one. */
  Future<Link> link() {
    if (closing != null) {
      return Future.failedFuture(ClientException.before(Kind.CLOSED, "this client was closed"));
    }
    Future<Link> current = link;
    if (current == null || current.failed()) {
      current = linking.link(this::lost);
      link = current;
      current.onSuccess(this::linked);
    }
    return current;
  }

  private void linked(Link made) {
    if (linkedBefore) {
      context.listener().relinked();
    }
    linkedBefore = true;
    restore(made);
  }

  Outcome.CacheHint listHint() {
    return lists.hint();
  }

  /** A session that was lost took its log level and its subscriptions with it. */
  private void restore(Link made) {
    if (!made.peer().modern()) {
      if (sessionLogLevel != null) {
        over(made, wanted(Method.LOGGING_SET_LEVEL, level(sessionLogLevel)))
            .onFailure(refused -> made.conversation()
                .warnings()
                .warn("the log level could not be set again: " + refused.getMessage()));
      }
      // Over this link alone: a session that is lost at once must not bring the next one about.
      subscribeAgain(made, new ArrayDeque<>(subscribed));
    }
  }

  /** One after the other, so that they take nobody's place in flight. */
  private void subscribeAgain(Link made, Queue<String> uris) {
    String uri = uris.poll();
    if (uri == null) {
      return;
    }
    over(made, wanted(Method.RESOURCES_SUBSCRIBE, named(uri)))
        .onSuccess(heard -> subscribeAgain(made, uris))
        .onFailure(refused -> {
          String named = HttpFailures.clip(uri);
          made.conversation()
              .warnings()
              .warn("the subscription to " + named + " could not be made again: "
                  + refused.getMessage());
          if (!made.over() && Pending.told(refused).kind() != Kind.SESSION_LOST) {
            subscribeAgain(made, uris);
          }
        });
  }

  private Wanted wanted(Method method, ObjectNode params) {
    return wanted(method, params, time(method));
  }

  private Wanted wanted(Method method, ObjectNode params, Allowance time) {
    ClientCall call = new ClientCall(context.loop());
    return new Wanted(call, method, params, RequestOptions.DEFAULTS, time);
  }

  @Override
  public Allowance time(Method method) {
    return new Allowance(context.vertx(), deadlines(method, RequestOptions.DEFAULTS));
  }

  @Override
  public Future<Link> link(Allowance time) {
    return inTime(link(), time);
  }

  @Override
  public Future<ObjectNode> page(Method method, ObjectNode params, Allowance time) {
    return request(wanted(method, params, time));
  }

  private static ObjectNode level(String level) {
    return JsonNodeFactory.instance.objectNode().put("level", level);
  }

  private static ObjectNode named(String uri) {
    return JsonNodeFactory.instance.objectNode().put("uri", uri);
  }

  private void lost(ClientException why) {
    forgetLink();
    if (closing == null) {
      context.listener().lost(why);
    }
  }

  private void forgetLink() {
    link = null;
    identityChanged();
  }

  /** Somebody has signed in: what was read before may have been for others. */
  void identityChanged() {
    kept.clear();
    tools.forget();
  }

  private void notified(Message.Notification notification) {
    kept.changed(notification.method(), notification.params());
    if (notification.method().equals(Notifications.TOOLS_LIST_CHANGED)) {
      tools.forget();
    }
    if (!listening.takes(notification)) {
      context.listener().notified(notification.method(), notification.params());
    }
  }

  Future<ObjectNode> request(
      ClientCall call, Method method, ObjectNode params, RequestOptions options) {
    Allowance time = new Allowance(context.vertx(), deadlines(method, options));
    return request(new Wanted(call, method, params, options, time));
  }

  private Future<ObjectNode> request(Wanted wanted) {
    Future<Link> made = link();
    int max = context.options().client().inFlightMax();
    if (!made.isComplete() && waiting >= max) {
      return Future.failedFuture(ClientException.before(
          Kind.OVERLOADED, max + " requests wait for this server (client.inFlightMax)"));
    }
    waiting++;
    return inTime(made, wanted.time())
        .onComplete(linked -> waiting--)
        .compose(over ->
            over(over, wanted).recover(failure -> again(over, Pending.told(failure), wanted)));
  }

  private Future<Link> inTime(Future<Link> made, Allowance time) {
    return time.await(made, linking::authorizing, "connection to the server");
  }

  private Future<ObjectNode> again(Link over, ClientException why, Wanted wanted) {
    if (why.kind() == Kind.SESSION_LOST && !wanted.call().over()) {
      dropLink(over);
      return inTime(link(), wanted.time()).compose(anew -> over(anew, wanted));
    }
    boolean changed = why.error() != null
        && why.error().code() == ErrorCodes.HEADER_MISMATCH
        && wanted.method() == Method.TOOLS_CALL
        && !wanted.call().over();
    if (changed) {
      tools.forget();
      kept.clear();
      return over(over, wanted);
    }
    return Future.failedFuture(why);
  }

  /** Whoever finds out first that the session is gone makes a new one; the others find that one. */
  private void dropLink(Link lost) {
    if (link != null && link.succeeded() && link.result() == lost) {
      forgetLink();
      retired.removeIf(Link::over);
      if (retired.size() >= RETIRED_MAX) {
        // What is still on its way there has waited through several sessions.
        retired.remove(0).close().onFailure(ignored -> {});
      }
      retired.add(lost);
      lost.retire();
    }
  }

  private Future<ObjectNode> over(Link link, Wanted wanted) {
    if (wanted.call().over()) {
      return Future.failedFuture(ClientException.before(Kind.CANCELLED, "cancelled"));
    }
    if (!link.peer().modern()) {
      return send(link, wanted, wanted.params(), Map.of()).map(Rounds.Answered::result);
    }
    return mirror(link, wanted).compose(mirror -> rounds(link, wanted, mirror));
  }

  private Future<ObjectNode> rounds(Link link, Wanted wanted, Mirror mirror) {
    RequestOptions options = wanted.options();
    Answers asked = options.answers();
    Identity declared = asked == null ? identity : identity.declaring(asked.capabilities());
    String level = options.logLevel() == null ? logLevel : options.logLevel();
    Rounds rounds = new Rounds(
        context,
        asked == null ? answers : asked,
        wanted.method(),
        wanted.time(),
        round -> send(
            link,
            wanted,
            declared.stamped(round, link.peer().revision(), level),
            link.mirrors() ? mirror.headers(wanted.method(), round) : Map.of()));
    return rounds.play(wanted.params(), options.passesQuestions());
  }

  private Future<Rounds.Answered> send(
      Link link, Wanted wanted, ObjectNode params, Map<String, String> headers) {
    ClientCall call = wanted.call();
    if (call.over()) {
      return Future.failedFuture(ClientException.before(Kind.CANCELLED, "cancelled"));
    }
    RequestOptions options = wanted.options();
    Map<String, String> all = new HashMap<>(options.headers());
    all.putAll(headers);
    Pending pending =
        link.conversation().request(wanted.method(), params, all, wanted.time().left(), options);
    call.sent(pending.request().id(), reason -> link.conversation().cancel(pending, reason));
    return pending.answer().map(result -> new Rounds.Answered(pending.request().id(), result));
  }

  private Pending.Deadlines deadlines(Method method, RequestOptions options) {
    if (method == Method.SUBSCRIPTIONS_LISTEN) {
      return Pending.Deadlines.NONE;
    }
    Client bounds = context.options().client();
    boolean total = options.callTotalMs() > 0;
    boolean quiet = options.callMs() > 0;
    long totalMs = total ? options.callTotalMs() : bounds.callTotalMs();
    long quietMs = quiet ? options.callMs() : bounds.callMs();
    return new Pending.Deadlines(
        Math.min(quietMs, totalMs),
        totalMs,
        new Pending.Named(
            quiet ? "RequestOptions.callMs" : "client.callMs",
            total ? "RequestOptions.callTotalMs" : "client.callTotalMs"));
  }

  /** What headers repeat of this request. */
  private Future<Mirror> mirror(Link link, Wanted wanted) {
    if (wanted.method() != Method.TOOLS_CALL || !link.mirrors()) {
      return Future.succeededFuture(Mirror.NONE);
    }
    return wanted
        .time()
        .await(
            lists.mirror(wanted.params().path("name").asText()),
            link.conversation().channel()::authorizing,
            "list of tools");
  }

  /** All members of a list. */
  Future<List<ObjectNode>> list(Method method, String member) {
    return lists.list(method, member);
  }

  Future<ObjectNode> read(String uri) {
    return lists.read(uri);
  }

  private Future<ObjectNode> simple(Method method, ObjectNode params) {
    return request(wanted(method, params));
  }

  Future<Void> ping() {
    return link()
        .compose(over -> simple(
            over.peer().modern() ? Method.DISCOVER : Method.PING,
            JsonNodeFactory.instance.objectNode()))
        .mapEmpty();
  }

  Future<Void> setLogLevel(String level) {
    return link().compose(over -> {
      if (over.peer().modern()) {
        logLevel = level;
        return Future.succeededFuture();
      }
      return simple(Method.LOGGING_SET_LEVEL, level(level))
          .onSuccess(set -> sessionLogLevel = level)
          .mapEmpty();
    });
  }

  Future<Void> subscribe(String uri, boolean wanted) {
    return link().compose(over -> {
      if (over.peer().modern()) {
        return wanted ? listening.add(uri) : listening.remove(uri);
      }
      int max = context.options().limits().subscriptionsMax();
      if (wanted && subscribed.size() >= max && !subscribed.contains(uri)) {
        return Future.failedFuture(ClientException.before(
            Kind.OVERLOADED,
            "subscribed to " + max + " resources of this server (limits.subscriptionsMax)"));
      }
      if (!wanted) {
        subscribed.remove(uri);
        return simple(Method.RESOURCES_UNSUBSCRIBE, named(uri)).mapEmpty();
      }
      boolean anew = subscribed.add(uri);
      return simple(Method.RESOURCES_SUBSCRIBE, named(uri))
          .onFailure(refused -> {
            if (anew) {
              subscribed.remove(uri);
            }
          })
          .mapEmpty();
    });
  }

  Future<Void> listen() {
    return link()
        .compose(over -> over.peer().modern() ? listening.lists() : Future.succeededFuture());
  }

  Future<Void> close() {
    Future<Void> before = closing;
    if (before != null) {
      return before;
    }
    listening.stop();
    Future<Link> open = link;
    // Before anything ends, so that nobody who hears of it connects anew.
    Promise<Void> ended = Promise.promise();
    closing = ended.future();
    List<Future<Void>> ending = new ArrayList<>();
    retired.forEach(link -> ending.add(link.close()));
    retired.clear();
    Future<Void> stopping = linking.stop();
    if (open != null) {
      ending.add(stopping
          .transform(stopped -> open)
          .transform(made -> made.succeeded() ? made.result().close() : Future.succeededFuture()));
    }
    Future.join(ending).<Void>mapEmpty().onComplete(ended);
    return ended.future();
  }
}
