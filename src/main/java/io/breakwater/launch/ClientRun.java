package io.breakwater.launch;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.breakwater.client.Authorizer;
import io.breakwater.client.ClientException;
import io.breakwater.client.ClientListener;
import io.breakwater.client.McpClient;
import io.breakwater.options.Configuration;
import io.breakwater.options.Mistake;
import io.breakwater.options.Mistakes;
import io.breakwater.options.Options;
import io.breakwater.options.Version;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One run of {@code list} or {@code call}: connects to somebody's server, does one thing, and ends.
 *
 * <p>Confined to the main thread.
 */
final class ClientRun {
  /** Of what a server says besides the result. */
  private static final int SAID_CHARS_MAX = 2_000;

  private final Map<String, String> environment;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  ClientRun(Map<String, String> environment, InputStream in, PrintStream out, PrintStream err) {
    this.environment = environment;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /** Returns the exit code once everything has ended, child processes too. */
  int run(String... args) {
    ClientArguments arguments = ClientArguments.parse(environment, args);
    if (arguments.help()) {
      out.print(Help.CLIENT);
      return written(Launch.OK);
    }
    List<Mistake> mistakes = new ArrayList<>(arguments.mistakes());
    Map<String, String> quieter = new HashMap<>(environment);
    quieter.putIfAbsent(Log.VARIABLE, "warn");
    Log.configure(quieter, mistakes::add);
    Options options = Options.defaults();
    try {
      Configuration configuration = Configuration.defaults();
      configuration.environment(environment);
      options = configuration.options();
    } catch (Mistakes e) {
      mistakes.addAll(e.list());
    }
    if (!mistakes.isEmpty()) {
      mistakes.forEach(err::println);
      return Launch.WRONG;
    }
    return written(run(arguments, options));
  }

  private int run(ClientArguments arguments, Options options) {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
    McpClient client = client(vertx, arguments, options);
    try {
      return await(
          arguments.call()
              ? new CallCommand(client, arguments, out, err).run()
              : new ListCommand(client, arguments, widthChars(), out).run());
    } catch (ClientException e) {
      err.println(TerminalText.block(e.getMessage(), SAID_CHARS_MAX));
      return Launch.FAILED;
    } finally {
      Future<Void> closed = client.close().eventually(vertx::close);
      await(closed.map(Launch.OK).otherwise(Launch.FAILED));
    }
  }

  /** Whoever reads a part of the output must be able to tell. */
  private int written(int code) {
    if (!out.checkError()) {
      return code;
    }
    err.println("the output could not be written");
    return code == Launch.OK ? Launch.FAILED : code;
  }

  /** What no terminal shows is not cut. */
  private int widthChars() {
    return Terminal.watchesOutput() ? Terminal.widthChars(environment) : Table.UNCUT;
  }

  private McpClient client(Vertx vertx, ClientArguments arguments, Options options) {
    boolean somebody = Terminal.types();
    @Nullable
    BufferedReader typed =
        somebody ? new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)) : null;
    return McpClient.builder(vertx, arguments.endpoint())
        .options(options)
        .info("breakwater", "Breakwater", Version.ofProgram())
        .era(arguments.era())
        .answers(new TerminalAnswers(vertx, typed, err))
        .listener(new Narrator(err, arguments.verbose()))
        .authorizer(
            somebody && !arguments.authorized()
                ? new SignIn(vertx, options, environment, err)
                : Authorizer.NONE)
        .build();
  }

  @CanIgnoreReturnValue
  private static int await(Future<Integer> code) {
    try {
      return code.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Tells what a server says by itself, on stderr. */
  private record Narrator(PrintStream err, boolean verbose) implements ClientListener {
    @Override
    public void notified(String method, com.fasterxml.jackson.databind.node.ObjectNode params) {
      if (verbose) {
        err.println(TerminalText.block(method + " " + params, SAID_CHARS_MAX));
      }
    }

    @Override
    public void warned(String warning) {
      err.println(TerminalText.block("warning: " + warning, SAID_CHARS_MAX));
    }

    @Override
    public void logged(String line) {
      if (verbose) {
        err.println(TerminalText.block(line, SAID_CHARS_MAX));
      }
    }
  }
}
