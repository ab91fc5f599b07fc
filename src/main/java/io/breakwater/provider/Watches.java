package io.breakwater.provider;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The resources that somebody wants to be told of, and which provider was asked to tell. One that takes the place of
 * another is asked as soon as it offers the resource; so is the first one, when it comes later than the wish.
 *
 * <p>Thread-safe: what is done for one resource is done in order.
 */
public final class Watches {
  private final Supplier<List<? extends Provider>> providers;
  private final Map<String, Watch> byUri = new ConcurrentHashMap<>();

  /** @param asked to tell, or null while nobody offers the resource */
  private record Watch(@Nullable Provider asked) {}

  /** @param providers those that there are now, the first first; with the same ones, the same objects */
  public Watches(Supplier<List<? extends Provider>> providers) {
    this.providers = providers;
  }

  /** Somebody wants to be told of a resource, or nobody any more. */
  public void watched(String uri, boolean wanted) {
    byUri.compute(uri, (key, before) -> {
      if (wanted) {
        return before == null ? ask(uri) : before;
      }
      if (before != null && before.asked() != null) {
        before.asked().watched(uri, false);
      }
      return null;
    });
  }

  /** Providers came or went, or have other resources. Whoever was asked stays so while it is there. */
  public void again() {
    for (String uri : byUri.keySet()) {
      byUri.computeIfPresent(uri, (key, watch) -> {
        Provider asked = watch.asked();
        if (asked == null) {
          return ask(uri);
        }
        if (providers.get().contains(asked)) {
          return watch;
        }
        asked.watched(uri, false);
        return ask(uri);
      });
    }
  }

  private Watch ask(String uri) {
    for (Provider provider : providers.get()) {
      if (offers(provider.offers(), uri)) {
        provider.watched(uri, true);
        return new Watch(provider);
      }
    }
    return new Watch(null);
  }

  private static boolean offers(Offers offers, String uri) {
    return offers.resources().stream().anyMatch(resource -> resource.uri().equals(uri))
        || offers.templates().stream().anyMatch(template -> template.matches(uri));
  }
}
