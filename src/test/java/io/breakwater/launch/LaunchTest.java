package io.breakwater.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.breakwater.options.Configuration;
import io.breakwater.options.Options;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program in this JVM, with a server of its own that answers everything with 200. */
final class LaunchTest {
  private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  @TempDir
  private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> environment = new HashMap<>();
  private final AtomicInteger made = new AtomicInteger();
  private final Launch launch = new Launch(
      environment,
      new PrintStream(out, true, UTF_8),
      new PrintStream(err, true, UTF_8),
      this::verticle);

  private Deployable verticle(Options options, ServersSource servers, IntConsumer listening) {
    made.incrementAndGet();
    return new AnyServer(options, listening);
  }

  @AfterEach
  void close_vertx() throws Exception {
    Application application = launch.application();
    Vertx vertx = application == null ? null : application.vertx();
    if (vertx != null) {
      vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
  }

  private List<String> errors() {
    return err.toString(UTF_8).lines().toList();
  }

  private String printed() {
    return out.toString(UTF_8);
  }

  // What ends at once

  @Test
  void stdio_besideAnOptionOfTheLauncher_isAMistake() {
    assertThat(launch.run("--stdio", "-instances", "2")).isEqualTo(2);

    assertThat(errors()).singleElement().asString().startsWith("-instances: beside --stdio");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port=0", "--stdio"})
  void start_withAFileOfServersThatIsNotThere_isAMistake(String how) {
    String none = folder.resolve("none.json").toString();

    assertThat(launch.run(how, "--servers", none)).isEqualTo(2);

    assertThat(errors()).singleElement().asString().startsWith(none + ": cannot be read");
  }

  @Test
  void help_namesEveryOptionOfOurs() {
    assertThat(launch.run("--help")).isEqualTo(0);

    assertThat(printed())
        .contains("--host", "--port", "--config", "--check", "--health", "--version", "-conf")
        .contains("--stdio")
        .contains("-instances");
    assertThat(printed().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
  }

  @Test
  void version_isOneLine() {
    assertThat(launch.run("-version")).isEqualTo(0);

    assertThat(printed()).isEqualTo("breakwater development\n");
  }

  @Test
  void check_printsWhatAllSourcesComeTo() throws IOException {
    Path file = folder.resolve("my.json");
    Files.writeString(
        file, "{\"listen\":{\"host\":\"::1\",\"port\":1},\"limits\":{\"depthMax\":7}}");
    environment.put("BREAKWATER_LISTEN_PORT", "2");
    environment.put("BREAKWATER_LISTEN_PATH", "/env");

    assertThat(launch.run("--config", file.toString(), "--check", "--port", "3"))
        .isEqualTo(0);

    Options options = Configuration.defaults().text("printed", printed()).options();
    assertThat(options.listen().host()).isEqualTo("::1");
    assertThat(options.listen().port()).isEqualTo(3);
    assertThat(options.listen().path()).isEqualTo("/env");
    assertThat(options.limits().depthMax()).isEqualTo(7);
    assertThat(errors()).isEmpty();
  }

  @Test
  void check_ofASecret_masksIt() {
    environment.put("BREAKWATER_SEAL_KEY", KEY);

    assertThat(launch.run("--check")).isEqualTo(0);

    assertThat(printed()).contains("\"***\"").doesNotContain(KEY);
  }

  @Test
  void conf_asJson_isRead() {
    assertThat(launch.run("-conf", "{\"limits\":{\"pageSize\":5}}", "--check")).isEqualTo(0);

    assertThat(printed()).contains("\"pageSize\" : 5");
  }

  // Mistakes

  @Test
  void unknownOption_isOneLine() {
    assertThat(launch.run("--prot", "80")).isEqualTo(2);

    assertThat(errors()).containsExactly("--prot: unknown option (did you mean --port?)");
    assertThat(printed()).isEmpty();
  }

  @Test
  void mistakes_ofAllSources_comeTogether() {
    environment.put("BREAKWATER_LIMITS_DEPTH_MAX", "0");
    environment.put("BREAKWATER_LOG_LEVEL", "loud");

    assertThat(launch.run("--nonsense", "-conf", "{\"x\":1}", "--port", "x")).isEqualTo(2);

    assertThat(errors()).hasSize(5).noneMatch(line -> line.startsWith("\tat "));
    assertThat(made).hasValue(0);
  }

  @Test
  void listenForAll_withoutAWordOnAuth_isRefused() {
    assertThat(launch.run("--host", "0.0.0.0")).isEqualTo(2);

    assertThat(errors()).singleElement().asString().startsWith("listen.host: \"0.0.0.0\"");
  }

  @Test
  void logLevel_thatIsNone_isAMistake() {
    environment.put("BREAKWATER_LOG_LEVEL", "loud\nINFO forged");

    assertThat(launch.run("--check")).isEqualTo(2);

    assertThat(errors())
        .containsExactly(
            "BREAKWATER_LOG_LEVEL: \"loud INFO forged\" (expected: off, error, warn, info, debug or"
                + " trace)");
  }

  // The server

  @Test
  void server_started_saysWhereAndWhatToPaste() {
    assertThat(launch.run("--port", "0", "-instances", "2")).isEqualTo(0);

    Application application = launch.application();
    assertThat(application).isNotNull();
    String url = "http://127.0.0.1:" + application.port() + "/mcp";
    assertThat(printed())
        .startsWith("Breakwater development listens on " + url + "\n")
        .contains("\"mcpServers\"", "\"url\" : \"" + url + "\"");
    assertThat(made).hasValue(2);
    assertThat(errors()).isEmpty();
  }

  @Test
  void instances_notGiven_areOneForEachCore() {
    assertThat(launch.run("--port", "0")).isEqualTo(0);

    assertThat(made).hasValue(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void instances_ofDeploymentOptions_areTaken() {
    assertThat(launch.run("--port", "0", "-deployment-options", "{\"instances\":3}"))
        .isEqualTo(0);

    assertThat(made).hasValue(3);
  }

  @Test
  void portInUse_isOneLine() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = String.valueOf(other.getLocalPort());

      assertThat(launch.run("--port", port)).isEqualTo(1);

      assertThat(errors())
          .containsExactly(
              "Port " + port + " on 127.0.0.1 is already in use (set another with --port)");
      assertThat(printed()).isEmpty();
    }
  }

  @Test
  void foreignAddress_isOneLine() {
    environment.put("BREAKWATER_AUTH_MODE", "none");

    // 192.0.2.0/24 is kept for documentation: no machine has it.
    assertThat(launch.run("--host", "192.0.2.1", "--port", "0")).isEqualTo(1);

    assertThat(errors())
        .singleElement()
        .asString()
        .startsWith("Cannot listen on 192.0.2.1, port 0: ");
  }

  @Test
  void failure_thatIsExpected_isOneLine() {
    assertThat(new Launch(
                environment,
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                (options, servers, listening) -> {
                  throw new VertxException("no such luck", true);
                })
            .run("--port", "0"))
        .isEqualTo(1);

    assertThat(errors()).containsExactly("Breakwater did not start: no such luck");
  }

  @Test
  void health_ofARunningServer_isWell() {
    assertThat(launch.run("--port", "0")).isEqualTo(0);
    Application application = launch.application();
    assertThat(application).isNotNull();
    out.reset();

    assertThat(launch.run("--health", "--port", String.valueOf(application.port())))
        .isEqualTo(0);
    assertThat(printed()).isEqualTo("http://127.0.0.1:" + application.port() + "/health: 200\n");
  }

  @Test
  void health_ofAServerThatIsIll_isNot() {
    assertThat(launch.run("--port", "0")).isEqualTo(0);
    Application application = launch.application();
    assertThat(application).isNotNull();
    String url = "http://127.0.0.1:" + application.port() + "/ill";

    assertThat(launch.run("--health", url)).isEqualTo(1);

    assertThat(errors()).containsExactly(url + ": 503");
  }

  @Test
  void health_ofNoServer_isNot() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = free.getLocalPort();
    }

    assertThat(launch.run("--health", "--port", String.valueOf(port))).isEqualTo(1);
    assertThat(errors()).singleElement().asString().contains(":" + port + "/health: ");
  }

  @Test
  void health_ofWhatIsNoUrl_isAMistake() {
    assertThat(launch.run("--health=nonsense")).isEqualTo(2);
    assertThat(launch.run("--health=ftp://127.0.0.1/")).isEqualTo(2);

    assertThat(errors()).hasSize(2).allMatch(line -> line.startsWith("--health: not a URL"));
  }

  /** Answers {@code /ill} with 503 and everything else with 200. */
  private static final class AnyServer extends VerticleBase {
    private final Options options;
    private final IntConsumer listening;

    AnyServer(Options options, IntConsumer listening) {
      this.options = options;
      this.listening = listening;
    }

    @Override
    public Future<?> start() {
      int port = options.listen().port();
      return vertx
          .createHttpServer()
          .requestHandler(request -> request
              .response()
              .setStatusCode(request.path().equals("/ill") ? 503 : 200)
              .end())
          // A negative port is a free one that all instances of a deployment share.
          .listen(port == 0 ? -1 : port, options.listen().host())
          .onSuccess(server -> listening.accept(server.actualPort()));
    }
  }
}
