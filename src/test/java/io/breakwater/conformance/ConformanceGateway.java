package io.breakwater.conformance;

import io.breakwater.launch.Breakwater;
import io.breakwater.options.Gateway;
import io.breakwater.options.Options;
import io.breakwater.options.servers.EraWish;
import io.breakwater.options.servers.Reach;
import io.breakwater.options.servers.ServerEntry;
import io.breakwater.options.servers.TransportWish;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A gateway in front of the {@link ConformanceServer}: what the suite finds in the server it has to find through the
 * gateway. Names have no prefix, since the suite asks for them as they are.
 *
 * <p>Started by {@code src/test/conformance/run.sh}, or by hand; prints its URL once it can be called.
 */
public final class ConformanceGateway {
  private ConformanceGateway() {}

  /**
   * @param args {@code http} or {@code stdio}: how the server behind is reached; then {@code auto}, {@code modern} or
   *     {@code legacy}: which era is spoken with it
   */
  public static void main(String[] args) {
    Options options = Options.defaults()
        .with("listen.port", 0)
        .with("server.name", "breakwater-conformance")
        .with("gateway.prefix", "never");
    Vertx vertx = Vertx.vertx();
    EraWish era = EraWish.valueOf(args[1].toUpperCase(Locale.ROOT));
    Breakwater gateway = Breakwater.create(vertx, options);
    reach(vertx, options, args[0])
        .compose(reach -> gateway.servers(List.of(entry(reach, options.gateway(), era))))
        .compose(behind -> gateway.listen())
        .onSuccess(port -> System.out.println("http://localhost:" + port + "/mcp"))
        .onFailure(e -> {
          e.printStackTrace();
          vertx.close().onComplete(closed -> System.exit(1));
        });
  }

  private static Future<Reach> reach(Vertx vertx, Options options, String how) {
    if (how.equals("stdio")) {
      return Future.succeededFuture(new Reach.Command(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-cp",
              System.getProperty("java.class.path"),
              ConformanceServer.class.getName(),
              "--stdio"),
          Map.of(),
          null));
    }
    return ConformanceServer.create(vertx, options)
        .listen()
        .map(port -> new Reach.Url(
            URI.create("http://127.0.0.1:" + port + "/mcp"), Map.of(), TransportWish.AUTO));
  }

  private static ServerEntry entry(Reach reach, Gateway gateway, EraWish era) {
    ServerEntry plain = ServerEntry.of("conformance", reach, gateway);
    return new ServerEntry(
        plain.name(),
        plain.reach(),
        plain.callMs(),
        plain.sharing(),
        plain.poolSize(),
        plain.prefix(),
        plain.tools(),
        plain.prompts(),
        plain.depthMax(),
        plain.resultBytesMax(),
        plain.forwardHeaders(),
        era,
        plain.idleMs());
  }
}
