package io.breakwater.provider.upstream;

import io.breakwater.options.servers.ServerEntry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * The names under which the tools and prompts of several servers stand together: {@code server__tool}, where the policy of
 * the server wants a prefix. A name that is longer than clients take is cut, and ends in a mark that depends on the whole
 * of it alone, so that it is the same after a restart.
 */
final class ExposedNames {
  /** What the strictest of the large hosted clients take. */
  static final int CHARS_MAX = 64;

  private static final String BETWEEN = "__";
  private static final int MARK_BYTES = 4;

  private ExposedNames() {}

  /**
   * @param name as the server offers it alone
   * @param taken names that somebody else offers, too
   */
  static String of(ServerEntry entry, String name, Set<String> taken) {
    boolean prefixed = switch (entry.prefix()) {
      case ALWAYS -> true;
      case COLLISION -> taken.contains(name);
      case NEVER -> false;
    };
    return prefixed ? shortened(entry.prefixName() + BETWEEN + name) : name;
  }

  /**
   * The name that is left when another server has a better right to this one.
   *
   * @param name as the server offers it alone
   */
  static String marked(ServerEntry entry, String name) {
    String full = entry.prefixName() + BETWEEN + name;
    String mark = "_" + mark(entry.name() + "\n" + name);
    int kept = Math.min(full.length(), CHARS_MAX - mark.length());
    int end =
        kept < full.length() && Character.isHighSurrogate(full.charAt(kept - 1)) ? kept - 1 : kept;
    return full.substring(0, end) + mark;
  }

  /** How good the right of a server to a name is: the longer its own prefix of it, the better. */
  static int right(ServerEntry entry, String exposed) {
    String prefix = entry.prefixName() + BETWEEN;
    return exposed.startsWith(prefix) ? prefix.length() : 0;
  }

  static String shortened(String name) {
    if (name.length() <= CHARS_MAX) {
      return name;
    }
    int kept = CHARS_MAX - 2 * MARK_BYTES - 1;
    int end = Character.isHighSurrogate(name.charAt(kept - 1)) ? kept - 1 : kept;
    return name.substring(0, end) + "_" + mark(name);
  }

  private static String mark(String name) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, MARK_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
