package io.breakwater.options;

/**
 * Bounds of what a peer can send, hold open and wait for. Sizes are bytes unless the name says characters; times are
 * milliseconds.
 *
 * <p>Immutable.
 *
 * @param bodyBytesMax one request body
 * @param depthMax open containers of one message, the root included
 * @param tokensMax tokens of one message
 * @param nameBytesMax one member name
 * @param numberCharsMax one number
 * @param exponentMax its exponent, either sign
 * @param idBytesMax a request id that is a string
 * @param headBytesMax header fields together
 * @param inFlightBytesMax bodies being read or served, of all connections; 0 in, a quarter of the heap out
 * @param unsentBytesMax bytes that wait for a slow reader of one event stream
 * @param unsentMs bytes wait for a peer over stdio that takes none of them
 * @param bodyMs from the head of a request to the end of its body
 * @param idleConnectionMs a connection on which no byte moves
 * @param lingerMs from an answer that refuses a body to the close of its connection
 * @param drainMs what is in flight gets to end when the process is told to
 * @param keepAliveMs between two comments on every event stream
 * @param callMs a request without progress
 * @param callTotalMs a request, with progress or without
 * @param streamAfterMs a call that runs longer opens its event stream
 * @param questionMs a client's answer to a question of the server
 * @param stateMs age of a sealed state that still opens
 * @param stateBytesMax one sealed state
 * @param pageSize members of one page of a list
 * @param schemaDepthMax nesting of a tool's JSON Schema
 * @param subschemasMax subschemas of a tool's JSON Schema
 * @param regexMs matching all patterns of a schema against one value
 * @param subscriptionsMax subscriptions of one session or one listen stream
 * @param listenStreamsMax streams of {@code subscriptions/listen}
 * @param connectionsMax TCP connections
 */
public record Limits(
    @Setting(
        fallback = "4194304",
        min = 1,
        max = 1_073_741_824,
        about = "Largest request body; more is answered with 413")
    int bodyBytesMax,

    @Setting(
        fallback = "64",
        min = 1,
        max = 1000,
        about = "Objects and arrays open at the same time in one message, the root included")
    int depthMax,

    @Setting(
        fallback = "200000",
        min = 1,
        max = 100_000_000,
        about = "Tokens of one message: names, values, and each bracket; bounds the heap it takes")
    int tokensMax,

    @Setting(
        fallback = "1024",
        min = 1,
        max = 1_048_576,
        about = "Longest name of an object's member")
    int nameBytesMax,

    @Setting(fallback = "128", min = 1, max = 100_000, about = "Longest number")
    int numberCharsMax,

    @Setting(
        fallback = "400",
        min = 1,
        max = 1_000_000,
        about = "Largest exponent of a number, positive or negative")
    int exponentMax,

    @Setting(
        fallback = "1024",
        min = 1,
        max = 1_048_576,
        about = "Longest request id that is a string")
    int idBytesMax,

    @Setting(
        fallback = "16384",
        min = 256,
        max = 1_048_576,
        about =
            "Header fields together; more is answered with 431 (a request line may have 8192, then 414)")
    int headBytesMax,

    @Setting(
        fallback = "0",
        max = 1_099_511_627_776L,
        about =
            "Heap, about, that the bodies of unanswered requests take; more is answered with 503; 0 is a quarter of the heap")
    long inFlightBytesMax,

    @Setting(
        fallback = "1048576",
        min = 1,
        max = 1_073_741_824,
        about =
            "Bytes that wait for the reader of one event stream; then it is cut (over stdio nothing more is read then)")
    int unsentBytesMax,

    @Setting(
        fallback = "60000",
        min = 1,
        max = 86_400_000,
        about =
            "A peer over stdio that takes nothing of what waits for it for this long, or at the latest for twice as long, is cut")
    long unsentMs,

    @Setting(
        fallback = "60000",
        min = 1,
        max = 86_400_000,
        about = "Time for one request body to arrive; then 408")
    long bodyMs,

    @Setting(
        fallback = "60000",
        min = 1,
        max = 86_400_000,
        about =
            "A connection on which no byte moves for this long is closed, but not before limits.callMs and 15 s more, since a call may be silent that long")
    long idleConnectionMs,

    @Setting(
        fallback = "500",
        min = 1,
        max = 60_000,
        about =
            "Time between an answer that refuses a body and the close of its connection, so that the answer is read")
    long lingerMs,

    @Setting(
        fallback = "10000",
        max = 600_000,
        about = "Time that requests being served have to end when the process is stopped")
    long drainMs,

    @Setting(
        fallback = "15000",
        min = 1,
        max = 86_400_000,
        atMostHalfOf = "limits.idleConnectionMs",
        about = "Every open event stream gets a comment this often")
    long keepAliveMs,

    @Setting(
        fallback = "60000",
        min = 1,
        max = 86_400_000,
        atMost = "limits.callTotalMs",
        about = "Longest request without progress")
    long callMs,

    @Setting(
        fallback = "600000",
        min = 1,
        max = 86_400_000,
        about = "Longest request, whatever its progress")
    long callTotalMs,

    @Setting(
        fallback = "10000",
        min = 1,
        max = 86_400_000,
        atMostHalfOf = "limits.idleConnectionMs",
        about =
            "A call that runs longer opens its event stream, so that keep-alive comments can follow")
    long streamAfterMs,

    @Setting(
        fallback = "600000",
        min = 1,
        max = 86_400_000,
        about = "Time for a client to answer a question of the server")
    long questionMs,

    @Setting(
        fallback = "3600000",
        min = 1,
        max = 2_592_000_000L,
        about = "Oldest state of an unfinished call that a client can bring back")
    long stateMs,

    @Setting(
        fallback = "65536",
        min = 1,
        max = 1_073_741_824,
        atMost = "limits.bodyBytesMax",
        about = "Largest state of an unfinished call")
    int stateBytesMax,

    @Setting(fallback = "100", min = 1, max = 100_000, about = "Members of one page of a list")
    int pageSize,

    @Setting(fallback = "64", min = 1, max = 1000, about = "Deepest JSON Schema of a tool")
    int schemaDepthMax,

    @Setting(
        fallback = "10000",
        min = 1,
        max = 1_000_000,
        about = "Subschemas of the JSON Schema of a tool")
    int subschemasMax,

    @Setting(
        fallback = "100",
        min = 1,
        max = 60_000,
        about = "Time for all patterns of a JSON Schema together to match one value")
    long regexMs,

    @Setting(
        fallback = "1000",
        min = 1,
        max = 1_000_000,
        about = "Subscriptions of one session or of one listen stream")
    int subscriptionsMax,

    @Setting(
        fallback = "1000",
        min = 1,
        max = 1_000_000,
        about = "Open streams of subscriptions/listen, of all clients")
    int listenStreamsMax,

    @Setting(
        fallback = "10000",
        min = 1,
        max = 1_000_000,
        about = "Open TCP connections that have sent something; one more is closed at once")
    int connectionsMax) {

  public Limits {
    if (inFlightBytesMax == 0) {
      inFlightBytesMax = Runtime.getRuntime().maxMemory() / 4;
    }
  }
}
