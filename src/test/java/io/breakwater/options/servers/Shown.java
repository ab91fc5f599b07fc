package io.breakwater.options.servers;

import io.breakwater.options.Gateway;
import io.breakwater.options.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What was read, a line each: entries with everything that is not as usual, then mistakes, warnings and notes. */
final class Shown {
  private static final Gateway GATEWAY = Options.defaults().gateway();

  private Shown() {}

  static List<String> of(Servers servers) {
    return Stream.of(
            servers.entries().stream().map(Shown::of),
            servers.failures().stream().map(mistake -> "! " + mistake),
            servers.warnings().stream().map(warning -> "? " + warning),
            servers.notes().stream().map(note -> ". " + note))
        .flatMap(lines -> lines)
        .toList();
  }

  static String of(ServerEntry entry) {
    ServerEntry plain = ServerEntry.of(entry.name(), entry.reach(), GATEWAY);
    List<String> words = new ArrayList<>(List.of(entry.name() + ":"));
    words.addAll(reach(entry.reach()));
    add(words, "", entry.sharing(), Sharing.SHARED);
    add(words, "pool=", entry.poolSize(), plain.poolSize());
    add(words, "callMs=", entry.callMs(), plain.callMs());
    add(words, "idleMs=", entry.idleMs(), plain.idleMs());
    add(words, "prefix=", entry.prefix(), plain.prefix());
    add(words, "depth=", entry.depthMax(), plain.depthMax());
    add(words, "result=", entry.resultBytesMax(), plain.resultBytesMax());
    add(words, "era=", entry.era(), plain.era());
    add(words, "forward ", entry.forwardHeaders(), List.of());
    naming(words, "", entry.tools());
    naming(words, "prompts ", entry.prompts());
    return String.join(" ", words);
  }

  private static List<String> reach(Reach reach) {
    if (reach instanceof Reach.Command command) {
      List<String> words = new ArrayList<>(List.of(command.command().toString()));
      add(words, "env ", new TreeMap<>(command.environment()), Map.of());
      if (command.directory() != null) {
        words.add("in " + command.directory());
      }
      return words;
    }
    Reach.Url url = (Reach.Url) reach;
    List<String> words = new ArrayList<>(List.of(url.transport() + " " + url.url()));
    add(words, "", new TreeMap<>(url.headers()), Map.of());
    return words;
  }

  private static void naming(List<String> words, String of, Naming naming) {
    add(words, of + "allow ", naming.allow(), List.of());
    add(words, of + "deny ", naming.deny(), List.of());
    add(words, of + "rename ", new TreeMap<>(naming.rename()), Map.of());
    add(words, of + "describe ", new TreeMap<>(naming.describe()), Map.of());
  }

  private static void add(List<String> words, String before, Object value, Object usual) {
    if (!value.equals(usual)) {
      words.add(before + value);
    }
  }
}
