package io.breakwater.client;

/**
 * What is wrong with a server, told at a bounded rate: whoever floods us must not flood the log.
 *
 * <p>Confined to the loop of its client.
 */
final class Warnings {
  private static final int PER_MINUTE_MAX = 20;
  private static final long MINUTE_NS = 60_000_000_000L;

  private final ClientListener listener;
  private long sinceNs = System.nanoTime();
  private int told;
  private long untold;

  Warnings(ClientListener listener) {
    this.listener = listener;
  }

  void warn(String text) {
    long nowNs = System.nanoTime();
    if (nowNs - sinceNs > MINUTE_NS) {
      sinceNs = nowNs;
      told = 0;
    }
    if (told >= PER_MINUTE_MAX) {
      untold++;
      return;
    }
    told++;
    listener.warned(
        untold > 0 ? text + " (" + untold + " warnings before this were left out)" : text);
    untold = 0;
  }
}
