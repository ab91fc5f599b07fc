package io.breakwater.launch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.dispatch.Change;
import io.breakwater.dispatch.Changes;
import io.breakwater.dispatch.Dispatcher;
import io.breakwater.dispatch.Handler;
import io.breakwater.dispatch.Seal;
import io.breakwater.era.Era;
import io.breakwater.era.Identity;
import io.breakwater.era.ModernEra;
import io.breakwater.feature.Completions;
import io.breakwater.feature.Discovery;
import io.breakwater.feature.Lists;
import io.breakwater.feature.Prompts;
import io.breakwater.feature.Resources;
import io.breakwater.feature.Subscriptions;
import io.breakwater.feature.Tools;
import io.breakwater.legacy.LegacyEra;
import io.breakwater.legacy.SessionSettings;
import io.breakwater.legacy.Sessions;
import io.breakwater.options.Limits;
import io.breakwater.options.Options;
import io.breakwater.options.Server;
import io.breakwater.provider.Catalog;
import io.breakwater.provider.OfferListener;
import io.breakwater.rpc.Messages;
import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.breakwater.spec.Method;
import io.vertx.core.Future;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What serves the requests of one endpoint once a door has read them, wired by hand in the order of their path.
 *
 * <p>Thread-safe.
 */
final class Graph {
  /** How long a list may be kept by whoever asked for it; who listens is told of changes at once. */
  private static final long LIST_TTL_MS = 60_000;

  private final Runnable stopRelaying;
  private final Dispatcher dispatcher;
  private final Sessions sessions;
  private final Subscriptions subscriptions;
  private final Era legacy;
  private final List<Era> eras;

  Graph(Shared shared, Catalog catalog) {
    Options options = shared.options();
    Changes changes = new Changes(catalog::watched);
    this.stopRelaying = catalog.listen(new Relay(changes));
    Limits limits = options.limits();
    subscriptions = new Subscriptions(limits.subscriptionsMax(), changes, shared.listens());
    dispatcher = new Dispatcher(
        handlers(options, catalog, shared.seal()),
        shared.clock(),
        new Dispatcher.Deadlines(limits.callMs(), limits.callTotalMs()));
    Identity identity = new Identity(
        serverInfo(options.server()), Graph::capabilities, options.server().instructions());
    sessions = new Sessions(
        dispatcher,
        shared.clock(),
        shared.seal(),
        sessionSettings(options),
        changes,
        shared.sessions());
    legacy = new LegacyEra(sessions, identity);
    eras = List.of(
        new ModernEra(
            dispatcher,
            identity,
            shared.seal(),
            shared.clock(),
            new ModernEra.Settings(
                limits.idBytesMax(),
                limits.streamAfterMs(),
                limits.stateMs(),
                limits.stateBytesMax())),
        legacy);
  }

  /** What a door hands its requests to; the first that serves one gets it. */
  List<Era> eras() {
    return eras;
  }

  /** The one that speaks with clients of HTTP+SSE, which is older than the others. */
  Era legacy() {
    return legacy;
  }

  /**
   * Ends listen streams with a word to their clients, lets requests end that are being served, ends those that go on, and
   * ends the sessions. Nothing is served afterwards.
   *
   * @param drainMs how long such a request may take, in milliseconds
   */
  Future<Void> close(long drainMs) {
    stopRelaying.run();
    return subscriptions.close().eventually(() -> dispatcher.idle(drainMs)).eventually(() -> {
      dispatcher.end(Refusal.of(
          503,
          ErrorCodes.INTERNAL_ERROR,
          "Closing: what takes longer than " + drainMs
              + " ms is not done any more (limits.drainMs)"));
      return sessions.close();
    });
  }

  private Map<Method, Handler> handlers(Options options, Catalog catalog, Seal seal) {
    Outcome.CacheHint ours = new Outcome.CacheHint(LIST_TTL_MS, true);
    Lists lists = new Lists(seal, options.limits().pageSize(), () -> ours.and(catalog.hint()));
    Tools tools = new Tools(catalog, lists, Messages.limits(options.limits()));
    Resources resources = new Resources(catalog, lists);
    Prompts prompts = new Prompts(catalog, lists);
    Map<Method, Handler> handlers = new EnumMap<>(Method.class);
    handlers.put(
        Method.DISCOVER,
        new Discovery(
            ModernEra.SUPPORTED,
            Graph::capabilities,
            options.server().instructions(),
            LIST_TTL_MS));
    handlers.put(Method.TOOLS_LIST, tools::list);
    handlers.put(Method.TOOLS_CALL, tools::call);
    handlers.put(Method.RESOURCES_LIST, resources::list);
    handlers.put(Method.RESOURCES_TEMPLATES_LIST, resources::templates);
    handlers.put(Method.RESOURCES_READ, resources::read);
    handlers.put(Method.PROMPTS_LIST, prompts::list);
    handlers.put(Method.PROMPTS_GET, prompts::get);
    handlers.put(Method.COMPLETION_COMPLETE, new Completions(catalog));
    handlers.put(Method.SUBSCRIPTIONS_LISTEN, subscriptions);
    return handlers;
  }

  private static SessionSettings sessionSettings(Options options) {
    io.breakwater.options.Sessions sessions = options.sessions();
    Limits limits = options.limits();
    return new SessionSettings(
        sessions.idleMs(),
        sessions.openingMs(),
        sessions.inFlightMax(),
        sessions.streamsMax(),
        sessions.questionsMax(),
        limits.questionMs(),
        sessions.eventsMax(),
        sessions.eventBytesMax(),
        sessions.eventsMs(),
        limits.subscriptionsMax(),
        sessions.subscriptionBytesMax(),
        sessions.clientBytesMax(),
        sessions.batchMax(),
        sessions.roundsMax(),
        limits.streamAfterMs(),
        sessions.retryMs(),
        limits.idBytesMax());
  }

  private static ObjectNode serverInfo(Server server) {
    ObjectNode info = JsonNodeFactory.instance.objectNode().put("name", server.name());
    if (server.title() != null) {
      info.put("title", server.title());
    }
    return info.put("version", server.version());
  }

  /** Lists may be empty, but all of them are served and told of when they change. */
  private static ObjectNode capabilities() {
    ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
    capabilities.putObject("tools").put("listChanged", true);
    capabilities.putObject("resources").put("listChanged", true).put("subscribe", true);
    capabilities.putObject("prompts").put("listChanged", true);
    capabilities.putObject("completions");
    capabilities.putObject("logging");
    return capabilities;
  }

  /** Tells those who asked for it what changes in the catalog. */
  private record Relay(Changes changes) implements OfferListener {
    @Override
    public void toolsChanged() {
      changes.publish(new Change.Tools());
    }

    @Override
    public void promptsChanged() {
      changes.publish(new Change.Prompts());
    }

    @Override
    public void resourcesChanged() {
      changes.publish(new Change.Resources());
    }

    @Override
    public void resourceUpdated(String uri) {
      changes.publish(new Change.Resource(uri));
    }
  }
}
