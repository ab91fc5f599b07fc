package io.breakwater.launch;

import io.breakwater.options.Mistake;
import io.breakwater.options.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The command line, taken apart: what is ours, and what Vert.x gets.
 *
 * <p>Immutable once parsed.
 */
final class Arguments {
  /** What the program does. */
  enum Action {
    RUN,
    STDIO,
    CHECK,
    HEALTH,
    VERSION,
    HELP
  }

  /**
   * Where settings are read from.
   *
   * @param option that named it
   * @param value a path, or JSON
   */
  record Source(String option, String value) {
    boolean inline() {
      return value.stripLeading().startsWith("{");
    }
  }

  /**
   * A setting given by an option.
   *
   * @param path of the setting
   * @param text as it was typed
   */
  record Given(String path, String text) {}

  /** Main-Verticle of the jar; naming it changes nothing. */
  static final String OWN_VERTICLE = "io.breakwater.launch.BreakwaterVerticle";

  private Action action = Action.RUN;
  private boolean tools;
  private @Nullable String healthUrl;
  private @Nullable String verticle;
  private final List<Source> sources = new ArrayList<>();
  private final Map<String, Given> settings = new LinkedHashMap<>();
  private final List<String> servers = new ArrayList<>();
  private final List<String> vertx = new ArrayList<>();
  private final List<Mistake> mistakes = new ArrayList<>();

  private Arguments() {}

  static Arguments parse(String... args) {
    Arguments arguments = new Arguments();
    Words words = new Words(args);
    while (words.more()) {
      arguments.take(words.next(), words);
    }
    if (arguments.tools && arguments.action != Action.CHECK) {
      arguments.mistakes.add(Mistake.expected("--tools", "without --check", "both, or none"));
    }
    return arguments;
  }

  Action action() {
    return action;
  }

  /** The URL after {@code --health}, or null when none was given. */
  @Nullable
  String healthUrl() {
    return healthUrl;
  }

  /** Whether the servers are to be asked what they offer. */
  boolean tools() {
    return tools;
  }

  /** A verticle other than ours to run, or null. */
  @Nullable
  String verticle() {
    return verticle;
  }

  /** The weakest first. */
  List<Source> sources() {
    return List.copyOf(sources);
  }

  /** By option. */
  Map<String, Given> settings() {
    return settings;
  }

  /** Files with servers, in their order; empty when none was named. */
  List<String> servers() {
    return List.copyOf(servers);
  }

  /** What the launcher of Vert.x gets. */
  List<String> vertx() {
    return List.copyOf(vertx);
  }

  List<Mistake> mistakes() {
    return List.copyOf(mistakes);
  }

  private void take(String word, Words words) {
    if (!word.startsWith("-")) {
      takeVerticle(word);
      return;
    }
    String typed = word.split("=", 2)[0];
    Option option = Option.of(typed);
    if (option == null) {
      String near = Nearest.of(typed, Option.spellings());
      String hint = near == null ? "see --help" : "did you mean " + near + "?";
      mistakes.add(new Mistake(shown(typed), "unknown option", hint));
      // What follows was meant for it.
      words.skipValue();
      return;
    }
    @Nullable String value = value(option, word, words);
    if (option.value() == Option.Value.NONE || option.value() == Option.Value.MAYBE) {
      flag(option, value);
    } else if (value == null) {
      mistakes.add(Mistake.expected(typed, "no value", option.value().words()));
    } else if (!option.value().accepts(value)) {
      mistakes.add(Mistake.expected(typed, shown(value), option.value().words()));
    } else {
      valued(option, typed, value);
    }
  }

  private static @Nullable String value(Option option, String word, Words words) {
    if (word.contains("=")) {
      return word.split("=", 2)[1];
    }
    return switch (option.value()) {
      case NONE -> null;
      case MAYBE -> words.nextIfUrl();
      default -> words.nextValue();
    };
  }

  private void flag(Option option, @Nullable String value) {
    switch (option) {
      case STDIO -> become(Action.STDIO);
      case CHECK -> become(Action.CHECK);
      case TOOLS -> tools = true;
      case VERSION -> become(Action.VERSION);
      case HELP -> become(Action.HELP);
      case HEALTH -> {
        become(Action.HEALTH);
        healthUrl = value;
      }
      case CLUSTER -> cluster();
      default -> vertx.add(option.spelling());
    }
  }

  private void cluster() {
    if (!OnClassPath.clusterManager()) {
      mistakes.add(Mistake.expected(
          "-cluster", "no cluster manager", "one on the class path, such as vertx-hazelcast"));
    }
    vertx.add(Option.CLUSTER.spelling());
  }

  /** The most harmless wins: whoever asks for help among other things gets help. */
  private void become(Action other) {
    action = other.compareTo(action) > 0 ? other : action;
  }

  private void valued(Option option, String typed, String value) {
    switch (option) {
      case HOST -> settings.put(typed, new Given("listen.host", value));
      case PORT -> settings.put(typed, new Given("listen.port", value));
      case SERVERS -> servers.add(value);
      case CONFIG, CONF -> sources.add(new Source(typed, value));
      default -> {
        vertx.add(option.spelling());
        vertx.add(value);
      }
    }
  }

  private void takeVerticle(String word) {
    if (word.equals(OWN_VERTICLE)) {
      return;
    }
    if (verticle != null || !OnClassPath.verticle(word)) {
      mistakes.add(Mistake.expected(shown(word), "unexpected", "options, see --help"));
      return;
    }
    verticle = word;
  }

  private static String shown(String text) {
    String line = text.replaceAll("\\p{Cntrl}", " ");
    return line.length() > 100 ? line.substring(0, 100) + "..." : line;
  }

  /** The arguments, one by one. */
  private static final class Words {
    private final String[] words;
    private int at;

    Words(String[] words) {
      this.words = words;
    }

    boolean more() {
      return at < words.length;
    }

    String next() {
      return words[at++];
    }

    /** The next word unless it is an option; a negative number is a value. */
    @Nullable
    String nextValue() {
      return more() && !words[at].matches("-+\\p{Alpha}.*") ? next() : null;
    }

    void skipValue() {
      at += more() && !words[at].startsWith("-") ? 1 : 0;
    }

    @Nullable
    String nextIfUrl() {
      return more() && words[at].matches("https?://.*") ? next() : null;
    }
  }
}
