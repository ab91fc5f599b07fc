package io.breakwater.options;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The part of {@code conf/} that is about servers behind this one; written by hand.
 *
 * <p>Immutable.
 */
final class ServersPage {
  private static final int MS_MAX = 86_400_000;

  private ServersPage() {}

  static final String TEXT = """

      ## Servers behind this one

      Breakwater puts the servers that you have behind its own URL: every one that talks over stdin and stdout, or has a URL
      itself. It reads the files that your clients read, unchanged: `mcpServers`, or `servers` as VS Code calls it.

      ```
      java -jar breakwater.jar --servers claude_desktop_config.json          # one file, or several: repeat the option
      java -jar breakwater.jar                                              # every file in conf/ that has servers
      java -jar breakwater.jar --check --servers my.json                    # what comes of it, without a start
      java -jar breakwater.jar --check --tools --servers my.json            # and what each server offers
      ```

      - Without `--servers` and `gateway.servers`, every `conf/*.json` counts whose root has one of the two (but for
        `breakwater.json` and `*.schema.json`, in the order of their names, 50 at most); one that is no JSON is reported.
        `mcpServers` in `breakwater.json` itself counts in any case, before the files. 200 servers in all.
      - A file may have comments, commas after the last member and a byte order mark, and 1 MiB. What else stands in it is
        not looked at.
      - A broken entry fails alone, and so does a variable that is not set: the log names file, entry and key, and never a
        value that may be a secret. A key that nobody knows is warned of.
      - All servers together are at `/mcp`, each alone, under its own names, at `/mcp/NAME` (a space is
        `%20` there).
      - A file that `--servers` names and that is not there is a mistake: nothing starts.
      - `--check` ends with 2 when an entry or a file is wrong, with `--tools` with 1 when a server does not answer.
      - A Breakwater that another one starts reads only the files that its command line names: it runs in the same folder, and
        would find itself.

      ### An entry

      | key | meaning |
      |---|---|
      | `command` | The program of a server over stdin and stdout. No shell reads it |
      | `args` | Its arguments, a list |
      | `env` | Variables, on top of a small environment (`PATH`, `HOME` and their like); null leaves one out |
      | `envFile` | A file of lines `NAME=value`, at most 64 KiB; `env` wins over it |
      | `cwd` | Where it runs; else where Breakwater runs. `~/` is your home |
      | `httpUrl`, `url`, `serverUrl` | Where the server is, `http` or `https`; of several the first of these counts |
      | `headers` | Sent with every request |
      | `type`, `transport`, `transportType` | `stdio` (`local`), `http` (`https`, `remote`), `streamable-http` (`streamableHttp`, `http-stream`, `streamable`) or `sse` (`http-sse`), in any spelling of case, `-` and `_`. `http`, or nothing beside a `url`, finds out by itself whether a server speaks Streamable HTTP or HTTP+SSE; nothing beside an `httpUrl` is Streamable HTTP |
      | `disabled`, `enabled` | `true` or `false`; whoever is off in one of them is off |
      | `timeout` | Longest request without progress: below 1000 in seconds, from there in milliseconds; beside `autoApprove` or `alwaysAllow` in seconds up to 3600, as the clients count that have these. The log says which it was |
      | `includeTools`, `tools` | Joined to `breakwater.tools.allow` |
      | `excludeTools`, `disabledTools` | Joined to `breakwater.tools.deny` |
      | `breakwater` | What is ours, below |

      In every text of an entry:

      | text | stands for |
      |---|---|
      | `${NAME}`, `${env:NAME}` | The variable of the environment; the entry fails when it is not set |
      | `${NAME:-text}` | The variable, or the text when it is not set or empty |
      | `${file:path}` | What a file of at most 64 KiB holds, without its last line end: for secrets that are mounted |
      | `${workspaceFolder}`, `${cwd}` | The folder in which Breakwater runs |
      | `${userHome}` | The home of its user |
      | `${pathSeparator}`, `${/}` | `/`, or `\\` on Windows |
      | `$${` | The two characters `${` |

      What was put in is not read again. `${input:...}` fails its entry: there is nobody to ask.

      ### What is ours: `breakwater` in an entry

      | key | default | value | meaning |
      |---|---|---|---|
      | `share` | `shared` for a command, `session` for a URL | `shared`, `session` or `pool` | Whose a connection is, below |
      | `poolSize` | `4` | 1 to 256 | Connections of a pool |
      | `callMs` | `client.callMs` | 1 to 86400000 ms | Longest request without progress; wins over `timeout` |
      | `idleMs` | `gateway.idleMs` | 1 to 86400000 ms | A connection of one caller or of a pool that nobody uses is closed after this |
      | `prefix` | `gateway.prefix` | `always`, `collision` or `never` | When the name of the server stands before its tools and prompts |
      | `tools` | all | an object | `allow` and `deny`: lists of names, `*` for any characters, `deny` wins; `rename`: the server's name to yours; `describe`: the server's name to another description |
      | `prompts` | all | an object | The same for prompts |
      | `depthMax` | `gateway.depthMax` | 1 to 1000 | Objects and arrays open at the same time in a message that is forwarded |
      | `resultBytesMax` | `gateway.resultBytesMax` | 1 to 1073741824 bytes | Largest answer |
      | `forwardHeaders` | none | a list of names | Headers of the caller that the server gets, such as `Authorization`; for a URL alone |
      | `era` | `auto` | `auto`, `modern` or `legacy` | 2026-07-28 alone, or the revisions with a handshake alone |

      A key that is none of these fails the entry.

      ### Whose a connection is

      - `shared`: one process or session for all callers. What one caller does there, the next one may see: right for servers
        that keep nothing, or whose memory is meant for all. A program is shared where the entry does not say, as under a
        desktop client.
      - `session`: each session of a caller has its own, started with its first call and ended with it, or after `idleMs`
        without use. A caller of 2026-07-28 has no session: it gets one for its name where it is authenticated, else a new one
        for each request. `gateway.sessionsMax` bounds all of them together.
      - `pool`: a few for all callers; the one with the fewest requests takes the next. For programs that do one thing
        at a time.
      - A program with a handshake that all share does not say to whom a question of its own belongs. It is put to a caller only
        while nobody else is served, or has been within `client.callTotalMs` with a request that was taken back; else the program reads
        an error. With `share` `session` each caller is asked.
      - Behind a URL, a server that speaks 2026-07-28 knows no sessions, so there is nothing to mix: all callers use one
        connection to it, in `session` too.
      - No header of a caller goes any further unless `forwardHeaders` names it. Where one does, connections are never shared:
        `share` can then only be `session`.

      ### Names

      A tool `echo` of the server `my server` is `my_server__echo`: what is no letter, digit, `_` or `-` in the name of a server
      is a `_`, and no two servers may be the same then. A name of more than 64 characters is cut, and ends in a mark of 8
      characters that is the same after every restart. With `prefix` `collision` the prefix is there only where two servers
      have the same name, with `never` the first of two counts. Resources keep their URIs; of two that are the same, the
      first counts. A name that two servers would have is of the one whose prefix it begins with; the other's ends in a mark.
      Names with characters that cannot be seen are left out. A tool that is denied is not listed, and a call of it is answered
      as of one that there is not.

      ### While it runs

      Files are looked at every `gateway.reloadMs`. What changed is taken: a new entry is started, one that went is ended, one
      that is different is started anew, and callers hear that lists changed; a server whose entry is the same notices nothing.
      A file that is broken, or named and gone, and an entry that is broken count as they were before, and the log says so.
      `breakwater.json` is read at the start alone.

      Lists are read at the start, when a server says that they changed, and when its session was replaced by another. One
      that does not tell of changes is asked every `gateway.refreshMs`, and by whoever wants a list that it allows to be kept
      no longer, once a second at most. Callers are told to keep a list for a minute, or as shortly and as privately as a
      server wants it.

      A server is `starting`, `up`, `degraded` (a list of it cannot be read), `down` (tried again after `gateway.backoffMs`,
      then after twice as long, up to `gateway.backoffMsMax`), `crash-loop` (ended `gateway.crashesMax` times in a row),
      `needs-auth` (does not take our credentials) or `closed`. The log has each change with its reason, and what a program
      writes to stderr, at most `gateway.stderrLinesMax` lines in a second. One that is down takes its tools away from nobody
      but itself, a call of a tool that nobody offers is told which servers are not `up`, and no call is sent twice.

      In a container, run it with an init (`docker run --init`, `init: true`): as process 1 it would have to reap what is left
      of the programs behind it, and Java does not. The image has Java and no other runtime: for `npx` or `uvx`, build one on
      top of it.
      """;

