package io.breakwater.conformance;

import io.breakwater.launch.Breakwater;
import io.breakwater.options.Options;
import io.vertx.core.Vertx;

/**
 * The server that the conformance suite is run against: Breakwater as an embedding program uses it, with the tools,
 * resources and prompts that the suite asks for by name.
 *
 * <p>Started by {@code src/test/conformance/run.sh}, or by hand; prints its URL once it can be called.
 */
public final class ConformanceServer {
  private ConformanceServer() {}

  /** @param args the port, 0 or none for any free one, or {@code --stdio} */
  public static void main(String[] args) {
    if (args.length == 1 && args[0].equals("--stdio")) {
      stdio();
      return;
    }
    Options options = Options.defaults()
        .with("listen.host", "127.0.0.1")
        .with("listen.port", args.length == 0 ? 0 : Integer.parseInt(args[0]))
        .with("server.name", "breakwater-conformance");
    Vertx vertx = Vertx.vertx();
    create(vertx, options)
        .listen()
        .onSuccess(port -> System.out.println("http://localhost:" + port + "/mcp"))
        .onFailure(e -> {
          e.printStackTrace();
          vertx.close().onComplete(closed -> System.exit(1));
        });
  }

  private static void stdio() {
    Vertx vertx = Vertx.vertx();
    Options options = Options.defaults().with("server.name", "breakwater-conformance");
    create(vertx, options)
        .stdio()
        .onFailure(Throwable::printStackTrace)
        .onComplete(gone -> vertx.close().onComplete(closed -> System.exit(0)));
  }

  /** Everything the suite asks for, in the order that it expects. */
  static Breakwater create(Vertx vertx, Options options) {
    Breakwater breakwater = Breakwater.create(vertx, options);
    ContentTools.all().forEach(breakwater::add);
    NotifyingTools.all().forEach(breakwater::add);
    AskingTools.all().forEach(breakwater::add);
    InputRequired.tools().forEach(breakwater::add);
    ChangingOffers.all(breakwater).forEach(breakwater::add);
    TestResources.all().forEach(breakwater::add);
    breakwater.add(TestResources.template());
    TestPrompts.all().forEach(breakwater::add);
    breakwater.add(InputRequired.prompt());
    return breakwater;
  }
}
