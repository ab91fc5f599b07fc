package io.breakwater.launch;

/**
 * What a server carries at one moment, in numbers.
 *
 * <p>Immutable.
 *
 * @param connections open connections of its own listeners; those of a router it is mounted on are not its own
 * @param bodies request bodies being read
 * @param bodyBytes heap that bodies take, about: those being read and those of requests that are not answered
 * @param sessions of revisions before 2026-07-28
 * @param listenStreams of {@code subscriptions/listen}
 */
public record Load(int connections, int bodies, long bodyBytes, int sessions, int listenStreams) {}
