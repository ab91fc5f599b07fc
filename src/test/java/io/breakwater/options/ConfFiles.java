package io.breakwater.options;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The files of {@code conf/} as the records say they must be.
 *
 * <p>Immutable.
 */
final class ConfFiles {
  private ConfFiles() {}

  /** {@code breakwater.json}: every key at its default. */
  static String json() {
    List<String> sections = new ArrayList<>();
    for (String section : Settings.ALL.sections()) {
      String members = Settings.ALL.keys(section).stream()
          .map(key -> "    // " + about(key) + ".\n    \"" + key.name() + "\": " + key.fallback())
          .collect(Collectors.joining(",\n"));
      sections.add("  // " + Settings.ALL.about(section) + ".\n  \"" + section + "\": {\n" + members
          + "\n  }");
    }
    return """
        // Breakwater: every setting, at its default. What is left out keeps its default.
        // README.md beside this file lists bounds and environment variables.
        {
          "$schema": "./breakwater.schema.json",

        """ + String.join(",\n\n", sections) + "\n}\n";
  }

  /** {@code README.md}: a table for each section. */
  static String readme() {
    StringBuilder text = new StringBuilder(HEAD);
    for (String section : Settings.ALL.sections()) {
      text.append("\n## ").append(section).append("\n\n");
      text.append(Settings.ALL.about(section)).append(".\n\n");
      text.append("| key | default | value | environment variable | meaning |\n");
      text.append("|---|---|---|---|---|\n");
      Settings.ALL.keys(section).forEach(key -> text.append(row(key)));
    }
    return text.append(TAIL).append(ServersPage.TEXT).toString();
  }

  private static String row(Key key) {
    return List.of(
            "`" + key.path() + "`",
            "`" + key.fallback() + "`",
            bound(key),
            "`" + key.variable() + "`",
            key.setting().about())
        .stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static String bound(Key key) {
    Setting setting = key.setting();
    return switch (key.kind()) {
      case WHOLE -> setting.min() + " to " + setting.max() + unit(key) + relation(setting);
      case TEXTS -> key.expected() + "; at most " + setting.max();
      default -> key.expected();
    };
  }

  private static String relation(Setting setting) {
    if (!setting.atMost().isEmpty()) {
      return "; at most `" + setting.atMost() + "`";
    }
    return setting.atMostHalfOf().isEmpty()
        ? ""
        : "; at most half of `" + setting.atMostHalfOf() + "`";
  }

  private static String unit(Key key) {
    if (key.name().endsWith("Ms")) {
      return " ms";
    }
    if (key.name().endsWith("BytesMax")) {
      return " bytes";
    }
    return key.name().endsWith("CharsMax") ? " characters" : "";
  }

  private static String about(Key key) {
    String unit = unit(key);
    return key.setting().about() + (unit.isEmpty() ? "" : " (" + unit.strip() + ")");
  }

  /** {@code breakwater.schema.json}, for editors. */
  static String schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Breakwater configuration").put("type", "object");
    ObjectNode sections = schema.putObject("properties");
    sections.putObject("$schema").put("type", "string");
    for (String section : Settings.ALL.sections()) {
      ObjectNode of = sections.putObject(section);
      of.put("description", Settings.ALL.about(section)).put("type", "object");
      ObjectNode members = of.putObject("properties");
      Settings.ALL.keys(section).forEach(key -> members.set(key.name(), schema(key)));
      of.put("additionalProperties", false);
    }
    sections.set("mcpServers", ServersPage.schema());
    schema.put("additionalProperties", false);
    return schema.toPrettyString() + "\n";
  }

  private static JsonNode schema(Key key) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("description", about(key));
    Setting setting = key.setting();
    switch (key.kind()) {
      case WHOLE ->
        schema.put("type", "integer").put("minimum", setting.min()).put("maximum", setting.max());
      case FLAG -> schema.put("type", "boolean");
      case CHOICE -> key.choices().forEach(schema.putArray("enum")::add);
      case TEXT -> text(key, schema).put("maxLength", setting.max());
      case TEXTS -> {
        schema.put("type", "array").put("maxItems", setting.max());
        text(key, schema.putObject("items"));
      }
    }
    schema.set("default", key.fallback());
    return schema;
  }

  private static ObjectNode text(Key key, ObjectNode schema) {
    if (key.optional()) {
      schema.putArray("type").add("string").add("null");
    } else {
      schema.put("type", "string");
    }
    if (!key.setting().pattern().isEmpty()) {
      schema.put("pattern", "^(?:" + key.setting().pattern() + ")$");
    }
    return schema;
  }

  private static final String HEAD = """
      # Configuration

      `breakwater.json` has every setting at its default, with comments. Copy what you change; what is left out
      keeps its default. `breakwater.schema.json` tells an editor what a setting may be.

      ```
      java -jar breakwater.jar --config my.json      # a file
      java -jar breakwater.jar -conf '{"listen":{"port":9000}}'   # the same as JSON, as Vert.x programs take it
      BREAKWATER_LISTEN_PORT=9000 java -jar breakwater.jar
      java -jar breakwater.jar --port 9000
      java -jar breakwater.jar --check               # print what all of that comes to
      ```

      - The command line wins over the environment, the environment over the file, the file over the defaults.
        Without `--config` and `-conf`, `conf/breakwater.json` is read when the working directory has it.
      - The file is JSON with `//` and `/* */` comments, at most 1 MiB.
      - In the environment a list is separated by commas, and an empty value stands for null.
      - Everything that is wrong is reported at once, one line each, and nothing starts: exit code 2.
        `--check` prints secrets as `***`.
      - A size is in bytes and a time in milliseconds where the name says so. Settings that bound each other: a default
        gives way to what you set; two values that you set and that contradict each other are a mistake.
      - `BREAKWATER_LOG_LEVEL` is `off`, `error`, `warn`, `info`, `debug` or `trace`. The log goes to standard error;
        `-Djava.util.logging.config.file=FILE` replaces its configuration.
      - Exit codes: 0 done, 143 stopped by SIGTERM (130 by SIGINT), 1 could not start or is not healthy (a port in use, for
        example), 2 wrong options or configuration.
      """;

  private static final String TAIL = """

      ## cluster

      Reserved. A configuration that has this section is refused by this version.
      """;
}
