package io.breakwater.options.servers;

import io.breakwater.options.Gateway;
import io.breakwater.options.Nearest;
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
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one entry of {@code mcpServers}, in the shapes that clients write: where the server is, and what its
 * {@code breakwater} says.
 *
 * <p>Confined to one thread, for one entry.
 */
final class EntryReader {
  private static final long MS_MAX = 86_400_000;
  private static final int ENV_FILE_BYTES_MAX = 65_536;

  /** What clients note there for themselves. */
  private static final Set<String> THEIRS = Set.of(
      "alwaysAllow",
      "autoApprove",
      "autoStart",
      "comment",
      "description",
      "dev",
      "gallery",
      "icon",
      "icons",
      "id",
      "name",
      "note",
      "sandbox",
      "sandboxEnabled",
      "source",
      "tags",
      "title",
      "trust",
      "version");

  private static final List<String> KNOWN = List.of(
      "command",
      "args",
      "env",
      "cwd",
      "envFile",
      "url",
      "serverUrl",
      "httpUrl",
      "headers",
      "type",
      "transport",
      "transportType",
      "disabled",
      "enabled",
      "timeout",
      "includeTools",
      "excludeTools",
      "disabledTools",
      "breakwater");

  /** Fields of one hop, and those that the client sets itself. */
  private static final Set<String> NOT_FORWARDED = Set.of(
      "accept",
      "connection",
      "content-encoding",
      "content-length",
      "content-type",
      "expect",
      "host",
      "keep-alive",
      "last-event-id",
      "mcp-method",
      "mcp-name",
      "mcp-protocol-version",
      "mcp-session-id",
      "te",
      "trailer",
      "transfer-encoding",
      "upgrade");

  private final String name;
  private final Members entry;
  private final Gateway gateway;
  private final Consumer<String> warnings;
  private final Consumer<String> notes;

  EntryReader(
      String name,
      Members entry,
      Gateway gateway,
      Consumer<String> warnings,
      Consumer<String> notes) {
    this.name = name;
    this.entry = entry;
    this.gateway = gateway;
    this.warnings = warnings;
    this.notes = notes;
  }

  /** Whether the entry is switched off. */
  boolean off() {
    boolean disabled = entry.flag("disabled", false);
    return !entry.flag("enabled", true) || disabled;
  }

  /** The entry; null when mistakes were noted. */
  @Nullable
  ServerEntry read() {
    @Nullable Reach reach = reach();
    long callMs = timeout();
    List<String> include = entry.texts("includeTools");
    List<String> exclude = joined(entry.texts("excludeTools"), entry.texts("disabledTools"));
    @Nullable Members ours = entry.object("breakwater");
    warn();
    if (reach == null) {
      return null;
    }
    ServerEntry plain = ServerEntry.of(name, reach, gateway);
    ServerEntry read = ours == null ? plain : settings(plain, ours);
    Naming tools = new Naming(
        joined(include, read.tools().allow()),
        joined(exclude, read.tools().deny()),
        read.tools().rename(),
        read.tools().describe());
    return new ServerEntry(
        name,
        reach,
        read.callMs() > 0 ? read.callMs() : callMs,
        read.sharing(),
        read.poolSize(),
        read.prefix(),
        tools,
        read.prompts(),
        read.depthMax(),
        read.resultBytesMax(),
        read.forwardHeaders(),
        read.era(),
        read.idleMs());
  }

  private static List<String> joined(List<String> one, List<String> other) {
    List<String> joined = new ArrayList<>(one);
    joined.addAll(other);
    return joined;
  }

  private void warn() {
    for (String unread : entry.unread()) {
      if (!THEIRS.contains(unread) && !unread.startsWith("$") && !unread.startsWith("_")) {
        String near = Nearest.of(unread, KNOWN);
        warnings.accept(entry.path() + "." + Expansion.shown(unread) + ": unknown, ignored"
            + (near == null ? "" : " (did you mean " + near + "?)"));
      }
    }
  }

  private @Nullable Reach reach() {
    @Nullable String type = type();
    @Nullable String command = entry.text("command");
    @Nullable String url = url();
    if (command != null && url != null) {
      entry.wrong("command", "beside a URL", "one of the two");
      return null;
    }
    if (command != null && type != null && !type.equals("stdio")) {
      entry.wrong("type", type, "stdio, since there is a command");
      return null;
    }
    if (url != null && "stdio".equals(type)) {
      entry.wrong("type", "stdio", "http or sse, since there is a URL");
      return null;
    }
    if (command != null) {
      return command(command);
    }
    if (url != null) {
      return http(url, type);
    }
    if (!entry.has("command")
        && !entry.has("url")
        && !entry.has("serverUrl")
        && !entry.has("httpUrl")) {
      entry.wrong("command", "neither a command nor a url", "one of the two");
    }
    return null;
  }

  private @Nullable String url() {
    for (String member : List.of("url", "serverUrl", "httpUrl")) {
      if (entry.has(member)) {
        return entry.text(member);
      }
    }
    return null;
  }