  /** For editors: as far as an entry is ours, and what clients write there may stand beside it. */
  static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("description", "The servers behind this one, by their names; see README.md");
    schema.put("type", "object").put("maxProperties", 200);
    schema.putObject("propertyNames").put("minLength", 1).put("maxLength", 64);
    ObjectNode entry = schema.putObject("additionalProperties").put("type", "object");
    ObjectNode keys = entry.putObject("properties");
    about(keys, "command", "The program of a server over stdin and stdout").put("type", "string");
    texts(about(keys, "args", "Its arguments"));
    about(keys, "env", "Its variables").put("type", "object");
    about(keys, "envFile", "A file of lines NAME=value").put("type", "string");
    about(keys, "cwd", "Where it runs").put("type", "string");
    for (String url : new String[] {"httpUrl", "url", "serverUrl"}) {
      about(keys, url, "Where the server is").put("type", "string");
    }
    about(keys, "headers", "Sent with every request").put("type", "object");
    for (String type : new String[] {"type", "transport", "transportType"}) {
      about(keys, type, "stdio, http, streamable-http or sse").put("type", "string");
    }
    about(keys, "disabled", "Whether it is switched off").put("type", "boolean");
    about(keys, "enabled", "Whether it is not").put("type", "boolean");
    about(keys, "timeout", "Longest request without progress, in seconds, or from 1000 in ms");
    for (String tools : new String[] {"includeTools", "tools", "excludeTools", "disabledTools"}) {
      texts(about(keys, tools, "Names of tools, * for any characters"));
    }
    ours(about(keys, "breakwater", "What is ours"));
    return schema;
  }

  private static void ours(ObjectNode schema) {
    schema.put("type", "object");
    ObjectNode keys = schema.putObject("properties");
    choice(about(keys, "share", "Whose a connection is"), "shared", "session", "pool");
    whole(about(keys, "poolSize", "Connections of a pool"), 256);
    whole(about(keys, "callMs", "Longest request without progress (ms)"), MS_MAX);
    whole(about(keys, "idleMs", "An unused connection is closed after this (ms)"), MS_MAX);
    choice(
        about(keys, "prefix", "When the server's name stands before its tools and prompts"),
        "always",
        "collision",
        "never");
    for (String naming : new String[] {"tools", "prompts"}) {
      naming(about(keys, naming, "Which of its " + naming + " are offered, and as what"));
    }
    whole(about(keys, "depthMax", "Nesting of a message that is forwarded"), 1000);
    whole(about(keys, "resultBytesMax", "Largest answer (bytes)"), 1_073_741_824);
    texts(about(keys, "forwardHeaders", "Headers of the caller that the server gets"));
    choice(about(keys, "era", "Which revisions are spoken with it"), "auto", "modern", "legacy");
    schema.put("additionalProperties", false);
  }

  private static void naming(ObjectNode schema) {
    schema.put("type", "object");
    ObjectNode keys = schema.putObject("properties");
    texts(about(keys, "allow", "Names, * for any characters; empty for all"));
    texts(about(keys, "deny", "Names, * for any characters; wins over allow"));
    about(keys, "rename", "The server's name to yours").put("type", "object");
    about(keys, "describe", "The server's name to another description").put("type", "object");
    schema.put("additionalProperties", false);
  }

  private static ObjectNode about(ObjectNode keys, String key, String about) {
    return keys.putObject(key).put("description", about);
  }

  private static void texts(ObjectNode schema) {
    schema
        .put("type", "array")
        .putObject("items")
        .putArray("type")
        .add("string")
        .add("number");
  }

  private static void whole(ObjectNode schema, int max) {
    schema.put("type", "integer").put("minimum", 1).put("maximum", max);
  }

  private static void choice(ObjectNode schema, String... words) {
    for (String word : words) {
      schema.withArray("enum").add(word);
    }
  }
}
