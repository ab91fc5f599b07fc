package io.breakwater.legacy;

import io.breakwater.dispatch.Change;
import io.breakwater.dispatch.Changes;
import io.breakwater.dispatch.Clock;
import io.breakwater.dispatch.Dispatcher;
import io.breakwater.dispatch.Seal;
import io.breakwater.rpc.Refusal;
import io.breakwater.spec.ErrorCodes;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All sessions of this process. Each is owned by the event loop on which it was opened; its id, which only we can read,
 * says which. A request that lands on another loop hops once, here.
 *
 * <p>Thread-safe; the sessions of a loop are confined to it.
 */
public final class Sessions {
  private static final String PURPOSE = "session";
  private static final int ID_CHARS_MAX = 512;
  private static final int KEY_BYTES = 16;

  private final Dispatcher dispatcher;
  private final Clock clock;
  private final Seal seal;
  private final SessionSettings settings;
  private final SessionSettings channelSettings;
  private final AtomicInteger count = new AtomicInteger();
  private final Map<String, Integer> countByPrincipal = new ConcurrentHashMap<>();
  private final List<Shelf> shelves = new CopyOnWriteArrayList<>();
  private final Changes changes;
  private final Runnable stopListening;
  private volatile boolean closed;

  /** The sessions of one loop. */
  private static final class Shelf {
    final int index;
    final Context loop;
    final EventLoop eventLoop;
    final Map<String, Session> sessions = new HashMap<>();

    Shelf(int index, ContextInternal loop) {
      this.index = index;
      this.loop = loop;
      this.eventLoop = loop.nettyEventLoop();
    }
  }

  /** A session and the id under which its client knows it. */
  record Opened(String id, Session session) {}

  public Sessions(
      Dispatcher dispatcher, Clock clock, Seal seal, SessionSettings settings, Changes changes) {
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.seal = seal;
    this.settings = settings;
    this.channelSettings = settings.withoutEvents();
    this.changes = changes;
    this.stopListening = changes.listen(this::changed);
  }

  /** How many sessions there are now. */
  public int count() {
    return count.get();
  }

  SessionSettings settings() {
    return settings;
  }

  /** Opens a session on the given loop; called there. */
  Opened open(Context loop, Handshake handshake) {
    return open(loop, handshake, settings);
  }

  /** Opens a session of a peer on one channel. */
  Opened openOnChannel(Context loop, Handshake handshake) {
    return open(loop, handshake, channelSettings);
  }

  private Opened open(Context loop, Handshake handshake, SessionSettings ofSession) {
    admit(handshake.principal());
    Shelf shelf = shelf((ContextInternal) loop);
    byte[] key = Seal.randomBytes(KEY_BYTES);
    String name = name(key);
    Session session =
        new Session(shelf.loop, handshake, dispatcher, clock, ofSession, changes::watch, () -> {
          shelf.sessions.remove(name);
          release(handshake.principal());
        });
    shelf.sessions.put(name, session);
    byte[] content = ByteBuffer.allocate(Integer.BYTES + KEY_BYTES)
        .putInt(shelf.index)
        .put(key)
        .array();
    return new Opened(seal.seal(PURPOSE, handshake.principal(), content), session);
  }

  private void admit(@Nullable String principal) {
    if (closed) {
      throw Refusal.of(503, ErrorCodes.INTERNAL_ERROR, "No more sessions: the server stops")
          .header("Retry-After", "10");
    }
    if (count.incrementAndGet() > settings.countMax()) {
      count.decrementAndGet();
      throw Refusal.of(
              503,
              ErrorCodes.INTERNAL_ERROR,
              "Too many sessions: " + settings.countMax() + " (sessions.countMax)")
          .header("Retry-After", "10");
    }
    if (principal != null
        && countByPrincipal.merge(principal, 1, Integer::sum) > settings.perPrincipalMax()) {
      release(principal);
      throw Refusal.of(
              429,
              ErrorCodes.INTERNAL_ERROR,
              "Too many sessions: " + settings.perPrincipalMax()
                  + " of one principal (sessions.perPrincipalMax)")
          .header("Retry-After", "10");
    }
  }

  private void release(@Nullable String principal) {
    count.decrementAndGet();
    if (principal != null) {
      countByPrincipal.computeIfPresent(principal, (name, held) -> held > 1 ? held - 1 : null);
    }
  }

  /** Runs the task with the session of this id, on its loop; with null when there is none for this principal. */
  void with(String id, @Nullable String principal, Consumer<@Nullable Session> task) {
    byte[] content =
        id.length() > ID_CHARS_MAX ? null : seal.open(PURPOSE, principal, id, Long.MAX_VALUE);
    int index = content == null || content.length != Integer.BYTES + KEY_BYTES
        ? -1
        : ByteBuffer.wrap(content).getInt();
    if (content == null || index < 0 || index >= shelves.size()) {
      task.accept(null);
      return;
    }
    Shelf shelf = shelves.get(index);
    byte[] key = new byte[KEY_BYTES];
    System.arraycopy(content, Integer.BYTES, key, 0, KEY_BYTES);
    onLoop(shelf, () -> task.accept(shelf.sessions.get(name(key))));
  }

  private static void onLoop(Shelf shelf, Runnable task) {
    if (shelf.eventLoop.inEventLoop()) {
      task.run();
    } else {
      shelf.loop.runOnContext(ignored -> task.run());
    }
  }

  private static String name(byte[] key) {
    return Base64.getEncoder().encodeToString(key);
  }

  private Shelf shelf(ContextInternal loop) {
    EventLoop eventLoop = loop.nettyEventLoop();
    for (Shelf shelf : shelves) {
      if (shelf.eventLoop == eventLoop) {
        return shelf;
      }
    }
    synchronized (shelves) {
      // Only this loop adds its own shelf, so nobody else can have added it meanwhile.
      Shelf shelf = new Shelf(shelves.size(), loop.unwrap());
      shelves.add(shelf);
      return shelf;
    }
  }

  private void changed(Change change) {
    shelves.forEach(shelf -> onLoop(
        shelf,
        () -> List.copyOf(shelf.sessions.values()).forEach(session -> session.changed(change))));
  }

  /** Ends all sessions, and opens no more. */
  public Future<Void> close() {
    closed = true;
    stopListening.run();
    List<Future<Void>> closings = new ArrayList<>();
    for (Shelf shelf : shelves) {
      Promise<Void> promise = Promise.promise();
      onLoop(shelf, () -> {
        List.copyOf(shelf.sessions.values()).forEach(Session::close);
        promise.complete();
      });
      closings.add(promise.future());
    }
    return Future.all(closings).mapEmpty();
  }
}
