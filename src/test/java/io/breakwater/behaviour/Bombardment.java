package io.breakwater.behaviour;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Many hostile peers at once, on one thread of their own.
 *
 * <p>Thread-safe; a peer is confined to that thread.
 */
final class Bombardment implements AutoCloseable {
  private static final int QUEUE_BYTES = 32_768;
  private static final long DRIP_MS = 20;
  private static final long PATIENCE_MS = 60_000;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final NetClient client = vertx.createNetClient(
      new NetClientOptions().setConnectTimeout(30_000).setSendBufferSize(QUEUE_BYTES));
  private final int port;

  Bombardment(int port) {
    this.port = port;
  }

  /** Sends so many, of all kinds in turn. What comes back is what went other than expected. */
  List<String> send(int count) {
    List<Future<String>> all = new ArrayList<>();
    Bomb[] kinds = Bomb.values();
    for (int i = 0; i < count; i++) {
      Bomb bomb = kinds[i % kinds.length];
      all.add(client
          .connect(port, "127.0.0.1")
          .compose(socket -> new Peer(socket, bomb).send())
          .otherwise(failure -> bomb + ": " + failure));
    }
    TestServer.await(Future.join(all), PATIENCE_MS + 30_000);
    return all.stream()
        .map(Future::result)
        .filter(complaint -> !complaint.isEmpty())
        .toList();
  }

  /** One of them. */
  private final class Peer {
    private final NetSocket socket;
    private final Bomb bomb;
    private final Promise<String> gone = Promise.promise();
    private final Buffer heard = Buffer.buffer();
    private int left;

    Peer(NetSocket socket, Bomb bomb) {
      this.socket = socket;
      this.bomb = bomb;
      this.left = bomb.then == Bomb.Then.DRIPS ? 0 : bomb.bytes;
    }

    /** The future completes when the connection is closed, with a complaint or with nothing. */
    Future<String> send() {
      socket.setWriteQueueMaxSize(QUEUE_BYTES);
      socket.exceptionHandler(severed -> {});
      socket.handler(bytes -> {
        if (heard.length() < 64) {
          heard.appendBuffer(bytes);
        }
      });
      socket.closeHandler(closed -> gone.tryComplete(complaint()));
      long timer = vertx.setTimer(
          PATIENCE_MS, late -> gone.tryComplete(bomb + ": the connection was not closed"));
      write(bomb.head);
      more();
      return gone.future().onComplete(done -> vertx.cancelTimer(timer));
    }

    private void more() {
      while (left > 0 && !socket.writeQueueFull()) {
        int length = Math.min(left, bomb.piece.length());
        write(bomb.piece.slice(0, length));
        left -= length;
      }
      if (left > 0) {
        socket.drainHandler(drained -> more());
      } else if (bomb.then == Bomb.Then.GOES) {
        socket.close().onFailure(severed -> {});
      } else if (bomb.then == Bomb.Then.DRIPS) {
        long timer = vertx.setPeriodic(DRIP_MS, tick -> write(bomb.piece.slice(0, 1)));
        gone.future().onComplete(done -> vertx.cancelTimer(timer));
      }
    }

    private void write(Buffer bytes) {
      socket.write(bytes).onFailure(severed -> left = 0);
    }

    /**
     * What is wrong with the answer. One that a reset has swallowed is not missed, since this peer did not stop to read;
     * and among a thousand any body may be too slow.
     */
    private String complaint() {
      String answer = heard.toString();
      boolean right = answer.isEmpty()
          || bomb.status == 0
          || answer.startsWith("HTTP/1.1 " + bomb.status + " ")
          || answer.startsWith("HTTP/1.1 408 ");
      return right ? "" : bomb + ": " + answer.lines().findFirst().orElse("");
    }
  }

  @Override
  public void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }
}
