package io.breakwater.http;

import io.breakwater.era.Era;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Endpoints of fake eras, which a test opens and closes. */
final class FakeRoutes implements Routes {
  final FakeEra era = new FakeEra();
  private final Map<String, One> named = new ConcurrentHashMap<>();

  /** One endpoint. */
  static final class One implements Served {
    final FakeEra era;
    volatile Phase phase = Phase.OPEN;

    One(FakeEra era) {
      this.era = era;
    }

    @Override
    public List<Era> eras() {
      return List.of(era);
    }

    @Override
    public Phase phase() {
      return phase;
    }
  }

  One open(String name) {
    One one = new One(new FakeEra());
    named.put(name, one);
    return one;
  }

  void remove(String name) {
    named.remove(name);
  }

  @Override
  public Served whole() {
    return new One(era);
  }

  @Override
  public @Nullable Served named(String name) {
    return named.get(name);
  }
}
