package io.breakwater.launch;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An option of the command line: ours, then those of the Vert.x launcher. One dash or two, in any case. */
enum Option {
  HOST(Value.TEXT, "--host", "host"),
  PORT(Value.TEXT, "--port", "port"),
  CONFIG(Value.TEXT, "--config", "config"),
  SERVERS(Value.TEXT, "--servers", "servers"),
  STDIO(Value.NONE, "--stdio", "stdio"),
  CHECK(Value.NONE, "--check", "check"),
  TOOLS(Value.NONE, "--tools", "tools"),
  HEALTH(Value.MAYBE, "--health", "health"),
  HELP(Value.NONE, "--help", "help", "h"),
  VERSION(Value.NONE, "--version", "version"),

  CONF(Value.TEXT, "-conf", "conf"),
  INSTANCES(Value.COUNT, "-instances", "instances"),
  OPTIONS(Value.JSON, "-options", "options", "vertx-options"),
  DEPLOYMENT_OPTIONS(Value.JSON, "-deployment-options", "deployment-options"),
  CLUSTER(Value.NONE, "-cluster", "cluster", "c"),
  CLUSTER_HOST(Value.TEXT, "-cluster-host", "cluster-host"),
  CLUSTER_PORT(Value.PORT, "-cluster-port", "cluster-port"),
  CLUSTER_PUBLIC_HOST(Value.TEXT, "-cluster-public-host", "cluster-public-host"),
  CLUSTER_PUBLIC_PORT(Value.PORT, "-cluster-public-port", "cluster-public-port"),
  WORKER(Value.NONE, "-worker", "worker", "w"),
  VIRTUAL_THREAD(Value.NONE, "-virtual-thread", "virtual-thread", "vt");

  /** What follows an option. */
  enum Value {
    NONE(""),
    MAYBE("a URL"),
    TEXT("a value"),
    COUNT("an integer from 1 to 1000"),
    PORT("an integer from 0 to 65535"),
    JSON("a JSON object, or a file with one");

    private final String words;

    Value(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    boolean accepts(String text) {
      return switch (this) {
        case NONE, MAYBE, TEXT -> true;
        case COUNT -> whole(text) >= 1 && whole(text) <= 1000;
        case PORT -> whole(text) >= 0 && whole(text) <= 65_535;
        case JSON -> json(text);
      };
    }

    private static int whole(String text) {
      return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
    }

    // Read as the launcher will read it, which only logs a warning and goes on without.
    private static boolean json(String text) {
      try {
        String content =
            text.stripLeading().startsWith("{") ? text : Files.readString(Path.of(text));
        return Json.decodeValue(content) instanceof JsonObject;
      } catch (DecodeException | IOException | InvalidPathException e) {
        return false;
      }
    }
  }

  private final Value value;
  private final String spelling;
  private final String names;

  Option(Value value, String spelling, String... names) {
    this.value = value;
    this.spelling = spelling;
    this.names = String.join(" ", names);
  }

  Value value() {
    return value;
  }

  /** As it is passed on. */
  String spelling() {
    return spelling;
  }

  /** The option that was typed, or null when there is none. */
  static @Nullable Option of(String typed) {
    String name = typed.replaceFirst("^--?", "").toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(option -> List.of(option.names.split(" ")).contains(name))
        .findFirst()
        .orElse(null);
  }

  static List<String> spellings() {
    return Arrays.stream(values()).map(Option::spelling).toList();
  }
}
