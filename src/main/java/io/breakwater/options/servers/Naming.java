package io.breakwater.options.servers;

import java.util.List;
import java.util.Map;

/**
 * Which tools (or prompts) of a server are offered, and as what. Every name here is the one that the server uses; in
 * {@code allow} and {@code deny} a {@code *} stands for any characters.
 *
 * <p>Immutable.
 *
 * @param allow empty for all
 * @param deny wins over {@code allow}
 * @param rename the server's name to ours, without a prefix
 * @param describe the server's name to another description
 */
public record Naming(
    List<String> allow,
    List<String> deny,
    Map<String, String> rename,
    Map<String, String> describe) {

  /** Everything, as the server has it. */
  public static final Naming ALL = new Naming(List.of(), List.of(), Map.of(), Map.of());

  public Naming {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
    rename = Map.copyOf(rename);
    describe = Map.copyOf(describe);
  }

  /** Whether what the server calls so is offered. */
  public boolean offers(String name) {
    return (allow.isEmpty() || any(allow, name)) && !any(deny, name);
  }

  private static boolean any(List<String> globs, String name) {
    return globs.stream().anyMatch(glob -> matches(glob, name));
  }

  // Not a regular expression: a server chooses the name, and must not choose how long this takes.
  private static boolean matches(String glob, String name) {
    int star = -1;
    int resume = 0;
    int at = 0;
    int in = 0;
    while (in < name.length()) {
      if (at < glob.length() && glob.charAt(at) == '*') {
        star = at++;
        resume = in;
      } else if (at < glob.length() && glob.charAt(at) == name.charAt(in)) {
        at++;
        in++;
      } else if (star >= 0) {
        at = star + 1;
        in = ++resume;
      } else {
        return false;
      }
    }
    return glob.substring(at).chars().allMatch(c -> c == '*');
  }
}
