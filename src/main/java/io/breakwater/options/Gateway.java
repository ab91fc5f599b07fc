package io.breakwater.options;

import java.util.List;

/**
 * The servers behind this one, and bounds of what stands between them and a caller. Which servers those are is said in
 * {@code mcpServers}; an entry there can have other values of its own for some of these.
 *
 * <p>Immutable.
 *
 * @param servers files with {@code mcpServers}, the first first
 * @param prefix when a tool or prompt is offered as {@code server__tool}
 * @param depthMax objects and arrays open at the same time in one forwarded message
 * @param resultBytesMax bytes of one answer of a server
 * @param listMs for the lists of one server, in milliseconds
 * @param refreshMs between two readings of the lists of a server that does not tell of changes, in milliseconds
 * @param heldMax calls held open while their caller answers a question
 * @param heldMs that such a call waits, in milliseconds
 * @param sessionsMax connections to servers that belong to one caller, children included
 * @param idleMs that an unused connection of one caller or of a pool stays, in milliseconds
 * @param backoffMs before the second attempt to reach a server, in milliseconds
 * @param backoffMsMax before any later attempt, in milliseconds
 * @param crashesMax ends in a row
 * @param stableMs up before earlier ends are forgotten, in milliseconds
 * @param stderrLinesMax lines of one child that are logged in one second
 * @param reloadMs between two looks at the files, in milliseconds, or 0 for none
 */
public record Gateway(
    @Setting(
        max = 50,
        pattern = "\\S(.*\\S)?",
        expected = "files such as conf/servers.json",
        about =
            "Files with mcpServers; without one, those in conf/ whose root has mcpServers or servers")
    List<String> servers,

    @Setting(
        fallback = "always",
        about =
            "When a tool or prompt of a server is offered as server__tool: always, on a collision of two names, or never")
    Prefix prefix,

    @Setting(
        fallback = "40",
        min = 1,
        max = 1000,
        about =
            "Objects and arrays open at the same time in one message that is forwarded, the root included; deeper is answered with 400")
    int depthMax,

    @Setting(
        fallback = "16777216",
        min = 1,
        max = 1_073_741_824,
        about = "Largest answer of one server; a larger one fails its request")
    int resultBytesMax,

    @Setting(
        fallback = "10000",
        min = 1,
        max = 600_000,
        about =
            "Longest wait for the lists of one server; then the caller gets those of the others")
    long listMs,

    @Setting(
        fallback = "300000",
        min = 1,
        max = 86_400_000,
        about = "Lists of a server that does not tell of changes are read again this often")
    long refreshMs,

    @Setting(
        fallback = "1000",
        max = 1_000_000,
        about =
            "Calls held open at a server while their caller answers a question; one more is told that it cannot be asked")
    int heldMax,

    @Setting(
        fallback = "300000",
        min = 1,
        max = 86_400_000,
        about = "Longest that such a call is held open")
    long heldMs,

    @Setting(
        fallback = "1000",
        min = 1,
        max = 1_000_000,
        about =
            "Connections to servers that belong to one caller each, child processes included; one more is refused")
    int sessionsMax,

    @Setting(
        fallback = "600000",
        min = 1,
        max = 86_400_000,
        about = "A connection of one caller or of a pool that nobody uses is closed after this")
    long idleMs,

    @Setting(
        fallback = "1000",
        min = 1,
        max = 3_600_000,
        atMost = "gateway.backoffMsMax",
        about =
            "Wait before a server that ended or cannot be reached is tried again; doubles each time")
    long backoffMs,

    @Setting(fallback = "60000", min = 1, max = 86_400_000, about = "Longest of those waits")
    long backoffMsMax,

    @Setting(
        fallback = "5",
        min = 1,
        max = 1000,
        about = "Ends in a row after which a server counts as in a crash loop")
    int crashesMax,

    @Setting(
        fallback = "120000",
        min = 1,
        max = 86_400_000,
        about = "A server that is up for this long has its earlier ends forgotten")
    long stableMs,

    @Setting(
        fallback = "50",
        max = 100_000,
        about =
            "Lines of the stderr of one child process that are logged in one second; the rest is counted")
    int stderrLinesMax,

    @Setting(
        fallback = "2000",
        max = 86_400_000,
        about = "The files with mcpServers are looked at this often for changes; 0 never")
    long reloadMs) {

  public Gateway {
    servers = List.copyOf(servers);
  }

  /** When the name of a server stands before the name of its tool or prompt. */
  public enum Prefix {
    /** Whatever the names are. */
    ALWAYS,
    /** Where two servers offer the same name. */
    COLLISION,
    /** Nowhere: of two that are the same, the first is offered. */
    NEVER
  }
}
