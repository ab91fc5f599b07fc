package io.breakwater.client.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.breakwater.client.ClientException;
import io.breakwater.client.Fetcher;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the authorization server of a server, anew each time: who is asked may have moved.
 *
 * <p>Thread-safe.
 *
 * @see <a
 *     href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery">2026-07-28,
 *     Authorization Server Discovery</a>
 */
final class Discovery {
  private static final String PROTECTED_RESOURCE = "oauth-protected-resource";
  private static final String AUTHORIZATION_SERVER = "oauth-authorization-server";
  private static final String OPENID = "openid-configuration";
  private static final int ISSUERS_MAX = 32;

  private final Fetcher fetcher;

  Discovery(Fetcher fetcher) {
    this.fetcher = fetcher;
  }

  /**
   * What the server says of itself.
   *
   * @param resource its name, byte for byte; the URL of the server where it says nothing
   * @param issuers of its authorization servers, one at least; null where it says nothing, as before 2025-06-18
   */
  record ProtectedResource(String resource, @Nullable List<String> issuers, Scopes scopes) {}

  /**
   * Fails when the document is there and is not that of this server.
   *
   * @param named where the challenge says it is, or null
   */
  Future<ProtectedResource> resource(URI server, @Nullable String named) {
    try {
      // Wherever its metadata is, it is the server that gets the token.
      URI unused = Addresses.secure(bare(server), "the URL of the server", server);
    } catch (ClientException refused) {
      return Future.failedFuture(refused);
    }
    if (named != null) {
      URI url;
      try {
        url = Addresses.secure(named, "resource_metadata", server);
      } catch (ClientException refused) {
        return Future.failedFuture(refused);
      }
      return document(url)
          .compose(document -> document == null
              ? Refusals.refused("there is no protected resource metadata at "
                  + Refusals.clip(url.toString()) + ", where the server says it is")
              : checked(document, server));
    }
    String path = Addresses.path(server);
    List<URI> places = Stream.of(path, "")
        .distinct()
        .map(each -> Addresses.wellKnown(server, PROTECTED_RESOURCE, each))
        .toList();
    return first(places, server)
        .compose(document -> document == null
            ? Future.succeededFuture(new ProtectedResource(bare(server), null, Scopes.NONE))
            : checked(document, server));
  }

  /** Without fragment, as it is sent for a server that does not name itself. */
  static String bare(URI server) {
    String text = server.toString();
    int fragment = text.indexOf('#');
    return fragment < 0 ? text : text.substring(0, fragment);
  }

  private static Future<ProtectedResource> checked(JsonNode document, URI server) {
    String resource = document.path("resource").textValue();
    if (resource == null || !Addresses.covers(resource, server)) {
      return Refusals.refused("the protected resource metadata is that of "
          + (resource == null ? "nobody" : Refusals.clip(resource)) + " (expected: "
          + Refusals.clip(Addresses.origin(server) + Addresses.path(server))
          + " or a path above it)");
    }
    List<String> issuers = document
        .path("authorization_servers")
        .valueStream()
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .limit(ISSUERS_MAX)
        .toList();
    return issuers.isEmpty()
        ? Refusals.refused("the protected resource metadata names no authorization server")
        : Future.succeededFuture(
            new ProtectedResource(resource, issuers, Scopes.of(document.get("scopes_supported"))));
  }

  /** Fails when there is no metadata, or it is another's. */
  Future<ServerMetadata> server(String issuer, URI server) {
    URI url;
    try {
      url = Addresses.secure(issuer, "the authorization server", server);
      if (url.getRawQuery() != null) {
        return Refusals.refused("the authorization server has a query (expected: none)");
      }
    } catch (ClientException refused) {
      return Future.failedFuture(refused);
    }
    return first(places(url), server)
        .compose(document -> document == null
            ? Refusals.refused("the authorization server " + Refusals.clip(issuer)
                + " has no metadata (expected: RFC 8414 or OpenID Connect Discovery)")
            : metadata(document, issuer, server));
  }

  private static List<URI> places(URI issuer) {
    String path = Addresses.path(issuer);
    URI inserted = Addresses.wellKnown(issuer, AUTHORIZATION_SERVER, path);
    URI openId = Addresses.wellKnown(issuer, OPENID, path);
    URI appended = URI.create(Addresses.origin(issuer) + path + "/.well-known/" + OPENID);
    return path.isEmpty() ? List.of(inserted, openId) : List.of(inserted, openId, appended);
  }

  private static Future<ServerMetadata> metadata(JsonNode document, String issuer, URI server) {
    try {
      return Future.succeededFuture(ServerMetadata.of(document, issuer, server));
    } catch (ClientException refused) {
      return Future.failedFuture(refused);
    }
  }

  /** The authorization server of 2025-03-26: the origin of the server, with metadata or with the paths of that revision. */
  Future<ServerMetadata> origin(URI server) {
    URI place = Addresses.wellKnown(server, AUTHORIZATION_SERVER, "");
    return first(List.of(place), server).compose(document -> {
      if (document != null) {
        return metadata(document, Addresses.origin(server), server);
      }
      try {
        return Future.succeededFuture(ServerMetadata.assumed(server));
      } catch (ClientException refused) {
        return Future.failedFuture(refused);
      }
    });
  }

  /** The first document that is there, or null. */
  private Future<@Nullable JsonNode> first(List<URI> places, URI server) {
    if (places.isEmpty()) {
      return Future.succeededFuture();
    }
    URI place;
    try {
      place = Addresses.secure(places.get(0).toString(), "the URL of the server", server);
    } catch (ClientException refused) {
      return Future.failedFuture(refused);
    }
    return document(place)
        .compose(document -> document == null
            ? first(places.subList(1, places.size()), server)
            : Future.succeededFuture(document));
  }

  /** The object at this URL, or null when there is none. A server that is ill is not taken for one without metadata. */
  private Future<@Nullable JsonNode> document(URI url) {
    return fetcher
        .fetch(HttpMethod.GET, url, Map.of("Accept", "application/json"), null)
        .compose(
            fetched -> {
              JsonNode json = fetched.json();
              int status = fetched.status();
              if (status >= 500 || status == 429 || status == 408) {
                return Refusals.refused(
                    Refusals.clip(url.toString()) + " answered with HTTP " + status);
              }
              boolean there = status == 200 && json != null && json.isObject();
              return Future.succeededFuture(there ? json : null);
            },
            failure -> Refusals.refused(Refusals.clip(url.toString()) + " cannot be read: "
                + (failure instanceof ClientException known ? known.getMessage() : "no answer")));
  }
}
