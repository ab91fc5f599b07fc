package io.breakwater.options.servers;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills in what stands in <code>${...}</code> of a text: a variable of the environment, a file, or one of the folders that
 * editors know. What comes out is not read again.
 *
 * <pre>
 * ${NAME}  ${env:NAME}          the variable
 * ${NAME:-text}                 the variable, or the text when it is not set or empty
 * ${file:path}                  the content of a file of at most 64 KiB, without its last line end
 * ${workspaceFolder}  ${cwd}    where this process runs
 * ${userHome}                   the home of its user
 * ${pathSeparator}  ${/}        what stands between the steps of a path
 * $${                           the two characters ${
 * </pre>
 *
 * <p>Immutable.
 */
final class Expansion {
  static final int FILE_BYTES_MAX = 65_536;
  private static final Pattern PLACE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
  private static final Pattern VARIABLE =
      Pattern.compile("(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);

  private final Map<String, String> environment;

  Expansion(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Why a text cannot be filled in; the message holds no value. Has no stack trace. */
  static final class Unresolved extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String expected;

    Unresolved(String found, String expected) {
      super(found, null, false, false);
      this.expected = expected;
    }

    String found() {
      return String.valueOf(getMessage());
    }

    String expected() {
      return expected;
    }
  }

  /** The text with everything filled in. Throws {@link Unresolved}. */
  String of(String text) {
    if (text.indexOf("${") < 0) {
      return text;
    }
    Matcher places = PLACE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (places.find()) {
      places.appendReplacement(filled, Matcher.quoteReplacement(value(places)));
    }
    return places.appendTail(filled).toString();
  }

  private String value(Matcher place) {
    String inside = place.group(1);
    if (inside == null) {
      return "${";
    }
    if (place.group(2).isEmpty()) {
      throw new Unresolved("a ${ without its }", "${NAME}, or $${ for the characters themselves");
    }
    if (inside.startsWith("file:")) {
      return file(inside.substring("file:".length()));
    }
    if (inside.startsWith("input:")) {
      throw new Unresolved(
          "${" + shown(inside) + "}, which an editor asks its user for",
          "a variable such as ${NAME}, since nobody can be asked here");
    }
    return switch (inside) {
      case "workspaceFolder", "cwd" -> Path.of("").toAbsolutePath().toString();
      case "userHome" -> System.getProperty("user.home");
      case "pathSeparator", "/" -> File.separator;
      default -> variable(inside);
    };
  }

  private String variable(String inside) {
    Matcher variable = VARIABLE.matcher(inside);
    if (!variable.matches()) {
      throw new Unresolved(
          // What stands behind :- may be a secret.
          "${" + shown(inside.replaceFirst("(?s):-.*", ":-...")) + "}",
          "${NAME}, ${NAME:-text}, ${env:NAME} or ${file:path}");
    }
    String name = variable.group(1);
    @Nullable String otherwise = variable.group(2);
    @Nullable String value = environment.get(name);
    if (otherwise != null) {
      return value == null || value.isEmpty() ? otherwise : value;
    }
    if (value == null) {
      throw new Unresolved(
          "the variable " + shown(name) + " is not set",
          "it in the environment, or ${" + shown(name) + ":-text}");
    }
    return value;
  }

  private static String file(String name) {
    try (InputStream in = Files.newInputStream(Path.of(name))) {
      byte[] bytes = in.readNBytes(FILE_BYTES_MAX + 1);
      if (bytes.length > FILE_BYTES_MAX) {
        throw new Unresolved(
            "the file " + shown(name) + " is too large", "at most " + FILE_BYTES_MAX + " bytes");
      }
      return new String(bytes, StandardCharsets.UTF_8).replaceFirst("\\R\\z", "");
    } catch (IOException | InvalidPathException e) {
      throw new Unresolved("the file " + shown(name) + " cannot be read", "a readable file");
    }
  }

  static String shown(String text) {
    String line = text.replaceAll("\\p{Cntrl}", " ");
    return line.length() > 60 ? line.substring(0, 60) + "..." : line;
  }
}
