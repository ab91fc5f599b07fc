package io.breakwater.options;

/**
 * Where handlers run that block a thread.
 *
 * <p>Immutable.
 *
 * @param threadsMax calls that run at the same time
 * @param queueMax calls that wait for one of them to end
 */
public record Blocking(
    @Setting(
        fallback = "64",
        min = 1,
        max = 10_000,
        about = "Blocking calls that run at the same time")
    int threadsMax,

    @Setting(
        fallback = "256",
        max = 1_000_000,
        about = "Blocking calls that wait for a thread; one more is refused")
    int queueMax) {}
