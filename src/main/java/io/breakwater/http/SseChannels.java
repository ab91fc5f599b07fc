package io.breakwater.http;

import io.breakwater.dispatch.Seal;
import io.breakwater.era.Era;
import io.breakwater.options.Options;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.vertx.core.Vertx;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The clients of HTTP+SSE that are connected now, by an id that cannot be guessed and that only their own event stream
 * tells them. There may be as many as there may be sessions, since each opens one.
 *
 * <p>Thread-safe: a POST lands on any loop and finds its channel here, which hops to its own.
 */
public final class SseChannels {
  private static final int ID_BYTES = 24;

  private final Vertx vertx;
  private final Options options;
  private final List<Era> eras;
  private final Map<String, SseChannel> channels = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private final Map<String, Integer> countByPrincipal = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** @param eras those that know this transport; the first that serves a message gets it */
  public SseChannels(Vertx vertx, Options options, List<Era> eras) {
    this.vertx = vertx;
    this.options = options;
    this.eras = List.copyOf(eras);
  }

  /** How many are connected now. */
  public int count() {
    return count.get();
  }

  /** Opens a channel on an exchange. Throws a refusal when there are too many. */
  void open(HttpExchange exchange, String messagePath) {
    String principal = exchange.head().principal();
    admit(principal);
    String id = Base64.getUrlEncoder().withoutPadding().encodeToString(Seal.randomBytes(ID_BYTES));
    SseChannel channel = new SseChannel(vertx, exchange, eras, options, () -> {
      channels.remove(id);
      release(principal);
    });
    channels.put(id, channel);
    channel.open(messagePath + "?sessionId=" + id, options.sessions().openingMs());
    if (closed) {
      channel.close();
    }
  }

  private void admit(@Nullable String principal) {
    int max = options.sessions().countMax();
    int perPrincipalMax = options.sessions().perPrincipalMax();
    if (count.incrementAndGet() > max) {
      count.decrementAndGet();
      throw tooMany(503, max + " (sessions.countMax)");
    }
    if (principal != null && countByPrincipal.merge(principal, 1, Integer::sum) > perPrincipalMax) {
      release(principal);
      throw tooMany(429, perPrincipalMax + " of one principal (sessions.perPrincipalMax)");
    }
  }

  private static Refusal tooMany(int status, String bound) {
    return Refusal.of(status, ErrorCodes.INTERNAL_ERROR, "Too many sessions: " + bound)
        .header("Retry-After", "10");
  }

  private void release(@Nullable String principal) {
    count.decrementAndGet();
    if (principal != null) {
      countByPrincipal.computeIfPresent(principal, (name, held) -> held > 1 ? held - 1 : null);
    }
  }

  /** The channel of this id. Throws a refusal when it is not there, or another principal's. */
  SseChannel of(String id, @Nullable String principal) {
    SseChannel channel = channels.get(id);
    if (channel == null || !channel.belongsTo(principal)) {
      throw unknown();
    }
    return channel;
  }

  static Refusal unknown() {
    return ContentRules.refusal(
        404, "Session not found: its event stream ended, or never was (open a new one)");
  }

  /** Ends all event streams, and opens no more. */
  public void close() {
    closed = true;
    channels.values().forEach(SseChannel::close);
  }
}
