package io.breakwater.options;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The configuration cannot be used. Carries everything that is wrong with it; the message has one line for each.
 *
 * <p>Immutable.
 */
public final class Mistakes extends RuntimeException {
  private final List<Mistake> list;

  /** @param list at least one */
  public Mistakes(List<Mistake> list) {
    // Whoever wrote the configuration reads this; where in our code it was found tells them
    // nothing.
    super(
        list.stream().map(Mistake::toString).collect(Collectors.joining("\n")), null, false, false);
    this.list = List.copyOf(list);
  }

  /** In the order of the sources, then of the settings. */
  public List<Mistake> list() {
    return list;
  }
}
