package io.breakwater.client.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.ClientException;
import io.breakwater.client.Fetcher.Fetched;
import io.breakwater.client.oauth.Settings.Given;
import io.breakwater.client.oauth.TokenStore.Registration;
import io.breakwater.json.JsonWriter;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds as whom we come to an authorization server: as the client that somebody registered there, else as the URL of our
 * own document, else as whom the server registers us.
 *
 * <p>Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration">2026-07-28,
 *     Client Registration</a>
 */
final class Registering {
  static final String BASIC = "client_secret_basic";
  static final String POST = "client_secret_post";
  static final String PUBLIC = "none";
  static final String SIGNED = "private_key_jwt";
  private static final int ID_CHARS_MAX = 4_096;

  private final Settings settings;

  Registering(Settings settings) {
    this.settings = settings;
  }

  /**
   * Fails when there is no way to be known there.
   *
   * @param known from an earlier registration at this very server, or null
   */
  Future<Registration> at(ServerMetadata server, @Nullable Registration known) {
    Given given = settings.given();
    if (given != null) {
      return given(given, server);
    }
    URI document = settings.naming().document();
    if (document != null && server.readsClientDocuments()) {
      return Future.succeededFuture(new Registration(document.toString(), null, PUBLIC, 0));
    }
    if (known != null && valid(known)) {
      return Future.succeededFuture(known);
    }
    URI endpoint = server.registration();
    return endpoint == null
        ? Refusals.refused("the authorization server " + Refusals.clip(server.issuer())
            + " registers no clients (expected: a client id that was registered there, given to"
            + " this client" + (document == null ? ", or a client metadata document" : "") + ")")
        : register(endpoint, server);
  }

  private boolean valid(Registration known) {
    long expiresS = known.secretExpiresAtS();
    return expiresS == 0 || expiresS > settings.nowMs().getAsLong() / 1_000 + 60;
  }

  private Future<Registration> given(Given given, ServerMetadata server) {
    if (given.issuer() != null && !given.issuer().equals(server.issuer())) {
      return Refusals.refused("the client id that was given belongs to "
          + Refusals.clip(given.issuer()) + ", but the server's authorization server is "
          + Refusals.clip(server.issuer()));
    }
    String method = given.assertion() != null
        ? SIGNED
        : given.secret() == null
            ? PUBLIC
            : !server.takes(BASIC) && server.takes(POST) ? POST : BASIC;
    return Future.succeededFuture(new Registration(given.clientId(), given.secret(), method, 0));
  }

  private Future<Registration> register(URI endpoint, ServerMetadata server) {
    String method = List.of(PUBLIC, BASIC, POST).stream()
        .filter(each -> server.methods() != null && server.takes(each))
        .findFirst()
        .orElse(server.methods() == null ? BASIC : "");
    if (method.isEmpty()) {
      return Refusals.refused(
          "the authorization server takes only " + Refusals.clip(String.valueOf(server.methods()))
              + " at its token endpoint (expected: none, client_secret_basic or client_secret_post)");
    }
    return settings
        .fetcher()
        .fetch(
            HttpMethod.POST,
            endpoint,
            Map.of("Content-Type", "application/json", "Accept", "application/json"),
            JsonWriter.buffer(request(method)))
        .compose(
            fetched -> registered(fetched, server, method),
            failure -> Refusals.refused("the registration endpoint cannot be reached: "
                + (failure instanceof ClientException known ? known.getMessage() : "no answer")));
  }

  private ObjectNode request(String method) {
    ObjectNode body = JsonNodeFactory.instance
        .objectNode()
        .put("client_name", settings.naming().clientName())
        .put("application_type", applicationType(settings.naming().redirect()))
        .put("token_endpoint_auth_method", method);
    body.putArray("redirect_uris").add(settings.naming().redirect().toString());
    body.putArray("grant_types").add("authorization_code").add("refresh_token");
    body.putArray("response_types").add("code");
    return body;
  }

  /** A browser that comes back to a server is a web application's; to this machine or to an app, a native one's. */
  private static String applicationType(URI redirect) {
    return "https".equalsIgnoreCase(redirect.getScheme()) && !Addresses.local(redirect)
        ? "web"
        : "native";
  }

  private static Future<Registration> registered(
      Fetched fetched, ServerMetadata server, String asked) {
    JsonNode json = fetched.json();
    boolean success = fetched.status() == 200 || fetched.status() == 201;
    if (!success || json == null) {
      return Refusals.refused("the authorization server does not register this client: "
          + TokenEndpoint.error(fetched)
          + " (expected: 201; a client id that was registered there by hand may help)");
    }
    String id = json.path("client_id").textValue();
    String secret = json.path("client_secret").textValue();
    if (id == null || id.isEmpty() || id.length() > ID_CHARS_MAX) {
      return Refusals.refused("the registration endpoint gave no client id");
    }
    String told = json.path("token_endpoint_auth_method").textValue();
    String method =
        told == null || !List.of(PUBLIC, BASIC, POST).contains(told) || !takes(server, told)
            ? asked
            : told;
    if (!method.equals(PUBLIC) && secret == null) {
      // A server that gives no secret cannot mean to be shown one.
      method = PUBLIC;
    }
    return Future.succeededFuture(new Registration(
        id,
        method.equals(PUBLIC) ? null : secret,
        method,
        Math.max(0, json.path("client_secret_expires_at").asLong(0))));
  }

  private static boolean takes(ServerMetadata server, String method) {
    return server.methods() == null || server.takes(method);
  }
}
