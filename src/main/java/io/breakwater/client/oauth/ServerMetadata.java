package io.breakwater.client.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An authorization server, as its metadata describes it, checked.
 *
 * <p>Immutable.
 *
 * @param issuer byte for byte as it names itself
 * @param authorization null where it has none, as for client credentials
 * @param registration null where clients cannot register themselves
 * @param methods of authentication at the token endpoint; null where it does not say
 * @param scopes that it lists
 * @param s256 whether it says that it checks PKCE with S256
 * @param tellsIssuer whether its authorization responses carry {@code iss}
 * @param readsClientDocuments whether a URL can be the id of a client
 */
record ServerMetadata(
    String issuer,
    @Nullable URI authorization,
    URI token,
    @Nullable URI registration,
    @Nullable Set<String> methods,
    Scopes scopes,
    boolean s256,
    boolean tellsIssuer,
    boolean readsClientDocuments) {

  /**
   * From a document.
   *
   * @param issuer whose metadata was asked for
   * @param server for whose sake
   * @throws io.breakwater.client.ClientException when it is another's, or an endpoint is none we go to
   */
  static ServerMetadata of(JsonNode document, String issuer, URI server) {
    String named = document.path("issuer").textValue();
    if (!issuer.equals(named)) {
      throw Refusals.refusal("the metadata of the authorization server " + Refusals.clip(issuer)
          + " is that of " + (named == null ? "nobody" : Refusals.clip(named))
          + " (expected: the same issuer, character for character)");
    }
    return new ServerMetadata(
        issuer,
        optional(document, "authorization_endpoint", server),
        Addresses.secure(document.path("token_endpoint").textValue(), "token_endpoint", server),
        optional(document, "registration_endpoint", server),
        methods(document.get("token_endpoint_auth_methods_supported")),
        Scopes.of(document.get("scopes_supported")),
        has(document.path("code_challenge_methods_supported"), "S256"),
        document.path("authorization_response_iss_parameter_supported").asBoolean(false),
        document.path("client_id_metadata_document_supported").asBoolean(false));
  }

  /** What 2025-03-26 says of a server without metadata. */
  static ServerMetadata assumed(URI server) {
    String origin = Addresses.origin(server);
    return new ServerMetadata(
        origin,
        Addresses.secure(origin + "/authorize", "the URL of the server", server),
        URI.create(origin + "/token"),
        URI.create(origin + "/register"),
        null,
        Scopes.NONE,
        true,
        false,
        false);
  }

  private static @Nullable URI optional(JsonNode document, String name, URI server) {
    return document.hasNonNull(name)
        ? Addresses.secure(document.get(name).textValue(), name, server)
        : null;
  }

  private static boolean has(JsonNode array, String text) {
    return array.isArray() && array.valueStream().anyMatch(one -> text.equals(one.textValue()));
  }

  private static @Nullable Set<String> methods(@Nullable JsonNode array) {
    return array == null || !array.isArray()
        ? null
        : new TreeSet<>(array
            .valueStream()
            .filter(JsonNode::isTextual)
            .map(JsonNode::textValue)
            .toList());
  }

  /** Whether it takes this; one that does not say takes what RFC 8414 has as the default, and no proof of a public client. */
  boolean takes(String method) {
    return methods == null
        ? List.of("client_secret_basic", "none").contains(method)
        : methods.contains(method);
  }
}
