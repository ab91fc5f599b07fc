package io.breakwater.launch;

import io.breakwater.options.Configuration;
import io.breakwater.options.Mistake;
import io.breakwater.options.Mistakes;
import io.breakwater.options.Options;
import io.breakwater.options.Version;
import io.vertx.core.Deployable;
import io.vertx.launcher.application.VertxApplication;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of the program: reads the command line, the environment and the files it names, then does what it was asked.
 *
 * <p>Confined to the main thread.
 */
final class Launch {
  /** Done, or the server runs. */
  static final int OK = 0;
  /** Could not start, or is not healthy. */
  static final int FAILED = 1;
  /** The command line or the configuration is wrong. */
  static final int WRONG = 2;

  /** Makes one instance of the verticle that serves. */
  @FunctionalInterface
  interface Verticles {
    /** @param listening takes the port once it is open */
    Deployable make(Options options, ServersSource servers, IntConsumer listening);
  }

  /** Where files are looked for that the command line does not name. */
  private static final Path FOLDER = Path.of("conf");

  private static final Path USUAL = FOLDER.resolve("breakwater.json");

  private final Map<String, String> environment;
  private final PrintStream out;
  private final PrintStream err;
  private final Verticles verticles;
  private @Nullable Application application;
  private boolean over;

  Launch(Map<String, String> environment, PrintStream out, PrintStream err, Verticles verticles) {
    this.environment = environment;
    this.out = out;
    this.err = err;
    this.verticles = verticles;
  }

  /** Runs what the arguments say; returns the exit code, {@link #OK} also while the server runs. */
  int run(String... args) {
    if (args.length > 0 && ClientArguments.isVerb(args[0])) {
      return new ClientRun(environment, System.in, out, err).run(args);
    }
    Arguments arguments = Arguments.parse(args);
    return switch (arguments.action()) {
      case HELP -> print(Help.TEXT);
      case VERSION -> print("breakwater " + Version.ofProgram() + "\n");
      case RUN, STDIO, CHECK, HEALTH -> runConfigured(arguments);
    };
  }

  private int runConfigured(Arguments arguments) {
    List<Mistake> mistakes = new ArrayList<>(arguments.mistakes());
    Log.configure(environment, mistakes::add);
    if (arguments.verticle() != null && mistakes.isEmpty()) {
      return runForeign(arguments);
    }
    checkStdio(arguments, mistakes);
    Configuration configuration = configuration(arguments);
    Options options;
    try {
      options = configuration.options();
    } catch (Mistakes e) {
      mistakes.addAll(e.list());
      options = Options.defaults();
    }
    if (!mistakes.isEmpty()) {
      mistakes.forEach(err::println);
      return WRONG;
    }
    ServersSource servers =
        new ServersSource(options, configuration.servers(), environment, FOLDER);
    boolean starts =
        arguments.action() == Arguments.Action.RUN || arguments.action() == Arguments.Action.STDIO;
    if (starts && !servers.missing().isEmpty()) {
      servers.missing().forEach(err::println);
      return WRONG;
    }
    return switch (arguments.action()) {
      case CHECK -> new CheckRun(out, err).check(options, servers, arguments.tools());
      case HEALTH -> new HealthCheck(out, err).ask(arguments.healthUrl(), options);
      case STDIO -> stdio(options, servers);
      default -> serve(arguments, options, servers);
    };
  }

  private static void checkStdio(Arguments arguments, List<Mistake> mistakes) {
    if (arguments.action() == Arguments.Action.STDIO && !arguments.vertx().isEmpty()) {
      String option = arguments.vertx().get(0);
      mistakes.add(Mistake.expected(
          option, "beside --stdio", "no option of the Vert.x launcher, which does not run then"));
    }
  }

  private Configuration configuration(Arguments arguments) {
    Configuration configuration = Configuration.defaults();
    if (arguments.sources().isEmpty() && Files.exists(USUAL)) {
      configuration.file(USUAL);
    }
    arguments.sources().forEach(source -> read(source, configuration));
    configuration.environment(environment);
    arguments
        .settings()
        .forEach((option, setting) -> configuration.option(option, setting.path(), setting.text()));
    if (!arguments.servers().isEmpty()) {
      configuration.option("--servers", "gateway.servers", arguments.servers());
    }
    return configuration;
  }

  private static void read(Arguments.Source source, Configuration configuration) {
    if (source.inline()) {
      configuration.text(source.option(), source.value());
    } else {
      configuration.file(Path.of(source.value()));
    }
  }

  private int serve(Arguments arguments, Options options, ServersSource servers) {
    Application started = new Application(arguments.vertx(), options, servers, verticles, out);
    application = started;
    if (started.launch() == OK) {
      return OK;
    }
    err.println(started.failure());
    return FAILED;
  }

  private int stdio(Options options, ServersSource servers) {
    over = true;
    return new StdioRun(options, servers).serve() ? OK : FAILED;
  }

  /** Somebody's own verticle: the stock launcher does everything. */
  private int runForeign(Arguments arguments) {
    List<String> args = new ArrayList<>(arguments.vertx());
    arguments.sources().forEach(source -> args.addAll(List.of("-conf", source.value())));
    args.add(String.valueOf(arguments.verticle()));
    return new VertxApplication(args.toArray(String[]::new)).launch();
  }

  private int print(String text) {
    out.print(text);
    return out.checkError() ? FAILED : OK;
  }

  /** The application, once one was started. */
  @Nullable
  Application application() {
    return application;
  }

  /** Whether what was run has come to its end, and the process can. */
  boolean over() {
    return over;
  }
}
