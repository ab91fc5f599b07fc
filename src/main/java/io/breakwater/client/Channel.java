package io.breakwater.client;

import io.breakwater.rpc.Message;
import io.breakwater.rpc.RequestId;
import io.breakwater.spec.Revision;
import io.vertx.core.Future;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How messages travel between the client and one server, whatever they say. What comes in goes to the {@link Inbox}, in
 * order, already judged by the guard.
 *
 * <pre>
 * NEW -- open --> OPEN -- close, or the server goes --> CLOSED
 * </pre>
 *
 * <p>Confined to the loop of its client: every verb is called there, and every future completes there.
 */
interface Channel {

  /** Opens the way: starts the child, or the event stream. Over Streamable HTTP nothing is said yet. */
  Future<Void> open(Inbox inbox);

  /**
   * Sends a message. Completes, for a request over Streamable HTTP, when its response is at its end, and otherwise when
   * the message is on its way. Fails with a {@link ClientException} when it was not taken or nothing more will come
   * for it; for a request that may have been served all the same, see {@link ClientException#mayHaveRun()}.
   *
   * @param headers what HTTP repeats of the message: {@code Mcp-Method} and its like; other channels ignore them
   */
  Future<Void> send(Message message, Map<String, String> headers);

  /** Nobody waits for the answer to this request any more: where it has a response of its own, that is cut. */
  void abandon(RequestId id);

  /**
   * Whether this request waits for credentials, which somebody may have to fetch: that is no time of the server's, and has
   * a bound of its own.
   */
  default boolean authorizing(RequestId id) {
    return false;
  }

  /** Whether anything waits for credentials just now. */
  default boolean authorizing() {
    return false;
  }

  /** Whether a request is cancelled by {@link #abandon} alone in the modern era, as over Streamable HTTP. */
  boolean cancelsByAbandoning();

  /** What era and revision everything from now on is sent in; null undoes it, for a handshake that starts anew. */
  void agreed(@Nullable Revision revision);

  /**
   * The legacy handshake is done: hears what belongs to no request, where that takes a stream of its own. Completes when the
   * server has opened it or has none, and soon if it does not say: a server may ask its first question there.
   */
  Future<Void> listen();

  /** Ends the way, and whatever stands behind it: session, child process and its children. In bounded time. */
  Future<Void> close();

  /** Where messages go. Called on the loop of the client; throws nothing. */
  interface Inbox {

    /**
     * A message of the server.
     *
     * @param about the request in whose response it came, or null on a channel that all requests share
     */
    void received(Message message, @Nullable RequestId about);

    /**
     * Something came that is no message: too large, too deep, not JSON, not JSON-RPC. It was dropped, and the channel goes
     * on.
     *
     * @param about as above; its answer will not come
     */
    void dropped(ClientException why, @Nullable RequestId about);

    /** The channel has ended by itself: no answer will come any more. */
    void closed(ClientException why);
  }
}
