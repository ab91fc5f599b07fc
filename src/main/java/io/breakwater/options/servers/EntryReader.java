package io.breakwater.options.servers;

import io.breakwater.options.Gateway;
import io.breakwater.options.Nearest;
import java.net.URI;
import java.util.ArrayList;
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

  /** Where an entry is taken to be that does not say it right, so that the rest of it is judged all the same. */
  private static final Reach NOWHERE =
      new Reach.Url(URI.create("http://localhost"), Map.of(), TransportWish.AUTO);

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
      "tools",
      "breakwater");

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
    @Nullable Reach reach = new ReachReader(entry, warnings).read();
    long callMs = timeout();
    List<String> include = joined(entry.texts("includeTools"), entry.texts("tools"));
    List<String> exclude = joined(entry.texts("excludeTools"), entry.texts("disabledTools"));
    @Nullable Members ours = entry.object("breakwater");
    ServerEntry plain = ServerEntry.of(name, reach == null ? NOWHERE : reach, gateway);
    ServerEntry read = ours == null ? plain : settings(plain, ours);
    if (reach == null) {
      return null;
    }
    warn(reach);
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

  private void warn(Reach reach) {
    String other = reach instanceof Reach.Command ? "the command" : "the URL";
    for (String unread : entry.unread()) {
      String where = entry.path() + "." + Expansion.shown(unread);
      if (KNOWN.contains(unread)) {
        warnings.accept(where + ": ignored beside " + other);
      } else if (!THEIRS.contains(unread) && !unread.startsWith("$") && !unread.startsWith("_")) {
        @Nullable String near = Nearest.of(unread, KNOWN);
        warnings.accept(
            where + ": unknown, ignored" + (near == null ? "" : " (did you mean " + near + "?)"));
      }
    }
  }

  /** People write seconds and milliseconds. */
  private long timeout() {
    long given = entry.whole("timeout", 0, 0, MS_MAX);
    if (given == 0) {
      return 0;
    }
    boolean seconds = given < 1000 || (given <= 3600 && ofSeconds());
    notes.accept(entry.path() + ".timeout: " + given + " was taken for "
        + (seconds ? "seconds" : "milliseconds"));
    return seconds ? given * 1000 : given;
  }

  /** The clients that write these count a timeout in seconds, up to an hour. */
  private boolean ofSeconds() {
    return entry.has("alwaysAllow") || entry.has("autoApprove");
  }

  private ServerEntry settings(ServerEntry plain, Members ours) {
    @Nullable String share = ours.choice("share", List.of("shared", "session", "pool"));
    @Nullable String prefix = ours.choice("prefix", List.of("always", "collision", "never"));
    @Nullable String era = ours.choice("era", List.of("auto", "modern", "legacy"));
    List<String> forward = forwarded(ours, plain.reach());
    Sharing sharing = share == null ? plain.sharing() : Sharing.valueOf(upper(share));
    if (!forward.isEmpty() && sharing != Sharing.SESSION) {
      if (share != null) {
        ours.wrong(
            "share", ours.written("share"), "session, since headers of callers are forwarded");
      }
      sharing = Sharing.SESSION;
    }
    if (sharing != Sharing.POOL && ours.has("poolSize")) {
      warnings.accept(ours.path() + ".poolSize: ignored, since share is not pool");
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

  private static List<String> forwarded(Members ours, Reach reach) {
    List<String> names = new ArrayList<>();
    for (String header : ours.texts("forwardHeaders")) {
      if (HeaderNames.ours(header) || !HeaderNames.wellFormed(header)) {
        ours.wrong(
            "forwardHeaders",
            Expansion.shown(header),
            "headers such as Authorization, not of one hop");
      } else {
        names.add(header.toLowerCase(Locale.ROOT));
      }
    }
    if (!names.isEmpty() && reach instanceof Reach.Command) {
      ours.wrong("forwardHeaders", "beside a command", "a URL, since a program gets no headers");
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