  /** stdio, http, streamable-http or sse; null when the entry does not say. */
  private @Nullable String type() {
    for (String member : List.of("type", "transport", "transportType")) {
      if (!entry.has(member)) {
        continue;
      }
      String text = entry.text(member);
      if (text == null) {
        continue;
      }
      switch (text.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "")) {
        case "stdio", "local" -> {
          return "stdio";
        }
        case "http", "https", "remote" -> {
          return "http";
        }
        case "streamablehttp", "httpstream", "streamable" -> {
          return "streamable-http";
        }
        case "sse", "httpsse" -> {
          return "sse";
        }
        default ->
          entry.wrong(member, Expansion.shown(text), "stdio, http, streamable-http or sse");
      }
    }
    return null;
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
    for (String name : environment.keySet()) {
      if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
        entry.wrong("env", "a name that is none", "names without =");
      }
    }
    try {
      return new Reach.Command(command, environment, cwd == null ? null : path(cwd));
    } catch (InvalidPathException e) {
      entry.wrong("cwd", "no path", "a directory");
      return null;
    }
  }

  /** A leading tilde is the home, as in a shell. */
  private static Path path(String text) {
    return text.equals("~") || text.startsWith("~/")
        ? Path.of(System.getProperty("user.home") + text.substring(1))
        : Path.of(text);
  }

  private Map<String, String> envFile() {
    Map<String, String> variables = new LinkedHashMap<>();
    @Nullable String file = entry.text("envFile");
    if (file == null) {
      return variables;
    }
    try {
      Path path = path(file);
      if (Files.size(path) > ENV_FILE_BYTES_MAX) {
        entry.wrong("envFile", "too large", "at most " + ENV_FILE_BYTES_MAX + " bytes");
        return variables;
      }
      for (String line : Files.readAllLines(path)) {
        variable(line.strip(), variables);
      }
    } catch (IOException | InvalidPathException e) {
      entry.wrong("envFile", "cannot be read", "a readable file of lines NAME=value");
    }
    return variables;
  }

  private static void variable(String line, Map<String, String> variables) {
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

  private @Nullable Reach http(String text, @Nullable String type) {
    Map<String, String> headers = headers();
    headers.forEach((header, value) -> {
      if (!header.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}")
          || value.matches("(?s).*[\\p{Cntrl}&&[^\t]].*")) {
        entry.wrong(
            "headers", "a field that cannot be sent", "names of letters, values of one line");
      }
    });
    URI url;
    try {
      url = new URI(text.strip());
    } catch (URISyntaxException e) {
      entry.wrong("url", "no URL", "such as https://example.com/mcp");
      return null;
    }
    boolean web =
        "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
    if (!web || url.getHost() == null || url.getRawUserInfo() != null) {
      entry.wrong(
          "url", "no URL of a server", "such as https://example.com/mcp, without a user name");
      return null;
    }
    boolean streamable = "streamable-http".equals(type) || (type == null && entry.has("httpUrl"));
    TransportWish other = "sse".equals(type) ? TransportWish.SSE : TransportWish.AUTO;
    return new Reach.Url(url, headers, streamable ? TransportWish.STREAMABLE_HTTP : other);
  }

  /** Those that the client sets itself are often written in files, where they do nothing good. */
  private Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    entry.map("headers").forEach((header, value) -> {
      if (NOT_FORWARDED.contains(header.toLowerCase(Locale.ROOT))) {
        warnings.accept(entry.path() + ".headers." + Expansion.shown(header)
            + ": ignored, since each request has its own");
      } else {
        headers.put(header, value);
      }
    });
    return headers;
  }

  /** People write seconds and milliseconds. */
  private long timeout() {
    long given = entry.whole("timeout", 0, 0, MS_MAX);
    if (given == 0) {
      return 0;
    }
    boolean seconds = given < 1000;
    notes.accept(entry.path() + ".timeout: " + given + " was taken for "
        + (seconds ? "seconds" : "milliseconds"));
    return seconds ? given * 1000 : given;
  }

  private ServerEntry settings(ServerEntry plain, Members ours) {
    @Nullable String share = ours.choice("share", List.of("shared", "session", "pool"));
    @Nullable String prefix = ours.choice("prefix", List.of("always", "collision", "never"));
    @Nullable String era = ours.choice("era", List.of("auto", "modern", "legacy"));
    List<String> forward = forwarded(ours);
    Sharing sharing = share == null ? plain.sharing() : Sharing.valueOf(upper(share));
    if (!forward.isEmpty() && sharing != Sharing.SESSION) {
      if (share != null) {
        ours.wrong("share", share, "session, since headers of callers are forwarded");
      }
      sharing = Sharing.SESSION;
    }
    ServerEntry read = new ServerEntry(
        name,
        plain.reach(),
        ours.whole("callMs", 0, 1, MS_MAX),
        sharing,
        (int) ours.whole("poolSize", sharing == Sharing.POOL ? 4 : 1, 1, 256),
        prefix == null ? plain.prefix() : Gateway.Prefix.valueOf(upper(prefix)),
        naming(ours.object("tools")),
        naming(ours.object("prompts")),
        (int) ours.whole("depthMax", plain.depthMax(), 1, 1000),
        (int) ours.whole("resultBytesMax", plain.resultBytesMax(), 1, 1_073_741_824),
        forward,
        era == null ? plain.era() : EraWish.valueOf(upper(era)),
        ours.whole("idleMs", plain.idleMs(), 1, MS_MAX));
    for (String unread : ours.unread()) {
      ours.wrong(Expansion.shown(unread), "unknown setting", "one of conf/README.md");
    }
    return read;
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }

  private static List<String> forwarded(Members ours) {
    List<String> names = new ArrayList<>();
    for (String header : ours.texts("forwardHeaders")) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (NOT_FORWARDED.contains(lower) || !lower.matches("[a-z0-9!#$%&'*+.^_`|~-]{1,256}")) {
        ours.wrong(
            "forwardHeaders",
            Expansion.shown(header),
            "headers such as Authorization, not of one hop");
      } else {
        names.add(lower);
      }
    }
    return names;
  }

  private static Naming naming(@Nullable Members of) {
    if (of == null) {
      return Naming.ALL;
    }
    Naming naming =
        new Naming(of.texts("allow"), of.texts("deny"), of.map("rename"), of.map("describe"));
    for (String unread : of.unread()) {
      of.wrong(Expansion.shown(unread), "unknown setting", "allow, deny, rename or describe");
    }
    return naming;
  }
}
