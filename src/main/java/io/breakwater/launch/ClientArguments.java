package io.breakwater.launch;

import io.breakwater.client.ClientException;
import io.breakwater.client.Endpoint;
import io.breakwater.client.EraChoice;
import io.breakwater.options.Mistake;
import io.breakwater.options.Nearest;
import io.vertx.core.Future;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@code list} and {@code call}, taken apart.
 *
 * <pre>
 * list URL                        list -- COMMAND ARGUMENT...
 * call URL TOOL key=value...      call TOOL key=value... -- COMMAND ARGUMENT...
 * </pre>
 *
 * <p>Immutable once parsed.
 */
final class ClientArguments {
  private static final List<String> FLAGS = List.of("--json", "--verbose", "--help");
  private static final List<String> VALUED =
      List.of("--header", "--bearer-env", "--timeout", "--transport", "--era", "--args");
  private static final String SECONDS = "seconds, a number from 1 to 86400";

  private final boolean call;
  private final Map<String, String> environment;
  private final List<String> words = new ArrayList<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final List<Mistake> mistakes = new ArrayList<>();
  private boolean json;
  private boolean verbose;
  private boolean help;
  private long timeoutMs;
  private @Nullable String argumentsJson;
  private EraChoice era = EraChoice.AUTO;
  private Endpoint.Transport transport = Endpoint.Transport.AUTO;
  private @Nullable Endpoint endpoint;
  private String tool = "";

  private ClientArguments(boolean call, Map<String, String> environment) {
    this.call = call;
    this.environment = environment;
  }

  /** Whether this word begins such a command line. */
  static boolean isVerb(String word) {
    return word.equals("list") || word.equals("call");
  }

  /** @param args of which the first is the verb */
  static ClientArguments parse(Map<String, String> environment, String... args) {
    ClientArguments parsed = new ClientArguments(args[0].equals("call"), environment);
    List<String> all = Arrays.asList(args).subList(1, args.length);
    parsed.requireReadable(all);
    int dashes = all.indexOf("--");
    parsed.options(dashes < 0 ? all : all.subList(0, dashes));
    parsed.server(dashes < 0 ? null : all.subList(dashes + 1, all.size()));
    return parsed;
  }

  boolean call() {
    return call;
  }

  /** Only where there are no {@link #mistakes}. */
  Endpoint endpoint() {
    if (endpoint == null) {
      throw new IllegalStateException("no server");
    }
    return endpoint;
  }

  /** The name of the tool to call. */
  String tool() {
    return tool;
  }

  /** {@code key=value} and {@code key:=json}, as they were typed. */
  List<String> pairs() {
    return List.copyOf(words);
  }

  /** The value of {@code --args}, or null. */
  @Nullable
  String argumentsJson() {
    return argumentsJson;
  }

  boolean json() {
    return json;
  }

  /** Whether somebody only wants to know how this works. */
  boolean help() {
    return help;
  }

  EraChoice era() {
    return era;
  }

  boolean verbose() {
    return verbose;
  }

