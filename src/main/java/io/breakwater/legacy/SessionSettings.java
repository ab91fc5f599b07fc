package io.breakwater.legacy;

/**
 * The bounds of one session; {@link SessionCount} has those of all together. Times are milliseconds.
 *
 * <p>Immutable.
 *
 * @param idleMs after this long without a request or an open stream a session ends
 * @param openingMs the same for a session of which nothing came after {@code initialize}
 * @param inFlightMax requests being served in one session
 * @param streamsMax event streams open at once in one session, besides those that answer a POST
 * @param questionsMax requests to the client that wait for their answer
 * @param questionMs how long one may wait
 * @param eventsMax events kept for resumption
 * @param eventBytesMax their size in bytes
 * @param eventsMs how long they are kept
 * @param subscriptionsMax resources that one session is told of
 * @param subscriptionBytesMax size of their URIs in bytes
 * @param clientBytesMax size of what a client says of itself in {@code initialize}, in bytes
 * @param batchMax messages in one batch
 * @param roundsMax how often one request may ask for input
 * @param streamAfterMs after this long a running request opens its event stream
 * @param retryMs how long a client is asked to wait before it reconnects
 * @param idBytesMax longest request id, in bytes
 */
public record SessionSettings(
    long idleMs,
    long openingMs,
    int inFlightMax,
    int streamsMax,
    int questionsMax,
    long questionMs,
    int eventsMax,
    int eventBytesMax,
    long eventsMs,
    int subscriptionsMax,
    int subscriptionBytesMax,
    int clientBytesMax,
    int batchMax,
    int roundsMax,
    long streamAfterMs,
    long retryMs,
    int idBytesMax) {

  /** The same for a peer on one channel, which cannot resume a stream: no event is kept. */
  SessionSettings withoutEvents() {
    return new SessionSettings(
        idleMs,
        openingMs,
        inFlightMax,
        streamsMax,
        questionsMax,
        questionMs,
        0,
        0,
        eventsMs,
        subscriptionsMax,
        subscriptionBytesMax,
        clientBytesMax,
        batchMax,
        roundsMax,
        streamAfterMs,
        retryMs,
        idBytesMax);
  }
}
