package io.breakwater.launch;

import io.breakwater.options.Observe;
import io.breakwater.options.Options;
import java.io.IOException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a running server whether it is well, for the health check of a container that has no curl.
 *
 * <p>Confined to the main thread.
 */
final class HealthCheck {
  private static final int WAIT_MS = 3_000;

  private final PrintStream out;
  private final PrintStream err;

  HealthCheck(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Asks once; returns the exit code.
   *
   * @param given the URL, or null for the health of the server with these options
   */
  int ask(@Nullable String given, Options options) {
    String url = given == null
        ? Greeting.origin(options.listen(), options.listen().port()) + Observe.HEALTH_PATH
        : given;
    try {
      int status = get(url);
      boolean well = status >= 200 && status < 300;
      (well ? out : err).println(url + ": " + status);
      return well ? Launch.OK : Launch.FAILED;
    } catch (IOException e) {
      err.println(url + ": " + e.getMessage());
      return Launch.FAILED;
    } catch (IllegalArgumentException | URISyntaxException e) {
      err.println("--health: not a URL (expected: such as http://127.0.0.1:8080/health)");
      return Launch.WRONG;
    }
  }

  private static int get(String url) throws IOException, URISyntaxException {
    try {
      // What runs beside us is not behind a proxy.
      HttpURLConnection connection =
          (HttpURLConnection) new URI(url).toURL().openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(WAIT_MS);
      connection.setReadTimeout(WAIT_MS);
      connection.setInstanceFollowRedirects(false);
      int status = connection.getResponseCode();
      connection.disconnect();
      return status;
    } catch (MalformedURLException | ClassCastException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
