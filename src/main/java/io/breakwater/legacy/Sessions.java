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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All sessions of one endpoint. Each is owned by the event loop on which it was opened; its id, which only we can read,
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
  private final SessionCount count;
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

  /** @param count of those that share the bounds */
  public Sessions(
      Dispatcher dispatcher,
      Clock clock,
      Seal seal,
      SessionSettings settings,
      Changes changes,
      SessionCount count) {
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.seal = seal;
    this.settings = settings;
    this.count = count;
    this.channelSettings = settings.withoutEvents();
    this.changes = changes;
    this.stopListening = changes.listen(this::changed);
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
    if (closed) {
      throw closing();
    }
    count.enter(handshake.principal());
    Shelf shelf = shelf((ContextInternal) loop);
    byte[] key = Seal.randomBytes(KEY_BYTES);
    String name = name(key);
    Session session =
        new Session(shelf.loop, handshake, dispatcher, clock, ofSession, changes::watch, () -> {
          shelf.sessions.remove(name);
          count.leave(handshake.principal());
        });
    shelf.sessions.put(name, session);
    // Asked last: whoever closes either is seen here or sees the session.
    if (closed) {
      session.close();
      throw closing();
    }
    byte[] content = ByteBuffer.allocate(Integer.BYTES + KEY_BYTES)
        .putInt(shelf.index)
        .put(key)
        .array();
    return new Opened(seal.seal(PURPOSE, handshake.principal(), content), session);
  }

  private static Refusal closing() {
    return Refusal.of(503, ErrorCodes.INTERNAL_ERROR, "No more sessions: the server stops")
        .header("Retry-After", "10");
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
