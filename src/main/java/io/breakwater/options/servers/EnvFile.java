package io.breakwater.options.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A file of lines {@code NAME=value}, as shells and editors have it: {@code export} before a name, quotes around a value,
 * empty lines and lines that begin with {@code #}. Nothing is expanded.
 *
 * <p>Immutable.
 */
final class EnvFile {
  /** Of one file. */
  static final int BYTES_MAX = 65_536;

  private EnvFile() {}

  /** @throws IOException when it is no readable file of UTF-8 */
  static Map<String, String> read(Path file) throws IOException {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      take(line.replace("\uFEFF", "").strip(), variables);
    }
    return variables;
  }

  private static void take(String line, Map<String, String> variables) {
    String text =
        line.startsWith("export ") ? line.substring("export ".length()).strip() : line;
    int equals = text.indexOf('=');
    if (text.startsWith("#") || equals < 1) {
      return;
    }
    String value = text.substring(equals + 1).strip();
    boolean quoted = value.length() > 1
        && (value.startsWith("\"") || value.startsWith("'"))
        && value.charAt(0) == value.charAt(value.length() - 1);
    variables.put(
        text.substring(0, equals).strip(), quoted ? value.substring(1, value.length() - 1) : value);
  }
}
