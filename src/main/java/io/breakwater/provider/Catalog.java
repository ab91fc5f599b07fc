package io.breakwater.provider;

import io.breakwater.rpc.Outcome;
import io.breakwater.rpc.Refusal;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything that all providers offer together. Providers stand in the order in which they were added, their offers in
 * their own; of two offers with one name the first counts, and the log says so.
 *
 * <p>A snapshot is made when somebody asks for one and a provider has changed since the last: that needs no order between
 * threads that change something at once, since the next one who asks compares again.
 *
 * <p>Thread-safe: a snapshot is had on any event loop without waiting.
 */
public final class Catalog {
  private static final Logger LOG = Logger.getLogger(Catalog.class.getName());

  /** Of those that are not there, how many are named. */
  private static final int MISSING_MAX = 10;

  private final List<OfferListener> listeners = new CopyOnWriteArrayList<>();
  private final List<Source> sources = new CopyOnWriteArrayList<>();
  private final OfferListener relay = new Relay();
  private final Watches watches =
      new Watches(() -> sources.stream().map(Source::provider).toList());
  private volatile Snapshot snapshot = Snapshot.EMPTY;

  private record Source(Provider provider, Runnable unlisten) {}

  /** What is offered now; always the same object until something changes. */
  public Snapshot snapshot() {
    Snapshot last = snapshot;
    List<Offers> offers =
        sources.stream().map(source -> source.provider().offers()).toList();
    if (last.isOf(offers)) {
      return last;
    }
    Snapshot next = new Snapshot(offers);
    next.duplicates().stream()
        .filter(name -> !last.duplicates().contains(name))
        .map(name -> Refusal.clip(name.replaceAll("\\p{Cntrl}", " ")))
        .forEach(name -> LOG.log(Level.WARNING, "{0} is offered twice; the first counts", name));
    snapshot = next;
    return next;
  }

  /**
   * What is offered once every provider has said so, or its time for that is over: somebody who asks while the process
   * starts should see what is there a moment later.
   */
  public Future<Snapshot> settled() {
    List<Future<Void>> waiting = sources.stream()
        .map(source -> source.provider().ready())
        .filter(ready -> !ready.isComplete())
        .toList();
    return waiting.isEmpty()
        ? Future.succeededFuture(snapshot())
        : Future.join(waiting).transform(all -> Future.succeededFuture(snapshot()));
  }

  /**
   * Who reads a URI that nobody lists: the one provider that may know more than it lists; null when there is none, or
   * several and so no telling which.
   */
  public @Nullable ResourceReader unlisted() {
    ResourceReader only = null;
    for (Source source : sources) {
      ResourceReader reader = source.provider().unlisted();
      if (reader != null && only != null) {
        return null;
      }
      only = reader == null ? only : reader;
    }
    return only;
  }

  /** How long and by whom a list may be kept that all providers are in. */
  public Outcome.CacheHint hint() {
    return sources.stream()
        .map(source -> source.provider().hint())
        .reduce(Outcome.CacheHint.ANY, Outcome.CacheHint::and);
  }

  /** Words for whoever asks for what nobody offers: which providers are not there now; empty when all are. */
  public String missing() {
    List<String> missing =
        sources.stream().flatMap(source -> source.provider().missing().stream()).toList();
    String more = missing.size() > MISSING_MAX ? ", and others" : "";
    return missing.isEmpty()
        ? ""
        : " (" + missing.stream().limit(MISSING_MAX).collect(Collectors.joining(", ")) + more + ")";
  }

  /** Somebody wants to be told of a resource, or nobody any more; whoever offers it hears of that. */
  public void watched(String uri, boolean wanted) {
    watches.watched(uri, wanted);
  }

  /** Adds a listener, called on the thread of whoever changes something; the returned handle takes it away again. */
  public Runnable listen(OfferListener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Adds a provider behind those that are there. */
  public void add(Provider provider) {
    sources.add(new Source(provider, provider.listen(relay)));
    allChanged();
  }

  /** Takes a provider away, and all it offers; nothing happens when it is not there. */
  public void remove(Provider provider) {
    List<Source> gone =
        sources.stream().filter(source -> source.provider() == provider).toList();
    if (sources.removeAll(gone)) {
      gone.forEach(source -> source.unlisten().run());
      allChanged();
    }
  }

  private void allChanged() {
    relay.toolsChanged();
    relay.promptsChanged();
    relay.resourcesChanged();
  }

  /** Passes on what providers tell. */
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
