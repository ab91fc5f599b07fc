package io.breakwater.client.oauth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.breakwater.client.Authorizer.Challenge;
import io.breakwater.client.ClientException;
import io.breakwater.client.Fetcher;
import io.breakwater.client.oauth.AuthorizationStep.Redirected;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A server at {@link #SERVER}, its authorization server at {@link #ISSUER}, a person who always agrees, and a clock: all
 * are data that a test changes, and everything that is asked is written down.
 */
final class World implements Fetcher {
  static final URI SERVER = URI.create("https://mcp.example.com/mcp");
  static final String ISSUER = "https://auth.example.com";
  static final String PRM = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";
  static final String AS = ISSUER + "/.well-known/oauth-authorization-server";

  record Sent(HttpMethod method, String url, Map<String, String> headers, String body) {
    Map<String, String> form() {
      return parameters(body);
    }
  }

  record Answer(int status, JsonNode json) {}

  final Map<String, Answer> answers = new HashMap<>();
  final Deque<Answer> tokens = new ArrayDeque<>();
  final List<Sent> sent = new ArrayList<>();
  final List<Map<String, String>> walks = new ArrayList<>();
  final ObjectNode resource = object("""
      {'resource': 'https://mcp.example.com/mcp', 'authorization_servers': ['https://auth.example.com']}""");
  final ObjectNode metadata = metadata(ISSUER);
  final ObjectNode registered = object("{'client_id': 'registered'}");
  UnaryOperator<Redirected> response = UnaryOperator.identity();
  long nowMs = 1_000_000_000;
  int given;

  /** What the token endpoint waits for before it answers. */
  Future<Void> gate = Future.succeededFuture();

  World() {
    answers.put(PRM, new Answer(200, resource));
    answers.put(AS, new Answer(200, metadata));
    answers.put(ISSUER + "/register", new Answer(201, registered));
  }

  static ObjectNode metadata(String issuer) {
    return object("""
        {'issuer': '@', 'authorization_endpoint': '@/authorize', 'token_endpoint': '@/token',
         'registration_endpoint': '@/register', 'code_challenge_methods_supported': ['S256'],
         'token_endpoint_auth_methods_supported': ['none'],
         'authorization_response_iss_parameter_supported': true}""".replace("@", issuer));
  }

  static ObjectNode object(String text) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  OAuth.Builder builder() {
    return OAuth.builder(this).clientName("Test").nowMs(() -> nowMs);
  }

  OAuth withPerson() {
    return builder().step(this::walk).build();
  }

  Future<Redirected> walk(URI url) {
    Map<String, String> asked = parameters(url.getRawQuery());
    walks.add(asked);
    String issuer = url.toString().substring(0, url.toString().indexOf("/authorize"));
    return Future.succeededFuture(
        response.apply(new Redirected("the-code", asked.get("state"), issuer, null, null)));
  }

  static Challenge refusal(int status, int attempt, String... fields) {
    return new Challenge(SERVER, status, List.of(fields), attempt);
  }

  @Override
  public Future<Fetched> fetch(
      HttpMethod method, URI url, Map<String, String> headers, Buffer body) {
    sent.add(new Sent(method, url.toString(), headers, body == null ? "" : body.toString()));
    Answer known = answers.get(url.toString());
    return known == null && url.getPath().endsWith("/token")
        ? gate.compose(open -> fetched(tokens.isEmpty() ? token() : tokens.remove()))
        : fetched(known);
  }

  private static Future<Fetched> fetched(Answer answer) {
    if (answer != null && answer.status() == 0) {
      return Future.failedFuture(
          ClientException.before(ClientException.Kind.UNREACHABLE, "no connection"));
    }
    return Future.succeededFuture(
        answer == null
            ? new Fetched(404, MultiMap.caseInsensitiveMultiMap(), null)
            : new Fetched(answer.status(), MultiMap.caseInsensitiveMultiMap(), answer.json()));
  }

  Answer token() {
    given++;
    return new Answer(
        200,
        object(("{'access_token': 'access-%d', 'token_type': 'bearer',"
                + " 'expires_in': 3600, 'refresh_token': 'refresh-%d'}")
            .formatted(given, given)));
  }

  List<Sent> to(String ending) {
    return sent.stream().filter(each -> each.url().endsWith(ending)).toList();
  }

  static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&")) {
      String[] parts = pair.split("=", 2);
      parameters.put(
          URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
          parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return parameters;
  }

  /** The message of the failure. */
  static String refused(Future<?> future) {
    if (!(future.cause() instanceof ClientException why)
        || why.kind() != ClientException.Kind.UNAUTHORIZED) {
      throw new AssertionError("not refused: " + future, future.cause());
    }
    return why.getMessage();
  }
}
