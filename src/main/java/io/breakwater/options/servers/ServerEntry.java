package io.breakwater.options.servers;

import io.breakwater.options.Gateway;
import java.util.List;
import java.util.Map;

/**
 * One server behind this one, as an entry of {@code mcpServers} says it. Two that are equal need no restart.
 *
 * <p>Immutable.
 *
 * @param name its key in the map, 1 to 64 characters
 * @param reach where it is
 * @param callMs longest request without progress, in milliseconds; 0 for {@code client.callMs}
 * @param sharing whose a connection is
 * @param poolSize connections of a pool, at least 1; without a meaning otherwise
 * @param prefix when its name stands before its tools and prompts
 * @param tools which are offered, and as what
 * @param prompts which are offered, and as what
 * @param depthMax objects and arrays open at the same time in a message that is forwarded to it
 * @param resultBytesMax bytes of one answer
 * @param forwardHeaders names of headers of the caller that it gets, in lower case
 * @param era which era of the protocol is spoken
 * @param idleMs that an unused connection stays that is not shared, in milliseconds
 */
public record ServerEntry(
    String name,
    Reach reach,
    long callMs,
    Sharing sharing,
    int poolSize,
    Gateway.Prefix prefix,
    Naming tools,
    Naming prompts,
    int depthMax,
    int resultBytesMax,
    List<String> forwardHeaders,
    EraWish era,
    long idleMs) {

  /** Tells a child process how many gateways stand before it: one that finds itself behind itself must come to an end. */
  public static final String DEPTH_VARIABLE = "BREAKWATER_BEHIND";

  /** Gateways that may stand one behind the other as child processes. */
  public static final int DEPTH_MAX = 4;

  /** How many gateways stand before this process, as its environment says. */
  public static int depth(Map<String, String> environment) {
    String depth = environment.getOrDefault(DEPTH_VARIABLE, "0");
    return depth.matches("\\d{1,4}") ? Integer.parseInt(depth) : 0;
  }

  public ServerEntry {
    forwardHeaders = List.copyOf(forwardHeaders);
  }

  /** An entry that says no more than where the server is. */
  public static ServerEntry of(String name, Reach reach, Gateway gateway) {
    return new ServerEntry(
        name,
        reach,
        0,
        usual(reach),
        1,
        gateway.prefix(),
        Naming.ALL,
        Naming.ALL,
        gateway.depthMax(),
        gateway.resultBytesMax(),
        List.of(),
        EraWish.AUTO,
        gateway.idleMs());
  }

  /**
   * Whose a connection is where the entry does not say: a program runs once, as it does under a desktop client; what is
   * behind a URL tells callers apart by their session.
   */
  static Sharing usual(Reach reach) {
    return reach instanceof Reach.Command ? Sharing.SHARED : Sharing.SESSION;
  }

  /**
   * The name as it stands before {@code __}: letters, digits, {@code _} and
   * {@code -}; every other character is a {@code _}. No two entries of one {@link Servers} have the same.
   */
  public String prefixName() {
    return prefixName(name);
  }

  /** The name as it stands in the path of its own endpoint: as it is, unless a path would take it for more than one step. */
  public String routeName() {
    return name.matches("[^/\\\\]+") && !name.matches("\\.\\.?") ? name : prefixName();
  }

  static String prefixName(String name) {
    return name.replaceAll("[^A-Za-z0-9_-]", "_");
  }
}
