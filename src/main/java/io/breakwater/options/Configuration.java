package io.breakwater.options;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Gathers settings from their sources, the weakest first: defaults, a file, the environment, the command line. Collects
 * every mistake on the way and reports them together.
 *
 * <pre>
 * Options options = Configuration.defaults().file(path).environment(System.getenv()).options();
 * </pre>
 *
 * <p>Confined to the thread that starts the process.
 */
public final class Configuration {
  /** Largest configuration text. */
  public static final int TEXT_BYTES_MAX = 1_048_576;

  private static final String SERVERS = "mcpServers";

  private final Map<String, JsonNode> values;
  private final Set<String> given = new HashSet<>();
  private final List<Mistake> mistakes = new ArrayList<>();
  private final ObjectNode servers = JsonNodeFactory.instance.objectNode();

  private Configuration(Map<String, JsonNode> values) {
    this.values = new LinkedHashMap<>(values);
  }

  /** Every setting at its default. */
  public static Configuration defaults() {
    Map<String, JsonNode> fallbacks = new LinkedHashMap<>();
    Settings.ALL.keys().forEach(key -> fallbacks.put(key.path(), key.fallback()));
    return new Configuration(fallbacks);
  }

  /** Every setting as it is there. */
  public static Configuration of(Options options) {
    return new Configuration(Settings.ALL.read(options));
  }

  /** Takes what a file sets. */
  @CanIgnoreReturnValue
  public Configuration file(Path file) {
    try {
      return text(file.toString(), ConfigurationText.of(file));
    } catch (NoSuchFileException e) {
      mistakes.add(Mistake.expected(file.toString(), "no such file", "a configuration file"));
    } catch (IOException e) {
      mistakes.add(Mistake.expected(file.toString(), "cannot be read", "a readable file"));
    }
    return this;
  }

  /**
   * Takes what a JSON text with comments sets.
   *
   * @param source where the text came from, for messages about its syntax
   */
  @CanIgnoreReturnValue
  public Configuration text(String source, String text) {
    ConfigurationText.parse(source, text, mistakes::add).ifPresent(this::tree);
    return this;
  }

  /** Takes what a tree in the shape of the configuration file sets. */
  @CanIgnoreReturnValue
  public Configuration tree(ObjectNode tree) {
    tree.properties().forEach(member -> {
      String name = member.getKey();
      if (name.equals(SERVERS)) {
        takeServers(member.getValue());
      } else if (Settings.RESERVED.contains(name)) {
        mistakes.add(Mistake.expected(name, "not supported in this version", "no such section"));
      } else if (!Settings.ALL.sections().contains(name)) {
        if (!name.equals("$schema")) {
          mistakes.add(Unknown.section(name));
        }
      } else if (member.getValue().isObject()) {
        section(name, (ObjectNode) member.getValue());
      } else {
        mistakes.add(Mistake.expected(name, bounded(member.getValue()), "an object"));
      }
    });
    return this;
  }

  private void takeServers(JsonNode map) {
    if (map instanceof ObjectNode given) {
      servers.setAll(given);
    } else {
      mistakes.add(Mistake.expected(SERVERS, bounded(map), "an object of servers by their names"));
    }
  }

  /** The {@code mcpServers} of what was taken, as they stand there; empty when there are none. Not to be changed. */
  public ObjectNode servers() {
    return servers;
  }

  private void section(String section, ObjectNode members) {
    members.properties().forEach(member -> {
      Key key = Settings.ALL.key(section + "." + member.getKey());
      if (key == null) {
        mistakes.add(Unknown.setting(section, member.getKey()));
      } else {
        take(key, member.getValue(), "");
      }
    });
  }

  /**
   * Takes the variables that start with {@code BREAKWATER_} and a section. Others are left alone: where a service is
   * named breakwater, an orchestrator sets {@code BREAKWATER_PORT} and more of the kind.
   */
  @CanIgnoreReturnValue
  public Configuration environment(Map<String, String> variables) {
    Map<String, Key> known = new LinkedHashMap<>();
    Settings.ALL.keys().forEach(key -> known.put(key.variable(), key));
    new TreeMap<>(variables).forEach((name, text) -> {
      Key key = known.get(name);
      if (key != null) {
        take(key, key.ofText(text), ", from " + name);
      } else if (Settings.ALL.sections().stream()
          .anyMatch(section -> name.startsWith("BREAKWATER_" + Key.constant(section) + "_"))) {
        mistakes.add(Unknown.variable(name, known.keySet()));
      }
    });
    return this;
  }

  /**
   * Takes one setting of the command line.
   *
   * @param option its name there, for messages
   */
  @CanIgnoreReturnValue
  public Configuration option(String option, String path, String text) {
    Key key = Settings.ALL.key(path);
    if (key == null) {
      throw new IllegalArgumentException(path);
    }
    take(key, key.ofText(text), ", from " + option);
    return this;
  }

  /**
   * Takes one setting of the command line that is a list: a member may have a comma in it.
   *
   * @param option its name there, for messages
   */
  @CanIgnoreReturnValue
  public Configuration option(String option, String path, List<String> members) {
    Key key = Settings.ALL.key(path);
    if (key == null) {
      throw new IllegalArgumentException(path);
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    members.forEach(list::add);
    take(key, list, ", from " + option);
    return this;
  }

  /** Takes one setting. */
  @CanIgnoreReturnValue
  public Configuration set(String path, JsonNode value) {
    Key key = Settings.ALL.key(path);
    if (key == null) {
      mistakes.add(Unknown.path(path));
    } else {
      take(key, value, "");
    }
    return this;
  }

  private void take(Key key, JsonNode value, String origin) {
    if (key.accepts(value)) {
      values.put(key.path(), value);
      // A default written out, as in conf/breakwater.json, is still a default and gives way to what
      // was chosen.
      if (value.equals(key.fallback())) {
        given.remove(key.path());
      } else {
        given.add(key.path());
      }
    } else {
      mistakes.add(Mistake.expected(key.path(), key.shown(value), key.expected() + origin));
    }
  }

  /**
   * The settings.
   *
   * @throws Mistakes when anything is wrong with any source, or settings contradict each other
   */
  public Options options() {
    List<Mistake> all = new ArrayList<>(mistakes);
    Contradictions contradictions = new Contradictions(values, given);
    all.addAll(contradictions.mistakes());
    if (!all.isEmpty()) {
      throw new Mistakes(all);
    }
    Map<String, JsonNode> settled = contradictions.settled();
    return Settings.ALL.build(key -> Settings.present(settled, key.path()));
  }

  ObjectNode masked() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    for (String section : Settings.ALL.sections()) {
      ObjectNode members = tree.putObject(section);
      for (Key key : Settings.ALL.keys(section)) {
        JsonNode value = Settings.present(values, key.path());
        members.set(
            key.name(),
            key.setting().secret() && !value.isNull() ? members.textNode("***") : value);
      }
    }
    return tree;
  }

  private static String bounded(JsonNode value) {
    String text = value.toString();
    return text.length() > 60 ? text.substring(0, 60) + "..." : text;
  }
}
