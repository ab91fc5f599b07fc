package io.breakwater.options;

/**
 * Bounds of our own client, which speaks to other servers. What it reads is bounded by {@code limits.bodyBytesMax},
 * {@code limits.depthMax} and their like: one response body, one event, one line.
 *
 * <p>Immutable.
 *
 * @param connectMs until a connection is there, in milliseconds
 * @param probeMs for the first answer of a server, in milliseconds
 * @param callMs a request without progress, in milliseconds
 * @param callTotalMs a request, with progress or without, in milliseconds
 * @param closeMs that a child process gets to end by itself, in milliseconds
 * @param connectionsMax connections to one server
 * @param waitingMax requests that wait for a connection
 * @param inFlightMax requests to one server without an answer
 * @param unsentBytesMax bytes that wait for a child process that does not read
 * @param questionsMax questions of one server being answered
 * @param roundsMax how often one request may ask for input
 * @param pagesMax pages of one list
 * @param itemsMax members of one list, of all its pages
 * @param listBytesMax bytes of one list as JSON, of all its pages, and of everything that is kept of one server
 * @param authorizeMs until somebody has signed in, in milliseconds
 * @param cachedListMs longest that a list is kept, whatever its server allows, in milliseconds
 * @param reconnectsMax attempts in a row to resume an event stream
 */
public record Client(
    @Setting(
        fallback = "10000",
        min = 1,
        max = 600_000,
        about = "Time for a connection to another server to be made")
    long connectMs,

    @Setting(
        fallback = "10000",
        min = 1,
        max = 600_000,
        about = "Time for another server to answer the first request, which finds out its era")
    long probeMs,

    @Setting(
        fallback = "60000",
        min = 1,
        max = 86_400_000,
        atMost = "client.callTotalMs",
        about = "Longest request to another server without progress")
    long callMs,

    @Setting(
        fallback = "600000",
        min = 1,
        max = 86_400_000,
        about = "Longest request to another server, whatever its progress")
    long callTotalMs,

    @Setting(
        fallback = "3000",
        min = 1,
        max = 600_000,
        about =
            "Time for a child process to end after its input was closed; then it is told to, and after as long again killed, with all its children")
    long closeMs,

    @Setting(fallback = "64", min = 1, max = 10_000, about = "Connections to one other server")
    int connectionsMax,

    @Setting(
        fallback = "256",
        max = 1_000_000,
        about = "Requests that wait for one of those connections; one more is refused")
    int waitingMax,

    @Setting(
        fallback = "256",
        min = 1,
        max = 1_000_000,
        about = "Requests to one other server that have no answer yet; one more is refused")
    int inFlightMax,

    @Setting(
        fallback = "16777216",
        min = 1,
        max = 1_073_741_824,
        about = "Bytes that wait for a child process that does not read; then requests are refused")
    int unsentBytesMax,

    @Setting(
        fallback = "16",
        min = 1,
        max = 10_000,
        about = "Questions of one other server that are being answered; one more is refused")
    int questionsMax,

    @Setting(
        fallback = "16",
        min = 1,
        max = 1000,
        about = "How often one request to another server may ask for input")
    int roundsMax,

    @Setting(
        fallback = "1000",
        min = 1,
        max = 100_000,
        about = "Pages of one list of another server; what follows is left out with a warning")
    int pagesMax,

    @Setting(
        fallback = "10000",
        min = 1,
        max = 1_000_000,
        about = "Members of one list of another server; what follows is left out with a warning")
    int itemsMax,

    @Setting(
        fallback = "67108864",
        min = 1,
        max = 1_073_741_824,
        about =
            "Bytes of one list of another server, of all its pages, and of what is kept of it; what follows is left out with a warning")
    long listBytesMax,

    @Setting(
        fallback = "600000",
        min = 1,
        max = 86_400_000,
        about = "Time for credentials to be obtained for another server, by whoever has to sign in")
    long authorizeMs,

    @Setting(
        fallback = "300000",
        max = 86_400_000,
        about = "Longest that a list of another server is kept, whatever that server allows")
    long cachedListMs,

    @Setting(
        fallback = "5",
        max = 1000,
        about = "Attempts in a row to resume an event stream of another server")
    int reconnectsMax) {}
