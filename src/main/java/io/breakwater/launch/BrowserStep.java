package io.breakwater.launch;

import io.breakwater.client.oauth.AuthorizationStep;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shows the authorization page in a browser, and waits on a loopback port for the browser to come back. What does not bring
 * the state of the page that was shown is turned away: any page can make a browser come here.
 *
 * <p>Confined to the loop of its server, but for {@link #redirect}.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8252#section-7.3">RFC 8252, Loopback Interface Redirection</a>
 */
final class BrowserStep implements AuthorizationStep {
  private static final String PATH = "/callback";
  private static final int LINE_BYTES_MAX = 16_384;

  private final Map<String, String> environment;
  private final PrintStream err;
  private final HttpServer server;
  private String state = "";
  private Promise<Redirected> waiting = Promise.promise();

  private BrowserStep(Vertx vertx, Map<String, String> environment, PrintStream err) {
    this.environment = environment;
    this.err = err;
    this.server = vertx
        .createHttpServer(new HttpServerOptions()
            .setMaxInitialLineLength(LINE_BYTES_MAX)
            // One page and its connection are over; HTTP/2 has no field that says so.
            .setHttp2ClearTextEnabled(false))
        .requestHandler(this::came);
  }

  /** Opens a free loopback port. */
  static Future<BrowserStep> listen(Vertx vertx, Map<String, String> environment, PrintStream err) {
    BrowserStep step = new BrowserStep(vertx, environment, err);
    return step.server.listen(0, "127.0.0.1").map(step);
  }

  /** Where the browser comes back to. */
  URI redirect() {
    return URI.create("http://127.0.0.1:" + server.actualPort() + PATH);
  }

  @Override
  public Future<Redirected> authorize(URI authorizationUrl) {
    @Nullable String sent = Redirected.of(authorizationUrl).state();
    state = sent == null ? "" : sent;
    waiting = Promise.promise();
    err.println("The server wants you to sign in. Open this page:");
    err.println("  " + TerminalText.line(authorizationUrl.toString(), LINE_BYTES_MAX));
    browse(authorizationUrl.toString());
    return waiting.future();
  }

  private void came(HttpServerRequest request) {
    @Nullable Redirected brought = PATH.equals(request.path()) ? brought(request) : null;
    if (!request.method().equals(HttpMethod.GET) || brought == null) {
      answer(request, 404, "There is nothing here.");
    } else if (waiting.tryComplete(brought)) {
      answer(request, 200, "Done. You can close this page and go back to the terminal.");
    } else {
      answer(request, 404, "Nobody waits for this any more.");
    }
  }

  private @Nullable Redirected brought(HttpServerRequest request) {
    try {
      Redirected brought = Redirected.of(URI.create(request.uri()));
      @Nullable String its = brought.state();
      boolean ours =
          its != null && !state.isEmpty() && MessageDigest.isEqual(bytes(its), bytes(state));
      return ours ? brought : null;
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void answer(HttpServerRequest request, int status, String words) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "text/plain; charset=utf-8")
        .putHeader("Cache-Control", "no-store")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("Connection", "close")
        .end(words)
        .onFailure(gone -> {});
  }

  /** Whoever sees no browser has the URL on the screen. No shell reads it. */
  private void browse(String url) {
    List<String> command = new ArrayList<>(opener());
    if (command.isEmpty()) {
      return;
    }
    command.add(url);
    try {
      Process unused = new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException noBrowser) {
      err.println("(no browser could be started)");
    }
  }

  private List<String> opener() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.startsWith("mac")) {
      return List.of("open");
    }
    if (system.startsWith("windows")) {
      return List.of("rundll32", "url.dll,FileProtocolHandler");
    }
    boolean screen =
        environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
    return screen ? List.of("xdg-open") : List.of();
  }
}
