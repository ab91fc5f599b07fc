package io.breakwater.launch;

import io.breakwater.client.Authorizer;
import io.breakwater.client.HttpFetcher;
import io.breakwater.client.oauth.OAuth;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets somebody at a terminal sign in to a server that asks for it. Until one does, nothing is listened on.
 *
 * <p>Confined to the loop of its client.
 */
final class SignIn implements Authorizer {
  private final Vertx vertx;
  private final Options options;
  private final Map<String, String> environment;
  private final PrintStream err;
  private @Nullable Future<OAuth> ready;

  SignIn(Vertx vertx, Options options, Map<String, String> environment, PrintStream err) {
    this.vertx = vertx;
    this.options = options;
    this.environment = environment;
    this.err = err;
  }

  @Override
  public Future<@Nullable String> authorization(URI resource) {
    return ready == null
        ? Future.succeededFuture()
        : ready.compose(oauth -> oauth.authorization(resource));
  }

  @Override
  public Future<Boolean> challenged(Challenge challenge) {
    if (ready == null) {
      ready = BrowserStep.listen(vertx, environment, err)
          .map(step -> OAuth.builder(new HttpFetcher(vertx, options))
              .clientName("Breakwater")
              .redirect(step.redirect())
              .step(step)
              .build());
    }
    return ready.compose(oauth -> oauth.challenged(challenge));
  }
}
