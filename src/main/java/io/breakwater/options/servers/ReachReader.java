package io.breakwater.options.servers;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads where the server of an entry is: a command, or a URL under one of the names that clients have for it.
 *
 * <p>Confined to one thread, for one entry.
 */
final class ReachReader {
  /** Where an entry has several, the first counts: the client that knows {@code httpUrl} prefers it, too. */
  private static final List<String> URLS = List.of("httpUrl", "url", "serverUrl");

  private static final List<String> TYPES = List.of("type", "transport", "transportType");

  private final Members entry;
  private final Consumer<String> warnings;

  ReachReader(Members entry, Consumer<String> warnings) {
    this.entry = entry;
    this.warnings = warnings;
  }

  /** Where it is; null when mistakes were noted. */
  @Nullable
  Reach read() {
    @Nullable String type = type();
    @Nullable String command = entry.text("command");
    @Nullable String urlMember = urlMember();
    @Nullable String url = urlMember == null ? null : entry.text(urlMember);
    if (command != null && urlMember != null) {
      entry.wrong("command", "beside a URL", "one of the two");
    } else if (command != null && type != null && !type.equals("stdio")) {
      entry.wrong("type", type, "stdio, since there is a command");
    } else if (url != null && "stdio".equals(type)) {
      entry.wrong("type", "stdio", "http or sse, since there is a URL");
    } else if (command != null) {
      return command(command);
    } else if (url != null && urlMember != null) {
      return http(urlMember, url, type);
    } else if (urlMember == null && !entry.has("command")) {
      entry.wrong("command", "neither a command nor a url", "one of the two");
    }
    return null;
  }

  private @Nullable String urlMember() {
    return URLS.stream().filter(entry::has).findFirst().orElse(null);
  }

  /** stdio, http, streamable-http or sse; null when the entry does not say. */
  private @Nullable String type() {
    @Nullable String type = null;
    for (String member : TYPES) {
      @Nullable String text = entry.text(member);
      if (text != null) {
        @Nullable String meant = meant(text);
        if (meant == null) {
          entry.wrong(member, entry.written(member), "stdio, http, streamable-http or sse");
        }
        type = type == null ? meant : type;
      }
    }
    return type;
  }

  private static @Nullable String meant(String type) {
    return switch (type.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "")) {
      case "stdio", "local" -> "stdio";
      case "http", "https", "remote" -> "http";
      case "streamablehttp", "httpstream", "streamable" -> "streamable-http";
      case "sse", "httpsse" -> "sse";
      default -> null;
    };
  }

  private @Nullable Reach command(String program) {
    List<String> command = new ArrayList<>();
    command.add(program);
    command.addAll(entry.texts("args"));
    Map<String, String> environment = new LinkedHashMap<>(envFile());
    environment.putAll(entry.map("env"));
    @Nullable String cwd = entry.text("cwd");
    if (program.isBlank()) {
      entry.wrong("command", "empty", "a program");
      return null;
    }
    if (program.matches("[^/\\\\]+\\s.*")) {
      entry.wrong("command", "a whole command line", "the program alone, and the rest in args");
      return null;
    }
    if (!command.stream().allMatch(ReachReader::passes)) {
      entry.wrong("args", "a character that no argument can have", "texts without U+0000");
      return null;
    }
    environment.forEach((name, value) -> {
      if (name.isEmpty() || name.indexOf('=') >= 0 || !passes(name) || !passes(value)) {
        entry.wrong("env", "a variable that cannot be set", "names without =, no U+0000");
      }
    });
    try {
      return new Reach.Command(command, environment, cwd == null ? null : path(cwd));
    } catch (InvalidPathException e) {
      entry.wrong("cwd", "no path", "a directory");
      return null;
    }
  }

  /** What an operating system passes to a program ends at U+0000. */
  private static boolean passes(String text) {
    return text.indexOf('\0') < 0;
  }

  /** A leading tilde is the home, as in a shell. */
  private static Path path(String text) {
    return text.equals("~") || text.startsWith("~/")
        ? Path.of(System.getProperty("user.home") + text.substring(1))
        : Path.of(text);
  }

  private Map<String, String> envFile() {
    @Nullable String file = entry.text("envFile");
    if (file == null) {
      return Map.of();
    }
    try {
      Path path = path(file);
      if (Files.size(path) <= EnvFile.BYTES_MAX) {
        return EnvFile.read(path);
      }
      entry.wrong("envFile", "too large", "at most " + EnvFile.BYTES_MAX + " bytes");
    } catch (IOException | InvalidPathException e) {
      entry.wrong("envFile", "cannot be read", "a readable file of lines NAME=value");
    }
    return Map.of();
  }

  private @Nullable Reach http(String member, String text, @Nullable String type) {
    Map<String, String> headers = headers();
    URI url;
    try {
      url = new URI(text.strip());
    } catch (URISyntaxException e) {
      entry.wrong(member, "no URL", "such as https://example.com/mcp");
      return null;
    }
    boolean web =
        "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
    String authority = url.getRawAuthority();
    if (web && url.getHost() == null && authority != null && authority.contains("_")) {
      entry.wrong(
          member,
          "a host name with an underscore",
          "letters, digits, - and . alone, as URLs have them; give the host another name or an alias");
      return null;
    }
    if (!web || url.getHost() == null || url.getRawUserInfo() != null) {
      entry.wrong(
          member, "no URL of a server", "such as https://example.com/mcp, without a user name");
      return null;
    }
    return new Reach.Url(url, headers, wish(member, type));
  }

  private static TransportWish wish(String member, @Nullable String type) {
    if (type == null) {
      return member.equals("httpUrl") ? TransportWish.STREAMABLE_HTTP : TransportWish.AUTO;
    }
    return switch (type) {
      case "streamable-http" -> TransportWish.STREAMABLE_HTTP;
      case "sse" -> TransportWish.SSE;
      default -> TransportWish.AUTO;
    };
  }

  /** Those that the client sets itself are often written in files, where they do nothing good. */
  private Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    entry.map("headers").forEach((name, value) -> {
      String place = "headers." + Expansion.shown(name);
      if (HeaderNames.ours(name)) {
        warnings.accept(entry.path() + "." + place + ": ignored, since each request has its own");
      } else if (!HeaderNames.wellFormed(name) || value.matches("(?s).*[\\p{Cntrl}&&[^\t]].*")) {
        entry.wrong(place, "cannot be sent", "names of letters, values of one line");
      } else {
        headers.put(name, value);
      }
    });
    return headers;
  }
}
