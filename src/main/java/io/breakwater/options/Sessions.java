package io.breakwater.options;

/**
 * Bounds of sessions, which the revisions before 2026-07-28 have.
 *
 * <p>Immutable.
 *
 * @param countMax sessions of the process
 * @param perPrincipalMax sessions of one principal
 * @param idleMs a session without a request or an open stream ends after this, in milliseconds
 * @param openingMs an {@code initialize} that nothing follows ends after this, in milliseconds
 * @param inFlightMax requests of one session being served
 * @param streamsMax event streams of one session
 * @param questionsMax questions to the client of one session that wait for an answer
 * @param eventsMax events of one session kept for resumption
 * @param eventBytesMax bytes of those events
 * @param eventsMs age at which they go, in milliseconds
 * @param subscriptionBytesMax bytes of the resource URIs to which one session is subscribed
 * @param batchMax messages in one batch of revision 2025-03-26
 */
public record Sessions(
    @Setting(
        fallback = "10000",
        min = 1,
        max = 10_000_000,
        about = "Sessions of the process; one more is answered with 503")
    int countMax,

    @Setting(
        fallback = "100",
        min = 1,
        max = 10_000_000,
        atMost = "sessions.countMax",
        about =
            "Sessions of one authenticated principal; one more is answered with 429; without authentication nobody is one, and it bounds nothing")
    int perPrincipalMax,

    @Setting(
        fallback = "1800000",
        min = 1,
        max = 2_592_000_000L,
        about = "A session without a request or an open stream ends after this")
    long idleMs,

    @Setting(
        fallback = "60000",
        min = 1,
        max = 2_592_000_000L,
        atMost = "sessions.idleMs",
        about = "A session whose initialize nothing follows ends after this")
    long openingMs,

    @Setting(
        fallback = "64",
        min = 1,
        max = 100_000,
        about = "Requests of one session being served; one more is answered with 429")
    int inFlightMax,

    @Setting(
        fallback = "8",
        min = 1,
        max = 10_000,
        about = "Event streams that one session has open with GET; one more is answered with 429")
    int streamsMax,

    @Setting(
        fallback = "64",
        min = 1,
        max = 100_000,
        about = "Questions to the client of one session that wait for an answer")
    int questionsMax,

    @Setting(
        fallback = "1000",
        max = 1_000_000,
        about = "Events of one session kept for a stream that is resumed; 0 keeps none")
    int eventsMax,

    @Setting(
        fallback = "1048576",
        max = 1_073_741_824,
        about = "Bytes of those events; the oldest go first")
    int eventBytesMax,

    @Setting(
        fallback = "300000",
        min = 1,
        max = 2_592_000_000L,
        about = "Oldest of those events; a stream is not resumed after this")
    long eventsMs,

    @Setting(
        fallback = "65536",
        min = 1024,
        max = 16_777_216,
        about = "Bytes of the resource URIs to which one session is subscribed")
    int subscriptionBytesMax,

    @Setting(
        fallback = "64",
        min = 1,
        max = 10_000,
        about = "Messages in one batch of revision 2025-03-26")
    int batchMax,

    @Setting(
        fallback = "8192",
        min = 1024,
        max = 16_777_216,
        about = "Bytes of what a client says of itself in initialize")
    int clientBytesMax,

    @Setting(
        fallback = "16",
        min = 1,
        max = 1000,
        about = "How often one request may ask the client for input")
    int roundsMax,

    @Setting(
        fallback = "1000",
        min = 1,
        max = 3_600_000,
        about = "How long a client whose event stream ends is asked to wait before it comes back")
    long retryMs) {}
