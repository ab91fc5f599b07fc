package io.breakwater.provider.upstream;

import io.breakwater.options.Options;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.provider.OfferListener;
import io.breakwater.provider.Offers;
import io.breakwater.provider.PromptOffer;
import io.breakwater.provider.Provider;
import io.breakwater.provider.ResourceOffer;
import io.breakwater.provider.ResourceReader;
import io.breakwater.provider.TemplateOffer;
import io.breakwater.provider.ToolOffer;
import io.breakwater.provider.Watches;
import io.breakwater.rpc.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The servers behind the gateway, all together: their tools and prompts under names that tell them apart, their resources
 * under their own URIs. Which servers those are can change at any time.
 *
 * <p>Thread-safe; {@link #apply} and {@link #close} are called one after the other.
 */
public final class Upstreams implements Provider {
  /** Names the gateways that a request has come through, in the order of its way. */
  public static final String VIA = "Breakwater-Via";

  private final GatewayContext context;
  private final Supplier<Offers> others;
  private final List<OfferListener> listeners = new CopyOnWriteArrayList<>();
  private final Watches watches = new Watches(this::servers);
  /** Those that were taken away and still serve their last requests. */
  private final Set<Upstream> going = ConcurrentHashMap.newKeySet();

  private volatile List<Upstream> servers = List.of();
  private volatile Merged merged = new Merged(List.of(), Offers.NONE, Offers.NONE);

  /**
   * Offers and what they were made of.
   *
   * @param from of each server
   * @param beside offered by somebody else
   */
  private record Merged(List<Offers> from, Offers beside, Offers offers) {
    @SuppressWarnings("ReferenceEquality") // the same object until something changes
    boolean isOf(List<Offers> now, Offers besideNow) {
      if (beside != besideNow || from.size() != now.size()) {
        return false;
      }
      for (int i = 0; i < now.size(); i++) {
        if (from.get(i) != now.get(i)) {
          return false;
        }
      }
      return true;
    }
  }

  /** @param others what is offered beside the servers: its names are taken */
  public Upstreams(Vertx vertx, Options options, Supplier<Offers> others) {
    this.context = new GatewayContext(vertx, options);
    this.others = others;
  }

  /** Whether a request was made by this gateway, maybe through others: then it stands behind itself. */
  public boolean madeBy(List<String> via) {
    return via.stream().anyMatch(ids -> ids.contains(context.id()));
  }

  /** The servers, in the order of the configuration. */
  public List<Upstream> servers() {
    return servers;
  }

  /**
   * These servers and no others: new ones are reached, those that are not there any more are taken away, and those whose
   * entry is another one are started anew. What has not changed goes on.
   *
   * @param drainMs how long requests may take that are served by what goes, in milliseconds
   * @return completes when what went is gone
   */
  public Future<Void> apply(List<ServerEntry> entries, long drainMs) {
    Map<ServerEntry, Upstream> kept = new HashMap<>();
    List<Upstream> before = servers;
    before.forEach(server -> kept.put(server.entry(), server));
    List<Upstream> next = new ArrayList<>();
    for (ServerEntry entry : entries) {
      Upstream same = kept.remove(entry);
      next.add(same == null ? started(entry) : same);
    }
    servers = List.copyOf(next);
    List<Future<Void>> going =
        kept.values().stream().map(server -> take(server, drainMs)).toList();
    if (!next.equals(before)) {
      allChanged();
    }
    return Future.join(going).mapEmpty();
  }

  private Future<Void> take(Upstream server, long drainMs) {
    going.add(server);
    return server.close(drainMs).onComplete(gone -> going.remove(server));
  }

  private Upstream started(ServerEntry entry) {
    Upstream server = new Upstream(context, entry);
    Runnable unused = server.listen(new Relay());
    server.start();
    return server;
  }

  private void allChanged() {
    watches.again();
    listeners.forEach(listener -> {
      listener.toolsChanged();
      listener.promptsChanged();
      listener.resourcesChanged();
    });
  }

  @Override
  public Offers offers() {
    List<Upstream> all = servers;
    List<Offers> now = all.stream().map(Upstream::offers).toList();
    Offers beside = others.get();
    Merged last = merged;
    if (last.isOf(now, beside)) {
      return last.offers();
    }
    Offers offers = merge(all, now, beside);
    merged = new Merged(now, beside, offers);
    return offers;
  }

  private static Offers merge(List<Upstream> servers, List<Offers> from, Offers beside) {
    List<ToolOffer> tools = new ArrayList<>();
    List<ResourceOffer> resources = new ArrayList<>();
    List<TemplateOffer> templates = new ArrayList<>();
    List<PromptOffer> prompts = new ArrayList<>();
    Set<String> takenTools = twice(Stream.concat(from.stream(), Stream.of(beside))
        .flatMap(offers -> offers.tools().stream().map(ToolOffer::name)));
    Set<String> takenPrompts = twice(Stream.concat(from.stream(), Stream.of(beside))
        .flatMap(offers -> offers.prompts().stream().map(PromptOffer::name)));
    List<Named<RemoteTool>> namedTools = new ArrayList<>();
    List<Named<RemotePrompt>> namedPrompts = new ArrayList<>();
    for (int i = 0; i < from.size(); i++) {
      ServerEntry entry = servers.get(i).entry();
      for (ToolOffer tool : from.get(i).tools()) {
        String name = ExposedNames.of(entry, tool.name(), takenTools);
        namedTools.add(new Named<>(entry, tool.name(), name, (RemoteTool) tool));
      }
      for (PromptOffer prompt : from.get(i).prompts()) {
        String name = ExposedNames.of(entry, prompt.name(), takenPrompts);
        namedPrompts.add(new Named<>(entry, prompt.name(), name, (RemotePrompt) prompt));
      }
      resources.addAll(from.get(i).resources());
      templates.addAll(from.get(i).templates());
    }
    told(namedTools).forEach((tool, name) -> tools.add(tool.named(name)));
    told(namedPrompts).forEach((prompt, name) -> prompts.add(prompt.named(name)));
    return new Offers(tools, resources, templates, prompts);
  }

  /**
   * What a server offers, and the name that it would have.
   *
   * @param own the name that it has alone
   */
  private record Named<T>(ServerEntry entry, String own, String exposed, T offer) {}

  /** The names that all of them have: of several with one name the server with the best right to it keeps it. */
  private static <T> Map<T, String> told(List<Named<T>> named) {
    Map<String, Named<T>> rightful = new HashMap<>();
    for (Named<T> one : named) {
      rightful.merge(
          one.exposed(),
          one,
          (known, other) -> ExposedNames.right(other.entry(), one.exposed())
                  > ExposedNames.right(known.entry(), one.exposed())
              ? other
              : known);
    }
    Map<T, String> told = new LinkedHashMap<>();
    for (Named<T> one : named) {
      boolean keeps = one.equals(rightful.get(one.exposed()));
      told.put(one.offer(), keeps ? one.exposed() : ExposedNames.marked(one.entry(), one.own()));
    }
    return told;
  }

  private static Set<String> twice(Stream<String> names) {
    Set<String> seen = new HashSet<>();
    Set<String> twice = new HashSet<>();
    names.filter(name -> !seen.add(name)).forEach(twice::add);
    return twice;
  }

  /** Of one server alone; of several nobody can tell which one is meant. */
  @Override
  public @Nullable ResourceReader unlisted() {
    List<Upstream> all = servers;
    return all.size() == 1 ? all.get(0).unlisted() : null;
  }

  @Override
  public Outcome.CacheHint hint() {
    return servers.stream()
        .map(Upstream::hint)
        .reduce(Outcome.CacheHint.ANY, Outcome.CacheHint::and);
  }

  @Override
  public List<String> missing() {
    return servers.stream().flatMap(server -> server.missing().stream()).toList();
  }

  /** Completes when every server is known, or its time for that is over. */
  @Override
  public Future<Void> ready() {
    List<Future<Void>> waiting = servers.stream()
        .map(Upstream::ready)
        .filter(ready -> !ready.isComplete())
        .toList();
    return waiting.isEmpty() ? Future.succeededFuture() : Future.join(waiting).mapEmpty();
  }

  @Override
  public Runnable listen(OfferListener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** The first server that offers the resource is asked to tell of it, and when it was started anew the one that it is then. */
  @Override
  public void watched(String uri, boolean wanted) {
    watches.watched(uri, wanted);
  }

  /** How all of them are now. */
  public List<Status> status() {
    return servers.stream().map(Upstream::status).toList();
  }

  /**
   * Takes all servers away, side by side, and gives those that were going already no more time than the others.
   *
   * @param drainMs how long requests may take that are being served, in milliseconds
   */
  public Future<Void> close(long drainMs) {
    List<Upstream> all = new ArrayList<>(servers);
    all.addAll(going);
    return Future.join(all.stream().map(server -> server.close(drainMs)).toList())
        .mapEmpty();
  }

  /** Passes on what a server tells. */
  private final class Relay implements OfferListener {
    @Override
    public void toolsChanged() {
      listeners.forEach(OfferListener::toolsChanged);
    }

    @Override
    public void promptsChanged() {
      listeners.forEach(OfferListener::promptsChanged);
    }

    @Override
    public void resourcesChanged() {
      watches.again();
      listeners.forEach(OfferListener::resourcesChanged);
    }

    @Override
    public void resourceUpdated(String uri) {
      listeners.forEach(listener -> listener.resourceUpdated(uri));
    }
  }
}