  /** Whether the command line brings its own credentials. */
  boolean authorized() {
    return headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase);
  }

  /** Longest call, in milliseconds, or 0 for the default. */
  long timeoutMs() {
    return timeoutMs;
  }

  /** The same future, unless it takes longer than {@code --timeout} allows. */
  <T> Future<T> inTime(Future<T> done) {
    if (timeoutMs == 0) {
      return done;
    }
    return done.timeout(timeoutMs, TimeUnit.MILLISECONDS)
        .recover(failure -> Future.failedFuture(
            failure instanceof TimeoutException
                ? ClientException.after(
                    ClientException.Kind.TIMEOUT,
                    "not done within " + timeoutMs + " ms (--timeout)")
                : failure));
  }

  List<Mistake> mistakes() {
    return List.copyOf(mistakes);
  }

  /** What is not of the locale's encoding was lost before this program began. */
  private void requireReadable(List<String> args) {
    if (args.stream().anyMatch(word -> word.indexOf('\ufffd') >= 0)) {
      mistakes.add(new Mistake(
          verb(),
          "an argument has characters that the locale cannot read",
          "set one of UTF-8, such as LC_ALL=C.UTF-8"));
    }
  }

  private void options(List<String> args) {
    for (int at = 0; at < args.size(); at++) {
      String word = args.get(at);
      String name = word.split("=", 2)[0];
      if (!word.startsWith("--")) {
        words.add(word);
      } else if (FLAGS.contains(word)) {
        json |= word.equals("--json");
        verbose |= word.equals("--verbose");
        help |= word.equals("--help");
      } else if (!VALUED.contains(name)) {
        unknown(name);
      } else if (!name.equals(word)) {
        valued(name, word.substring(name.length() + 1));
      } else if (at + 1 < args.size()) {
        valued(name, args.get(++at));
      } else {
        mistakes.add(Mistake.expected(name, "no value", "a value"));
      }
    }
  }

  private void unknown(String name) {
    List<String> known = new ArrayList<>(FLAGS);
    known.addAll(VALUED);
    @Nullable String near = Nearest.of(name, known);
    mistakes.add(new Mistake(
        TerminalText.line(name, 100),
        "unknown option of " + verb(),
        near == null ? "see --help" : "did you mean " + near + "?"));
  }

  private void valued(String name, String value) {
    switch (name) {
      case "--header" -> header(value);
      case "--bearer-env" -> bearer(value);
      case "--timeout" -> timeout(value);
      case "--transport" -> transport(value);
      case "--era" -> era(value);
      default -> argumentsJson = value;
    }
  }

  private void header(String line) {
    String[] parts = line.split(":", 2);
    String name = parts[0].strip();
    if (parts.length < 2
        || !name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
        || line.chars().anyMatch(Character::isISOControl)) {
      // Not repeated: it may hold a secret.
      mistakes.add(Mistake.expected("--header", "not a header", "'Name: value'"));
      return;
    }
    headers.put(name, parts[1].strip());
  }

  private void bearer(String variable) {
    String token = environment.getOrDefault(variable, "").strip();
    if (token.chars().anyMatch(Character::isISOControl)) {
      mistakes.add(Mistake.expected(
          "--bearer-env", TerminalText.line(variable, 100), "a token without control characters"));
      return;
    }
    if (token.isEmpty()) {
      mistakes.add(Mistake.expected(
          "--bearer-env", TerminalText.line(variable, 100), "a variable that is set"));
      return;
    }
    headers.put("Authorization", "Bearer " + token);
  }

  private void timeout(String value) {
    if (!value.matches("\\d{1,5}(\\.\\d{1,3})?")) {
      mistakes.add(Mistake.expected("--timeout", TerminalText.line(value, 100), SECONDS));
      return;
    }
    timeoutMs = Math.round(Double.parseDouble(value) * 1000);
    if (timeoutMs < 1 || timeoutMs > 86_400_000) {
      mistakes.add(Mistake.expected("--timeout", TerminalText.line(value, 100), SECONDS));
    }
  }

  private void transport(String value) {
    switch (value) {
      case "auto" -> transport = Endpoint.Transport.AUTO;
      case "http", "streamable-http" -> transport = Endpoint.Transport.STREAMABLE_HTTP;
      case "sse" -> transport = Endpoint.Transport.SSE;
      default ->
        mistakes.add(
            Mistake.expected("--transport", TerminalText.line(value, 100), "auto, http or sse"));
    }
  }

  private void era(String value) {
    try {
      era = EraChoice.valueOf(value.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      mistakes.add(
          Mistake.expected("--era", TerminalText.line(value, 100), "auto, modern or legacy"));
    }
  }

  private void server(@Nullable List<String> command) {
    boolean url = !words.isEmpty() && words.get(0).toLowerCase(Locale.ROOT).matches("https?://.*");
    if (command != null && command.isEmpty()) {
      mistakes.add(Mistake.expected("--", "no command", "the command of a server"));
    } else if (command != null && url) {
      words.remove(0);
      mistakes.add(Mistake.expected(verb(), "a URL and a command", "one server"));
    } else if (command != null) {
      endpoint = new Endpoint.Command(command, Map.of(), null);
    } else if (url) {
      http(words.remove(0));
    } else {
      mistakes.add(Mistake.expected(
          verb(), "no server", "a URL that begins with http, or -- and a command"));
    }
    takeTool(url);
  }

  private void http(String url) {
    try {
      endpoint = new Endpoint.Http(URI.create(url), headers, transport);
    } catch (IllegalArgumentException e) {
      mistakes.add(
          Mistake.expected(verb(), "not the URL of a server", "such as http://127.0.0.1:8080/mcp"));
    }
  }

  private void takeTool(boolean url) {
    if (call && words.isEmpty()) {
      mistakes.add(Mistake.expected(
          "call", "no tool", url ? "its name after the URL" : "its name before --"));
    } else if (call) {
      tool = words.remove(0);
    } else if (!words.isEmpty()) {
      mistakes.add(Mistake.expected(
          TerminalText.line(words.get(0), 100), "unexpected", "options, see --help"));
    }
  }

  private String verb() {
    return call ? "call" : "list";
  }
}
