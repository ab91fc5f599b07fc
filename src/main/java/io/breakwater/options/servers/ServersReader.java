package io.breakwater.options.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.options.ConfigurationText;
import io.breakwater.options.Gateway;
import io.breakwater.options.Mistake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads servers as clients write them: the map {@code mcpServers}, or {@code servers} as VS Code calls it. A broken entry
 * fails alone; a file that is no JSON fails whole.
 *
 * <p>Confined to one thread.
 */
public final class ServersReader {
  /** Servers behind one gateway. */
  public static final int ENTRIES_MAX = 200;

  private static final List<String> MAPS = List.of("mcpServers", "servers");

  private final Gateway gateway;
  private final Expansion expansion;
  private final Map<String, ServerEntry> before = new HashMap<>();
  private final Map<String, ServerEntry> entries = new LinkedHashMap<>();
  private final Set<String> prefixes = new HashSet<>();
  private final List<Mistake> failures = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * @param gateway what an entry has that says nothing else
   * @param environment what <code>${NAME}</code> stands for
   */
  public ServersReader(Gateway gateway, Map<String, String> environment) {
    this(gateway, environment, List.of());
  }

  /** @param before those that were read last: where an entry is broken now, the one that had its name stays */
  public ServersReader(Gateway gateway, Map<String, String> environment, List<ServerEntry> before) {
    this.gateway = gateway;
    this.expansion = new Expansion(environment);
    before.forEach(entry -> this.before.put(entry.name(), entry));
  }

  /**
   * Takes the servers of a file; where it is broken, those that it had before.
   *
   * @param before what the file held when it was read last and was not broken; null for nothing
   * @return what was taken, for the next time; null for nothing
   */
  public @Nullable String file(Path file, @Nullable String before) {
    String source = file.toString();
    List<Mistake> mistakes = new ArrayList<>();
    try {
      String found = ConfigurationText.of(file);
      if (take(source, found, mistakes::add)) {
        return found;
      }
    } catch (IOException e) {
      mistakes.add(Mistake.expected(source, "cannot be read", "a file with mcpServers"));
    }
    fail(mistakes, before != null);
    if (before != null) {
      boolean unused = take(source, before, failures::add);
    }
    return before;
  }

  private void fail(List<Mistake> mistakes, boolean stays) {
    String more = stays ? "; what it said before stays" : "";
    mistakes.forEach(mistake ->
        failures.add(new Mistake(mistake.where(), mistake.found(), mistake.hint() + more)));
  }

  /** Takes the servers of a text in the shape of such a file. */
  @CanIgnoreReturnValue
  public ServersReader text(String source, String text) {
    boolean unused = take(source, text, failures::add);
    return this;
  }

  private boolean take(String source, String text, Consumer<Mistake> mistakes) {
    @Nullable ObjectNode tree = ConfigurationText.parse(source, text, mistakes).orElse(null);
    if (tree == null) {
      return false;
    }
    if (!holdsServers(tree)) {
      mistakes.accept(Mistake.expected(source, "no servers", "an object mcpServers, or servers"));
      return false;
    }
    MAPS.forEach(map -> {
      if (tree.get(map) instanceof ObjectNode servers) {
        map(source + ": " + map, servers);
      }
    });
    return true;
  }

  /** Whether a file of this content names servers. */
  public static boolean holdsServers(JsonNode tree) {
    return MAPS.stream().anyMatch(map -> tree.path(map).isObject());
  }

  /**
   * Takes the servers of a map.
   *
   * @param path of it, for messages
   */
  @CanIgnoreReturnValue
  public ServersReader map(String path, ObjectNode servers) {
    servers.properties().forEach(entry -> {
      String where = path + "." + Expansion.shown(entry.getKey());
      if (entry.getValue() instanceof ObjectNode object) {
        entry(where, entry.getKey(), object);
      } else {
        List<Mistake> mistakes = new ArrayList<>();
        mistakes.add(
            Mistake.expected(where, "no object", "an entry such as {\"command\": \"npx\"}"));
        take(where, entry.getKey(), null, mistakes);
      }
    });
    return this;
  }

  private void entry(String where, String name, ObjectNode object) {
    List<Mistake> mistakes = new ArrayList<>();
    EntryReader reader = new EntryReader(
        name, new Members(where, object, expansion, mistakes), gateway, warnings::add, notes::add);
    if (reader.off()) {
      notes.add(where + ": switched off");
      return;
    }
    @Nullable ServerEntry read = reader.read();
    take(where, name, mistakes.isEmpty() ? read : null, mistakes);
  }

  /** Of an entry that is broken, the one that had its name before counts. */
  private void take(String where, String name, @Nullable ServerEntry read, List<Mistake> mistakes) {
    @Nullable ServerEntry counts = read == null ? before.get(name) : read;
    int broken = mistakes.size();
    admit(where, name, mistakes);
    if (counts == null || mistakes.size() > broken) {
      fail(mistakes, false);
      return;
    }
    fail(mistakes, true);
    entries.put(name, counts);
    prefixes.add(counts.prefixName());
  }

  private void admit(String where, String name, List<Mistake> mistakes) {
    if (!name.matches("[^\\p{Cntrl}]{1,64}")) {
      mistakes.add(
          Mistake.expected(where, "a name that is none", "1 to 64 characters of one line"));
    } else if (entries.containsKey(name)) {
      mistakes.add(Mistake.expected(where, "there already", "each name once; the first counts"));
    } else if (prefixes.contains(ServerEntry.prefixName(name))) {
      mistakes.add(Mistake.expected(
          where,
          "the prefix of another one (" + ServerEntry.prefixName(name) + ")",
          "names that differ in letters, digits, _ and -"));
    } else if (entries.size() >= ENTRIES_MAX) {
      mistakes.add(Mistake.expected(where, "one too many", "at most " + ENTRIES_MAX + " servers"));
    }
  }

  /** The servers of all that was taken. */
  public Servers servers() {
    return new Servers(List.copyOf(entries.values()), failures, warnings, notes);
  }
}
