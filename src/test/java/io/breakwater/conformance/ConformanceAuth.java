package io.breakwater.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.client.Authorizer;
import io.breakwater.client.HttpFetcher;
import io.breakwater.client.oauth.AuthorizationStep.Redirected;
import io.breakwater.client.oauth.OAuth;
import io.breakwater.options.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.Map;

/** How the client of the conformance suite gets in: as each scenario wants it, and with nobody at a browser. */
final class ConformanceAuth {
  private ConformanceAuth() {}

  /**
   * For one scenario.
   *
   * @param context what the suite gives to the scenario; an empty object for nothing
   */
  static Authorizer of(Vertx vertx, String scenario, JsonNode context) {
    // All scenarios run at once on as many JVMs, so nothing is expected to be quick.
    Options options = Options.defaults()
        .with("client.callTotalMs", 600_000)
        .with("client.connectMs", 120_000)
        .with("client.callMs", 120_000);
    HttpFetcher fetcher = new HttpFetcher(vertx, options);
    OAuth.Builder builder = OAuth.builder(fetcher)
        .clientName("breakwater-conformance")
        .redirect(URI.create("http://localhost:3000/callback"))
        .clientDocument(URI.create("https://conformance-test.local/client-metadata.json"));
    String id = context.path("client_id").asText();
    switch (scenario) {
      case "auth/client-credentials-jwt" ->
        builder.registeredKey(
            null,
            id,
            context.path("private_key_pem").asText(),
            context.path("signing_algorithm").asText("ES256"));
      case "auth/client-credentials-basic" ->
        builder.registered(null, id, context.path("client_secret").asText());
      case "auth/pre-registration" ->
        builder
            .registered(
                context.path("issuer").textValue(),
                id,
                context.path("client_secret").asText())
            .step(url -> walk(fetcher, url));
      default -> builder.step(url -> walk(fetcher, url));
    }
    return builder.build();
  }

  /** The authorization server of the suite sends every browser back at once. */
  private static Future<Redirected> walk(HttpFetcher fetcher, URI url) {
    return fetcher
        .fetch(HttpMethod.GET, url, Map.of(), null)
        .map(fetched -> Redirected.of(URI.create(fetched.headers().get("Location"))));
  }
}
